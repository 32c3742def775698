package dev.afloat.failure;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Finds classifiers by {@link ServiceLoader}. One that cannot be loaded is reported and left out. */
final class FoundClassifiers {
    private static final String FILE = "META-INF/services/" + FailureClassifier.class.getName();

    /** A loader that fails at every step would never come to an end. */
    private static final int MOST_FAULTS = 32;

    private final Map<Class<?>, FailureClassifier> found = new LinkedHashMap<>();
    private final BiConsumer<String, Throwable> broken;

    private FoundClassifiers(BiConsumer<String, Throwable> broken) {
        this.broken = broken;
    }

    /**
     * The application's loader first: where Afloat lies in a shared folder of a server, its own does not see the application. Then
     * Afloat's own, unless the first one asks it anyway: the context loader may be one that knows nothing of libraries, or null.
     */
    static Collection<FailureClassifier> load(BiConsumer<String, Throwable> broken) {
        FoundClassifiers all = new FoundClassifiers(broken);
        ClassLoader own = FailureClassifier.class.getClassLoader();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null) {
            all.addThoseOf(context);
        }
        if (!asks(context, own)) {
            all.addThoseOf(own);
        }
        return all.found.values();
    }

    private static boolean asks(@Nullable ClassLoader loader, @Nullable ClassLoader other) {
        for (ClassLoader each = loader; each != null; each = each.getParent()) {
            if (each == other) {
                return true;
            }
        }
        return false;
    }

    private void addThoseOf(@Nullable ClassLoader loader) {
        Iterator<FailureClassifier> providers =
                ServiceLoader.load(FailureClassifier.class, loader).iterator();
        int faults = 0;
        while (faults < MOST_FAULTS) {
            try {
                if (!providers.hasNext()) {
                    return;
                }
                FailureClassifier provider = providers.next();
                found.putIfAbsent(provider.getClass(), provider);
            } catch (Throwable e) { // a configuration error, or broken linkage of the provider
                faults++;
                broken.accept(FILE, e);
            }
        }
    }
}
