package dev.leasehold.client;

import dev.leasehold.api.v1.AcknowledgeNoticesRequest;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.StreamReply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands each notice to the listeners once and acknowledges it after that.
 *
 * <p>The server repeats a notice with every reply until it is acknowledged. So an acknowledgement
 * that was lost is sent again when the notice comes again.
 */
final class Notices {

  private static final System.Logger LOG = System.getLogger(Notices.class.getName());

  /** Ten times what a server keeps for one holder. */
  private static final int MAX_REMEMBERED = 10_000;

  private static final int MAX_IN_ONE_REQUEST = 100;

  private enum Progress {
    WITH_LISTENERS,
    HANDLED,
    FAILED
  }

  private final RequestSender requests;
  private final Executor executor;
  private final List<Consumer<Notice>> listeners = new CopyOnWriteArrayList<>();
  private final List<Notice> waiting = new ArrayList<>();
  private final List<String> handled = new ArrayList<>();
  private boolean running;
  private boolean acknowledging;

  private final Map<String, Progress> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Progress> eldest) {
          return size() > MAX_REMEMBERED;
        }
      };

  Notices(RequestSender requests, Executor executor) {
    this.requests = requests;
    this.executor = executor;
  }

  void listen(Consumer<Notice> listener) {
    listeners.add(listener);
  }

  static List<Notice> in(StreamReply reply) {
    return switch (reply.getOutcomeCase()) {
      case LEASE -> reply.getLease().getNoticesList();
      case PROBLEM -> reply.getProblem().getNoticesList();
      case CHECK -> reply.getCheck().getNoticesList();
      case ACKNOWLEDGED -> reply.getAcknowledged().getNoticesList();
      case POOL -> reply.getPool().getNoticesList();
      case HANDSHAKE -> reply.getHandshake().getNoticesList();
      case PROVIDER -> reply.getProvider().getNoticesList();
      case SEALED_KEY, OUTCOME_NOT_SET -> List.of();
    };
  }

  void seen(List<Notice> notices) {
    if (notices.isEmpty() || listeners.isEmpty()) {
      return;
    }
    synchronized (this) {
      for (Notice notice : notices) {
        Progress progress = known.putIfAbsent(notice.getId(), Progress.WITH_LISTENERS);
        if (progress == null) {
          waiting.add(notice);
        } else if (progress == Progress.HANDLED && !handled.contains(notice.getId())) {
          handled.add(notice.getId());
        }
      }
      if (!running && !waiting.isEmpty()) {
        running = true;
        executor.execute(this::deliver);
      }
    }
    acknowledge();
  }

  /** One after the other, so that a listener hears of things in the order they happened. */
  private void deliver() {
    for (Notice notice = next(); notice != null; notice = next()) {
      Progress progress = Progress.HANDLED;
      for (Consumer<Notice> listener : listeners) {
        try {
          listener.accept(notice);
        } catch (RuntimeException e) {
          progress = Progress.FAILED;
          LOG.log(
              System.Logger.Level.WARNING,
              "a listener has failed, so notice " + notice.getId() + " is not acknowledged",
              e);
        }
      }
      synchronized (this) {
        known.replace(notice.getId(), progress);
        if (progress == Progress.HANDLED) {
          handled.add(notice.getId());
        }
      }
      acknowledge();
    }
  }

  private synchronized @Nullable Notice next() {
    running = !waiting.isEmpty();
    return running ? waiting.remove(0) : null;
  }

  private void acknowledge() {
    AcknowledgeNoticesRequest.Builder request = AcknowledgeNoticesRequest.newBuilder();
    synchronized (this) {
      if (acknowledging || handled.isEmpty()) {
        return;
      }
      acknowledging = true;
      List<String> some = handled.subList(0, Math.min(MAX_IN_ONE_REQUEST, handled.size()));
      request.addAllIds(some);
      some.clear();
    }
    requests
        .acknowledge(request.build())
        .whenAnswered((reply, sentNanos) -> acknowledged(), failure -> acknowledged());
  }

  private void acknowledged() {
    synchronized (this) {
      acknowledging = false;
    }
    acknowledge();
  }
}
