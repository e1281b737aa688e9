package dev.leasehold.client;

import dev.leasehold.api.v1.StreamReply;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads a held lease from the server, one request at a time: whoever asks while one is under way
 * shares the next. The lease learns from the reply, as from every other, before those who asked.
 */
final class SharedLeaseReads {

  /** Ids of notices are positions in the journal: a longer number is a larger one. */
  private static final Comparator<String> BY_POSITION =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  private record Asker(Consumer<StreamReply> answered, Consumer<Throwable> failed) {}

  private final HeldLeases home;
  private final String leaseId;
  private List<Asker> waiting = new ArrayList<>();
  private boolean underWay;
  private String newestNotice = "";

  SharedLeaseReads(HeldLeases home, String leaseId) {
    this.home = home;
    this.leaseId = leaseId;
  }

  /**
   * Asks because of a notice, unless it or a later one was seen: each comes with every reply, also
   * with that to the read, until it is acknowledged.
   */
  void noticed(String noticeId) {
    synchronized (this) {
      if (BY_POSITION.compare(noticeId, newestNotice) <= 0) {
        return;
      }
      newestNotice = noticeId;
    }
    ask(reply -> {}, failure -> {});
  }

  /** Calls one of the two with the reply to a request that is sent after this call. */
  void ask(Consumer<StreamReply> answered, Consumer<Throwable> failed) {
    synchronized (this) {
      waiting.add(new Asker(answered, failed));
    }
    send();
  }

  private void send() {
    List<Asker> askers;
    synchronized (this) {
      if (underWay || waiting.isEmpty()) {
        return;
      }
      underWay = true;
      askers = waiting;
      waiting = new ArrayList<>();
    }
    home.get(leaseId)
        .whenAnswered(
            (reply, sentNanos) -> finish(askers, asker -> asker.answered.accept(reply)),
            failure -> finish(askers, asker -> asker.failed.accept(failure)));
  }

  private void finish(List<Asker> askers, Consumer<Asker> outcome) {
    synchronized (this) {
      underWay = false;
    }
    askers.forEach(outcome);
    send();
  }
}
