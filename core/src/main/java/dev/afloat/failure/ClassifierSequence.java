package dev.afloat.failure;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * The classifiers of one tier, in order: its own, those found on the class path, the built-in one. Immutable; safe for use by many
 * threads.
 */
public final class ClassifierSequence {
    private final FailureClassifier[] classifiers;
    private final BiConsumer<? super String, ? super Throwable> broken;

    private ClassifierSequence(
            List<FailureClassifier> classifiers, BiConsumer<? super String, ? super Throwable> broken) {
        this.classifiers = classifiers.toArray(FailureClassifier[]::new);
        this.broken = broken;
    }

    /**
     * Returns the classifiers that the context class loader of this thread finds, then those of Afloat's own class loader, then the
     * built-in one. Looks them up anew at each call: for the building of a chain, not for a request.
     *
     * @param clock tells what time it is for a wait that is given as a date
     * @param broken told the name of a classifier, or of the file that lists it, and what it threw; of each time, so that it is for
     *     the one told to keep count. What it throws itself is dropped
     */
    public static ClassifierSequence discover(Clock clock, BiConsumer<? super String, ? super Throwable> broken) {
        List<FailureClassifier> found = new ArrayList<>(FoundClassifiers.load(reporting(broken)));
        found.add(FailureClassifier.builtIn(clock));
        return new ClassifierSequence(found, broken);
    }

    /** Returns the same with another one in front, which is asked first. */
    public ClassifierSequence startingWith(FailureClassifier own) {
        List<FailureClassifier> all = new ArrayList<>(classifiers.length + 1);
        all.add(Objects.requireNonNull(own, "own"));
        all.addAll(List.of(classifiers));
        return new ClassifierSequence(all, broken);
    }

    /** Returns what the first classifier that knows says; {@link FailureKind#UNKNOWN} if none does. Never throws. */
    public Failure classify(Throwable thrown) {
        for (FailureClassifier classifier : classifiers) {
            try {
                Failure said = classifier.classify(thrown);
                if (said != null) {
                    return said;
                }
            } catch (Throwable e) { // broken linkage of a client's classes is the likeliest, and an Error
                reporting(broken).accept(nameOf(classifier), e);
            }
        }
        return Failure.of(FailureKind.UNKNOWN);
    }

    /** A lambda's class has a number behind a slash that differs from run to run. */
    private static String nameOf(FailureClassifier classifier) {
        String name = classifier.getClass().getName();
        int slash = name.indexOf('/');
        return slash < 0 ? name : name.substring(0, slash);
    }

    private static BiConsumer<String, Throwable> reporting(BiConsumer<? super String, ? super Throwable> broken) {
        Objects.requireNonNull(broken, "broken");
        return (name, thrown) -> {
            try {
                broken.accept(name, thrown);
            } catch (Throwable e) {
                // Nobody is left to tell, and a report must not take the place of an answer.
            }
        };
    }
}
