package dev.afloat.guard;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Virtual threads from Java 17 byte code: found once by reflection, used through a plain {@link ThreadFactory}. */
final class VirtualThreads {
    private VirtualThreads() {}

    /** Returns a factory of virtual threads, or null where the JVM has none (before 21). */
    static @Nullable ThreadFactory factory(String name) {
        try {
            // The methods of the public interface: the class behind it is not accessible.
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Object made = Thread.class.getMethod("ofVirtual").invoke(null);
            builder.getMethod("name", String.class).invoke(made, name);
            builder.getMethod("inheritInheritableThreadLocals", boolean.class).invoke(made, false);
            return (ThreadFactory) builder.getMethod("factory").invoke(made);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }
}
