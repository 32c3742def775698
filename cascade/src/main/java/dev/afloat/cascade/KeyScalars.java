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
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Values of the JDK of which a text says all there is. */
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

    /** Returns a text that no other value of its type has, and that every JDK writes alike. */
    static String text(Object value) {
        if (value instanceof Locale locale) {
            return text(locale);
        }
        if (value instanceof Double number) {
            return Double.toHexString(number); // which decimals stand for a number differs between JDKs
        }
        return value instanceof Float number ? Float.toHexString(number) : value.toString();
    }

    /** Part by part, each with its length: both forms as text leave out what is not well-formed. */
    private static String text(Locale locale) {
        StringBuilder text = new StringBuilder();
        for (String part :
                List.of(locale.getLanguage(), locale.getScript(), locale.getCountry(), locale.getVariant())) {
            text.append(part.length()).append(':').append(part);
        }
        for (char extension : locale.getExtensionKeys()) {
            text.append(extension).append(locale.getExtension(extension)).append(' ');
        }
        return text.toString();
    }
}
