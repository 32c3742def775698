/** A cache in Redis, to be copied: {@link dev.afloat.examples.redis.RedisStore}. */
@NullMarked
package dev.afloat.examples.redis;

import org.jspecify.annotations.NullMarked;
