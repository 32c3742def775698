package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classifiers that lie on the class path. */
class FoundClassifiersTest {
    @TempDir
    Path folder;

    private final List<String> reports = new ArrayList<>();

    /** Listed by the tests: says that everything is refused. */
    public static final class Refusing implements FailureClassifier {
        @Override
        public Failure classify(Throwable thrown) {
            return Failure.of(FailureKind.REFUSED);
        }
    }

    /** Listed by the tests: cannot be made. */
    public static final class Unmakeable implements FailureClassifier {
        public Unmakeable() {
            throw new IllegalStateException("no licence");
        }

        @Override
        public Failure classify(Throwable thrown) {
            throw new AssertionError("was never made");
        }
    }

    /** Listed by the tests: its class cannot be initialized. */
    public static final class Uninitializable implements FailureClassifier {
        private static final int NUMBER = Integer.parseInt("none");

        @Override
        public Failure classify(Throwable thrown) {
            throw new AssertionError(NUMBER);
        }
    }

    private URLClassLoader listing(ClassLoader parent, String... names) throws IOException {
        Path file = folder.resolve("META-INF/services/" + FailureClassifier.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, String.join("\n", names));
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, parent);
    }

    private FailureKind kindWith(@Nullable ClassLoader context) {
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        current.setContextClassLoader(context);
        try {
            return ClassifierSequence.discover(Clock.systemUTC(), (name, thrown) -> reports.add(name + ": " + thrown))
                    .classify(new TimeoutException())
                    .kind();
        } finally {
            current.setContextClassLoader(before);
        }
    }

    @Test
    void those_of_the_context_class_loader_are_asked_before_the_built_in_one() throws IOException {
        try (URLClassLoader context = listing(getClass().getClassLoader(), Refusing.class.getName())) {
            assertThat(kindWith(context)).isEqualTo(FailureKind.REFUSED);
        }
        assertThat(reports).isEmpty();
    }

    @Test
    void broken_ones_are_reported_and_those_after_them_found() throws IOException {
        try (URLClassLoader context = listing(
                getClass().getClassLoader(),
                "com.example.Gone",
                Unmakeable.class.getName(),
                Uninitializable.class.getName(),
                FoundClassifiersTest.class.getName(),
                Refusing.class.getName())) {
            assertThat(kindWith(context)).isEqualTo(FailureKind.REFUSED);
        }
        assertThat(reports)
                .hasSize(4)
                .allSatisfy(report ->
                        assertThat(report).startsWith("META-INF/services/dev.afloat.failure.FailureClassifier: "));
    }

    @Test
    void a_file_of_garbage_is_reported_and_the_built_in_one_answers() throws IOException {
        try (URLClassLoader context = listing(getClass().getClassLoader(), "this is no class name")) {
            assertThat(kindWith(context)).isEqualTo(FailureKind.TIMEOUT);
        }
        assertThat(reports).hasSize(1);
    }

    @Test
    void a_loader_that_fails_for_ever_is_given_up() {
        ClassLoader failing = new ClassLoader(getClass().getClassLoader()) {
            @Override
            public Enumeration<URL> getResources(String name) throws IOException {
                throw new IOException("unplugged");
            }
        };

        assertThat(kindWith(failing)).isEqualTo(FailureKind.TIMEOUT);
        assertThat(reports).hasSize(32);
    }

    @Test
    void a_context_class_loader_that_knows_nothing_of_us_or_is_none_does_no_harm() throws IOException {
        assertThat(kindWith(null)).isEqualTo(FailureKind.TIMEOUT);
        assertThat(kindWith(ClassLoader.getPlatformClassLoader())).isEqualTo(FailureKind.TIMEOUT);
        assertThat(reports).isEmpty();

        try (URLClassLoader other = listing(ClassLoader.getPlatformClassLoader(), Refusing.class.getName())) {
            assertThat(kindWith(other)).isEqualTo(FailureKind.TIMEOUT);
        }
        assertThat(reports).singleElement().asString().contains("Refusing not found");
    }

    /** Afloat anew, in a loader that lists a classifier by itself: what the context loader has to do with it is for the test to say. */
    private String saidByAfloatIn(URLClassLoader own, ClassLoader context) throws Exception {
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        current.setContextClassLoader(context);
        try {
            Class<?> type = own.loadClass(ClassifierSequence.class.getName());
            BiConsumer<String, Throwable> broken = (name, thrown) -> reports.add(name + ": " + thrown);
            Object sequence =
                    type.getMethod("discover", Clock.class, BiConsumer.class).invoke(null, Clock.systemUTC(), broken);
            return type.getMethod("classify", Throwable.class)
                    .invoke(sequence, new TimeoutException())
                    .toString();
        } finally {
            current.setContextClassLoader(before);
        }
    }

    @Test
    void those_of_our_own_loader_are_found_whatever_the_context_is_and_each_once() throws Exception {
        listing(ClassLoader.getPlatformClassLoader(), Unmakeable.class.getName(), Refusing.class.getName())
                .close();
        URL[] path = {
            folder.toUri().toURL(),
            FailureClassifier.class.getProtectionDomain().getCodeSource().getLocation(),
            FoundClassifiersTest.class.getProtectionDomain().getCodeSource().getLocation()
        };
        try (URLClassLoader own = new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
                URLClassLoader below = new URLClassLoader(new URL[0], own)) {
            for (ClassLoader context : new ClassLoader[] {below, own, ClassLoader.getPlatformClassLoader()}) {
                reports.clear();

                assertThat(saidByAfloatIn(own, context)).isEqualTo("REFUSED");
                assertThat(reports).singleElement().asString().contains("Unmakeable could not be instantiated");
            }
        }
    }
}
