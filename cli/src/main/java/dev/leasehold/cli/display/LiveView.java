package dev.leasehold.cli.display;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Following;
import dev.leasehold.cli.remote.LiveEvent;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.terminal.Colour;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.TerminalSize;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A terminal full of leases, with the latest events below, kept up to date. */
public final class LiveView {

  /** Switches to the alternate screen, as editors do, and hides the cursor. */
  private static final String ENTER = "\u001b[?1049h\u001b[?25l";

  /** Switches back; the line break is for terminals that have no alternate screen. */
  private static final String LEAVE = "\r\n\u001b[?25h\u001b[?1049l";

  private static final String HOME = "\u001b[H";
  private static final String CLEAR_LINE = "\u001b[K";
  private static final String CLEAR_REST = "\u001b[J";

  /** More events than a terminal has lines for. */
  private static final int EVENTS_KEPT = 200;

  private static final int MOST_LEASES = 200;

  /** The leases are read from the server again at least so often. */
  private static final long PACE_MILLIS = 1_000;

  private final Api api;
  private final Surroundings surroundings;
  private final @Nullable String space;
  private final @Nullable String holder;
  private final BlockingQueue<LiveEvent> arriving = new LinkedBlockingQueue<>(10_000);
  private final Deque<LiveEvent> latest = new ArrayDeque<>();
  private volatile @Nullable IOException failure;
  private volatile boolean ended;
  private final AtomicBoolean left = new AtomicBoolean();

  public LiveView(
      Api api, Surroundings surroundings, @Nullable String space, @Nullable String holder) {
    this.api = api;
    this.surroundings = surroundings;
    this.space = space;
    this.holder = holder;
  }

  /** Draws until enough has happened, the token ends or the process is told to stop. */
  public void show(Following following, long count) throws IOException, InterruptedException {
    List<String> last = List.of();
    Thread leave = new Thread(this::leave, "leasehold-leave");
    Runtime.getRuntime().addShutdownHook(leave);
    Thread.ofPlatform().daemon().name("leasehold-events").start(() -> read(following));
    print(ENTER);
    try {
      long missing = count;
      while (true) {
        last = draw();
        if (failure != null) {
          throw failure;
        }
        if (ended || missing <= 0) {
          break;
        }
        missing -= await();
      }
    } finally {
      leave();
      forget(leave);
    }
    last.forEach(surroundings.out()::println);
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // It runs already.
    }
  }

  /** Leaves the alternate screen once, whichever thread comes first. */
  private void leave() {
    if (left.compareAndSet(false, true)) {
      print(LEAVE);
    }
  }

  private void print(String text) {
    surroundings.out().print(text);
    surroundings.out().flush();
  }

  /** Waits for events, no longer than a picture may stand, and returns how many have come. */
  private long await() throws InterruptedException {
    long come = 0;
    LiveEvent event = arriving.poll(PACE_MILLIS, TimeUnit.MILLISECONDS);
    for (; event != null; event = arriving.poll()) {
      come++;
      latest.addLast(event);
      if (latest.size() > EVENTS_KEPT) {
        latest.removeFirst();
      }
    }
    return come;
  }

  private void read(Following following) {
    try {
      following.follow(arriving::offer);
      ended = true;
    } catch (IOException e) {
      failure = e;
    }
  }

  private List<String> draw() throws IOException {
    LivePicture picture =
        new LivePicture(TerminalSize.of(surroundings.screen()), surroundings.zone());
    List<String> lines = lines(picture, latest.stream().map(LiveEvent::fields).toList());
    if (!left.get()) {
      // No new line behind the last one: the first would be pushed off a full screen.
      print(HOME + String.join(CLEAR_LINE + "\r\n", lines) + CLEAR_LINE + CLEAR_REST);
    }
    return lines;
  }

  private List<String> lines(LivePicture picture, List<Fields> events) throws IOException {
    try {
      Reply reply =
          api.get(
              Address.of("/v1/leases")
                  .with("space", space)
                  .with("holder", holder)
                  .with("pageSize", MOST_LEASES));
      return picture.lines(
          reply.fields().objects("leases"),
          reply.now(),
          !reply.fields().text("nextPageToken").isEmpty(),
          events);
    } catch (CallFailedException e) {
      if (e.exit() != Exit.UNAVAILABLE) {
        throw e;
      }
      return picture.lines(Colour.RED, "no server at the moment, trying on", events);
    }
  }
}
