package dev.afloat.testkit.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/** How a response gets to the client, step by step; or does not. */
interface Delivery {
    Delivery WHOLE = (response, wire) -> {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(response.headBytes());
        all.writeBytes(response.bodyBytes());
        wire.send(all.toByteArray());
    };

    Delivery HANG = (response, wire) -> wire.hang();

    Delivery RESET = (response, wire) -> wire.reset();

    Delivery CLOSE = (response, wire) -> wire.close();

    Delivery CLOSE_BEFORE_BODY = (response, wire) -> {
        wire.send(response.headBytes());
        wire.close();
    };

    Delivery CLOSE_IN_BODY = (response, wire) -> {
        sendHalf(response, wire);
        wire.close();
    };

    Delivery STALL_IN_BODY = (response, wire) -> {
        sendHalf(response, wire);
        wire.hang();
    };

    void deliver(Response response, Wire wire) throws IOException;

    static Delivery trickle(Duration period) {
        return (response, wire) -> {
            wire.send(response.headBytes());
            for (byte each : response.bodyBytes()) {
                wire.pause(period);
                wire.send(new byte[] {each});
            }
        };
    }

    private static void sendHalf(Response response, Wire wire) throws IOException {
        byte[] body = response.bodyBytes();
        wire.send(response.headBytes());
        wire.send(Arrays.copyOf(body, body.length / 2));
    }
}
