package dev.afloat.examples.page;

import java.time.Duration;

/**
 * What the program is started with.
 *
 * @param port 0 for any that is free
 * @param every from one request to the next
 */
record Settings(int port, Duration every) {

    static Settings of(String... args) {
        int port = 0;
        int every = 1000;
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--every")) {
                i++;
                every = number(i < args.length ? args[i] : "", 1, 3_600_000, "What follows --every, milliseconds,");
            } else if (i == 0) {
                port = number(args[i], 0, 65_535, "The port");
            } else {
                throw new IllegalArgumentException(
                        "'" + args[i] + "' is not known here: give a port, --every and milliseconds, both or neither");
            }
        }
        return new Settings(port, Duration.ofMillis(every));
    }

    private static int number(String text, int least, int most, String what) {
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException(
                what + " must be a whole number from " + least + " to " + most + ", but is '" + text + "'");
    }
}
