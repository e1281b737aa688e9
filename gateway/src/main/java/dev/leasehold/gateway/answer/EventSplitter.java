package dev.leasehold.gateway.answer;

import java.util.Arrays;

/**
 * Cuts a stream of server-sent events into its events, each with its ending blank line, however the
 * bytes come. An event that is too long is handed on in parts.
 */
final class EventSplitter {

  /** A picture in base64 fits. */
  private static final int MAX_EVENT_BYTES = 4 << 20;

  /** Takes events. */
  interface Sink {

    /**
     * Takes an event, or a part of one that is too long.
     *
     * @param whole whether it is all of the event
     */
    void event(byte[] bytes, boolean whole);
  }

  private final Sink sink;
  private byte[] buffer = new byte[512];
  private int length;
  private int lineLength;
  private boolean afterCr;
  private boolean tooLong;

  EventSplitter(Sink sink) {
    this.sink = sink;
  }

  void take(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      byte next = bytes[i];
      if (length == buffer.length) {
        buffer = Arrays.copyOf(buffer, length * 2);
      }
      buffer[length++] = next;
      boolean secondOfPair = next == '\n' && afterCr;
      afterCr = next == '\r';
      if (secondOfPair) {
        continue;
      }
      if (next == '\n' || next == '\r') {
        // With CR and LF the LF that follows begins the next event, where it changes nothing.
        if (lineLength == 0) {
          hand(true);
        }
        lineLength = 0;
      } else {
        lineLength++;
      }
      if (length >= MAX_EVENT_BYTES) {
        hand(false);
        tooLong = true;
      }
    }
  }

  private void hand(boolean whole) {
    byte[] event = Arrays.copyOf(buffer, length);
    length = 0;
    boolean complete = whole && !tooLong;
    if (whole) {
      tooLong = false;
    }
    sink.event(event, complete);
  }

  /** The stream is over: hands on what is left, which is no event. */
  void end() {
    if (length > 0) {
      hand(false);
    }
  }
}
