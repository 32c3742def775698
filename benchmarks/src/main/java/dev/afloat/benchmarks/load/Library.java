package dev.afloat.benchmarks.load;

import dev.afloat.benchmarks.load.Contender.Model;
import java.util.function.BiFunction;

/** Who is compared. A peer that has a waiting and an asynchronous form is there twice, since the two give up differently. */
enum Library {
    SLEEP("(sleep)", (model, threads) -> new SleepContender()),
    AFLOAT("Afloat", AfloatContender::waiting),
    AFLOAT_ASYNC("Afloat, async", AfloatContender::async),
    RESILIENCE4J("Resilience4j", Resilience4jContender::new),
    SMALLRYE("SmallRye", SmallRyeContender::waiting),
    SMALLRYE_ASYNC("SmallRye, async", SmallRyeContender::async),
    FAILSAFE("Failsafe", FailsafeContender::waiting),
    FAILSAFE_ASYNC("Failsafe, async", FailsafeContender::async);

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // method references without state
    private final BiFunction<Model, Threads, Contender> maker;

    Library(String title, BiFunction<Model, Threads, Contender> maker) {
        this.title = title;
        this.maker = maker;
    }

    Contender around(Model model, Threads threads) {
        return maker.apply(model, threads);
    }

    boolean isAfloat() {
        return this == AFLOAT || this == AFLOAT_ASYNC;
    }

    /** Returns whether it calls a model at all. */
    boolean isLibrary() {
        return this != SLEEP;
    }

    @Override
    public String toString() {
        return title;
    }
}
