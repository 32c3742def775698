package dev.afloat.benchmarks.load;

import java.util.concurrent.TimeUnit;

/** No library at all: callers sleep for the limit and take the local answer. What this machine adds to everybody's figures. */
final class SleepContender implements Contender {
    @Override
    public String ask(int caller) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(LIMIT.toNanos());
        return LOCAL;
    }
}
