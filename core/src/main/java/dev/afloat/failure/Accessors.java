package dev.afloat.failure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads accessors of objects whose classes Afloat does not know. Whatever goes wrong, unless it is asked for, nothing was read: an
 * accessor of a real client threw since the body it reads from had a null in it.
 *
 * <p>What is found is kept with the class it was found in, and is made of classes of the JDK only: so neither do we keep the loader of
 * a client's classes alive, nor does a class that outlives us (one of the JDK, say) keep ours.
 */
final class Accessors {
    private static final ClassValue<Map<String, Method>> METHODS = new ClassValue<>() {
        @Override
        protected Map<String, Method> computeValue(Class<?> type) {
            Map<String, Method> found = new HashMap<>();
            collect(type, found);
            return Map.copyOf(found);
        }
    };

    private Accessors() {}

    /** Returns what an accessor without a parameter returned, out of its {@link Optional}; null if there is no such thing. */
    static @Nullable Object read(Object target, Accessor accessor) {
        try {
            Method method = METHODS.get(target.getClass()).get(accessor.key());
            return method == null ? null : outOf(method.invoke(target));
        } catch (Throwable e) { // also an Error: broken linkage, or an accessor that calls itself
            return null;
        }
    }

    /** Returns what the first of these accessors that returned anything did; null if none did. */
    static @Nullable Object readFirst(Object target, Accessor[] accessors) {
        for (Accessor accessor : accessors) {
            Object value = read(target, accessor);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /** Returns the response that an exception carries; null if it carries none. */
    static @Nullable Object response(Object link) {
        Object response = read(link, Accessor.RESPONSE);
        return response != null ? response : read(link, Accessor.GET_RESPONSE);
    }

    /**
     * Returns what an accessor without a parameter returned, out of its {@link Optional}; null if there is no such thing.
     *
     * @throws Throwable what the accessor threw
     */
    static @Nullable Object readOrThrow(Object target, Accessor accessor) throws Throwable {
        Method method = METHODS.get(target.getClass()).get(accessor.key());
        try {
            return method == null ? null : outOf(method.invoke(target));
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** Returns whether a class has any accessor at all. */
    static boolean any(Class<?> type) {
        return !METHODS.get(type).isEmpty();
    }

    /** Returns whether a class has an accessor. */
    static boolean has(Class<?> type, Accessor accessor) {
        return METHODS.get(type).containsKey(accessor.key());
    }

    /** Returns whether a class has one of these accessors. */
    static boolean hasAny(Class<?> type, Accessor... accessors) {
        return firstOf(type, accessors) != null;
    }

    /** Returns the first of these accessors that a class has; null if it has none. */
    static @Nullable Accessor firstOf(Class<?> type, Accessor... accessors) {
        for (Accessor accessor : accessors) {
            if (has(type, accessor)) {
                return accessor;
            }
        }
        return null;
    }

    /** Returns whether an accessor returns whatever its class was made for: something of the user's, perhaps. */
    static boolean returnsAnything(Class<?> type, Accessor accessor) {
        Method method = METHODS.get(type).get(accessor.key());
        return method != null && method.getReturnType() == Object.class;
    }

    /** Returns whether there can be anything to read: not in a class of the JDK. */
    static boolean readable(Class<?> type) {
        return !ofTheJdk(type);
    }

    /** Returns what an accessor by name returned, out of its {@link Optional}; null if there is no such thing. */
    static @Nullable Object read(Object target, Accessor accessor, String name) {
        try {
            Method method = METHODS.get(target.getClass()).get(accessor.key());
            return method == null ? null : outOf(method.invoke(target, name));
        } catch (Throwable e) {
            return null;
        }
    }

    private static @Nullable Object outOf(@Nullable Object value) {
        return value instanceof Optional<?> optional ? optional.orElse(null) : value;
    }

    /** The class itself, then those above it, then interfaces: the first that lets us in, since the class may be hidden in a module. */
    private static void collect(Class<?> type, Map<String, Method> found) {
        for (Class<?> each = type; each != null && !ofTheJdk(each); each = each.getSuperclass()) {
            collectDeclared(each, found);
        }
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Class<?> parent : each.getInterfaces()) {
                collect(parent, found);
            }
        }
    }

    private static void collectDeclared(Class<?> type, Map<String, Method> found) {
        try {
            for (Method method : type.getDeclaredMethods()) {
                Accessor accessor = Accessor.of(method);
                if (accessor != null && !found.containsKey(accessor.key()) && method.trySetAccessible()) {
                    found.put(accessor.key(), method);
                }
            }
        } catch (Throwable e) {
            // A signature names a class that is not there: what is declared above may still be readable.
        }
    }

    /** The JDK's have nothing of the kind, except for its HTTP client. */
    private static boolean ofTheJdk(Class<?> type) {
        return type.getName().startsWith("java.") && !type.getName().startsWith("java.net.http.");
    }
}
