package dev.afloat.testkit.http;

/** What the client sent is not HTTP. */
final class MalformedRequestException extends Exception {
    private static final long serialVersionUID = 1L;
}
