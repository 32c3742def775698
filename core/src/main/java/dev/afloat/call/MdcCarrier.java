package dev.afloat.call;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** SLF4J's mapped diagnostic context. */
enum MdcCarrier implements ContextCarrier {
    INSTANCE;

    @Override
    public @Nullable Object current() {
        Map<String, String> copy = MDC.getCopyOfContextMap();
        return copy == null || copy.isEmpty() ? null : copy;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void set(@Nullable Object value) {
        if (value == null) {
            MDC.clear();
        } else {
            MDC.setContextMap((Map<String, String>) value);
        }
    }
}
