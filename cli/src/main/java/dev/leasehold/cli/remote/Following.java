package dev.leasehold.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Follows events through broken connections and restarts of the server, missing none. */
public final class Following {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private final Api api;
  private final Address address;
  private final PrintWriter err;
  private @Nullable String lastId;
  private Duration pause = FIRST_PAUSE;

  public Following(Api api, Address address, PrintWriter err) {
    this.api = api;
    this.address = address;
    this.err = err;
  }

  /**
   * Hands events on until the consumer has had enough.
   *
   * @param consumer whether it wants more
   * @throws CallFailedException if there is nothing to follow from the beginning, or no more
   */
  public void follow(Predicate<LiveEvent> consumer) throws IOException {
    boolean connected = false;
    while (true) {
      try (EventStream stream = EventStream.open(api, address, lastId)) {
        connected = true;
        if (!handOn(stream, consumer)) {
          return;
        }
      } catch (CallFailedException e) {
        if (!connected || e.exit() != Exit.UNAVAILABLE) {
          throw e;
        }
        say(e);
      } catch (IOException e) {
        say(e);
      }
      LockSupport.parkNanos(pause.toNanos());
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0
              ? LONGEST_PAUSE
              : pause.multipliedBy(2);
    }
  }

  /** Whether to go on with another stream. */
  private boolean handOn(EventStream stream, Predicate<LiveEvent> consumer) throws IOException {
    try {
      for (LiveEvent event = stream.next(); event != null; event = stream.next()) {
        if (event.isEnd()) {
          end(event);
          return true;
        }
        pause = FIRST_PAUSE;
        lastId = stream.lastId();
        if (!consumer.test(event)) {
          return false;
        }
      }
      return true;
    } finally {
      lastId = stream.lastId();
    }
  }

  private void end(LiveEvent event) throws CallFailedException {
    Exit exit = Exit.of(event.fields().text("code"));
    if (exit != Exit.UNAVAILABLE) {
      throw new CallFailedException(exit, event.fields().text("detail"));
    }
  }

  private void say(IOException failure) {
    if (pause.equals(FIRST_PAUSE)) {
      err.println("leasehold: the connection is lost, trying again: " + failure.getMessage());
    }
  }
}
