package dev.afloat.benchmarks.load;

import dev.afloat.benchmarks.load.Contender.Model;
import java.util.function.BiFunction;

/** Who is compared. A peer that has a waiting and an asynchronous form is there twice, since the two give up differently. */
enum Library {
    AFLOAT("Afloat", AfloatContender::waiting),
    AFLOAT_ASYNC("Afloat, async", AfloatContender::async),
    RESILIENCE4J("Resilience4j", Resilience4jContender::new),
    SMALLRYE("SmallRye", SmallRyeContender::waiting),
    SMALLRYE_ASYNC("SmallRye, async", SmallRyeContender::async),
    FAILSAFE("Failsafe", FailsafeContender::waiting),
    FAILSAFE_ASYNC("Failsafe, async", FailsafeContender::async);

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // method references without state
    private final BiFunction<Model, Workers, Contender> maker;

    Library(String title, BiFunction<Model, Workers, Contender> maker) {
        this.title = title;
        this.maker = maker;
    }

    Contender around(Model model, Workers workers) {
        return maker.apply(model, workers);
    }

    boolean isAfloat() {
        return this == AFLOAT || this == AFLOAT_ASYNC;
    }

    @Override
    public String toString() {
        return title;
    }
}
