package dev.afloat.micrometer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** What the library logs during a test. */
final class LogLines extends AppenderBase<ILoggingEvent> implements BeforeEachCallback, AfterEachCallback {
    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("dev.afloat");

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private @Nullable Level before;

    @Override
    public void beforeEach(ExtensionContext context) {
        before = LOGGER.getLevel();
        LOGGER.setLevel(Level.TRACE);
        LOGGER.setAdditive(false);
        start();
        LOGGER.addAppender(this);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        LOGGER.detachAppender(this);
        LOGGER.setAdditive(true);
        LOGGER.setLevel(before);
    }

    @Override
    protected void append(ILoggingEvent event) {
        String thrown =
                event.getThrowableProxy() == null ? "" : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy());
        lines.add(event.getLevel() + " " + event.getFormattedMessage() + thrown);
    }

    /** Returns the lines so far, with their level and the stack traces they bring. */
    List<String> all() {
        return List.copyOf(lines);
    }

    /** Returns the lines that have {@code part} in them. */
    List<String> with(String part) {
        return lines.stream().filter(line -> line.contains(part)).toList();
    }

    void forget() {
        lines.clear();
    }
}
