package dev.afloat.failure.fakes;

/** Exceptions shaped like those of google-genai: here {@code code()} is the status, and {@code status()} a word. */
@SuppressWarnings("serial")
public final class GoogleGenAi {
    private GoogleGenAi() {}

    public static final class ApiException extends RuntimeException {
        private final int code;
        private final String status;

        public ApiException(int code, String status, String message) {
            super(code + " " + status + ". " + message);
            this.code = code;
            this.status = status;
        }

        public int code() {
            return code;
        }

        public String status() {
            return status;
        }
    }

    public static final class GenAiIOException extends RuntimeException {
        public GenAiIOException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
