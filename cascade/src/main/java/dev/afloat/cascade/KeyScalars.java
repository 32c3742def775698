package dev.afloat.cascade;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Values of the JDK of which {@code toString} says all there is. */
final class KeyScalars {
    private static final Set<Class<?>> FINAL = Set.of(
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            UUID.class,
            Locale.class,
            Currency.class,
            Instant.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            OffsetTime.class,
            OffsetDateTime.class,
            ZonedDateTime.class,
            Year.class,
            YearMonth.class,
            MonthDay.class,
            Duration.class,
            Period.class,
            BigInteger.class,
            BigDecimal.class);

    private KeyScalars() {}

    /** Returns the name of the type of {@code value}; null if it is none of these. */
    static @Nullable String type(Object value) {
        if (FINAL.contains(value.getClass())) {
            return value.getClass().getSimpleName();
        }
        return value instanceof ZoneId ? "ZoneId" : null;
    }

    static String text(Object value) {
        // Either form alone leaves something out of some locale.
        return value instanceof Locale locale ? locale + " " + locale.toLanguageTag() : value.toString();
    }
}
