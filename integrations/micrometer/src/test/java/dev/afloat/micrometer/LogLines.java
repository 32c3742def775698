package dev.afloat.micrometer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** What everybody logs during a test, and does not reach the console. */
final class LogLines extends AppenderBase<ILoggingEvent> implements BeforeEachCallback, AfterEachCallback {
    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("dev.afloat");

    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    protected void append(ILoggingEvent event) {
        String thrown = event.getThrowableProxy() == null
                ? ""
                : " " + event.getThrowableProxy().getMessage();
        lines.add(event.getLevel() + " " + event.getFormattedMessage() + thrown);
    }

    List<String> all() {
        return List.copyOf(lines);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        LOGGER.setLevel(Level.TRACE);
        LOGGER.setAdditive(false);
        start();
        LOGGER.addAppender(this);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        LOGGER.detachAppender(this);
        LOGGER.setAdditive(true);
        LOGGER.setLevel(null);
    }
}
