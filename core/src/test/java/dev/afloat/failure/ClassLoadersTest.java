package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.fakes.OpenAi;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is remembered about classes keeps no class loader alive, in either direction. */
class ClassLoadersTest {

    /** Defines the classes of a package anew, as a server does when an application is deployed again. */
    private static final class Redeployed extends ClassLoader {
        private final String start;

        Redeployed(String start) {
            super(ClassLoadersTest.class.getClassLoader());
            this.start = start;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(start) || name.contains(".fakes.") != start.contains(".fakes.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static WeakReference<ClassLoader> classifyAnExceptionOfAnother() throws Exception {
        ClassLoader client = new Redeployed("dev.afloat.failure.fakes.");
        Class<?> type = client.loadClass(OpenAi.RateLimitException.class.getName());
        Throwable thrown =
                (Throwable) type.getConstructor(String.class, Map.class).newInstance("x", Map.of("retry-after", "7"));
        assertThat(type.getClassLoader()).isSameAs(client);
        for (int i = 0; i < 100; i++) { // reflection makes itself faster after some calls, by classes of its own
            assertThat(FailureClassifier.builtIn(Clock.systemUTC()).classify(thrown))
                    .hasToString("RATE_LIMITED (429) retry after PT7S");
        }
        return new WeakReference<>(client);
    }

    private static WeakReference<ClassLoader> classifyByAnother(Throwable... shared) throws Exception {
        ClassLoader ours = new Redeployed("dev.afloat.failure.");
        Class<?> type = ours.loadClass(FailureClassifier.class.getName());
        assertThat(type.getClassLoader()).isSameAs(ours);
        Object classifier = type.getMethod("builtIn", Clock.class).invoke(null, Clock.systemUTC());
        StringBuilder said = new StringBuilder();
        for (Throwable thrown : shared) {
            said.append(type.getMethod("classify", Throwable.class).invoke(classifier, thrown))
                    .append(' ');
        }
        assertThat(said).hasToString("RATE_LIMITED (429) retry after PT7S UNKNOWN TIMEOUT ");
        return new WeakReference<>(ours);
    }

    private static void collect(WeakReference<?> reference) {
        for (int i = 0; i < 50 && reference.get() != null; i++) {
            System.gc();
        }
    }

    @Test
    void the_loader_of_a_client_can_go_while_we_stay() throws Exception {
        WeakReference<ClassLoader> client = classifyAnExceptionOfAnother();

        collect(client);

        assertThat(client.get()).isNull();
    }

    @Test
    void our_loader_can_go_while_the_classes_of_exceptions_stay() throws Exception {
        Throwable[] shared = {
            new OpenAi.RateLimitException("x", Map.of("retry-after", "7")),
            new IllegalStateException(),
            new java.net.http.HttpTimeoutException("slow")
        };
        WeakReference<ClassLoader> ours = classifyByAnother(shared);

        collect(ours);

        assertThat(ours.get()).isNull();
        assertThat(shared).hasSize(3);
    }
}
