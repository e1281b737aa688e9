package dev.leasehold.node.http.receive;

import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import java.util.HashMap;
import java.util.Map;

/**
 * The room for requests that are being received and for replies that have not left, of everybody
 * together and of each caller: a caller that sends much and finishes nothing, or asks for much and
 * reads nothing, uses up its own share, and nobody uses up the heap.
 */
public final class Intake {

  /** The least that a piece of a body counts: memory is taken for each. */
  static final int PIECE_BYTES = 256;

  /** The memory that a request takes besides its bytes, as long as it is under way. */
  static final int REQUEST_BYTES = 1_024;

  /** Received, decoded and queued, a request may take several times its bytes. */
  private static final int HEAP_SHARE = 8;

  /** The number of misbehaving callers that it takes to fill the intake. */
  private static final int CALLERS = 4;

  private final long most;
  private final long mostOfOne;
  private final Map<String, Long> byCaller = new HashMap<>();
  private long taken;

  Intake(long most, long mostOfOne) {
    this.most = most;
    this.mostOfOne = mostOfOne;
  }

  /** An intake sized by this process's memory; each caller has room for the largest request. */
  public static Intake ofThisProcess() {
    long share = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    long one = Math.max(share / CALLERS, 2L * WireLimits.MAX_BODY_BYTES);
    return new Intake(Math.max(share, CALLERS * one), one);
  }

  /** An intake for requests of unknown callers, told apart by where they come from. */
  public static Intake ofStrangers() {
    long share = Runtime.getRuntime().maxMemory() / (HEAP_SHARE * CALLERS);
    return new Intake(share, share / CALLERS);
  }

  /**
   * Begins to receive a request.
   *
   * @param headers how many bytes its headers have, which are there until it is answered
   * @param announced how many bytes the caller says its body will have; 0 if it does not say
   * @throws NotReceived if there is no room for them
   */
  Receipt begin(String caller, long headers, long announced) throws NotReceived {
    Receipt receipt = new Receipt(caller, REQUEST_BYTES + headers);
    receipt.hold(receipt.kept + (announced == 0 ? 0 : announced + PIECE_BYTES));
    return receipt;
  }

  /** Takes room if there is some; else says what there is none for. */
  private synchronized Taken take(String caller, long bytes) {
    long own = byCaller.getOrDefault(caller, 0L) + bytes;
    if (own > mostOfOne) {
      return Taken.TOO_MUCH_OF_ONE;
    }
    if (taken + bytes > most) {
      return Taken.TOO_MUCH_OF_ALL;
    }
    taken += bytes;
    byCaller.put(caller, own);
    return Taken.ROOM;
  }

  private enum Taken {
    ROOM,
    TOO_MUCH_OF_ONE,
    TOO_MUCH_OF_ALL
  }

  private NotReceived noRoomToReceive(Taken why) {
    return noRoom(
        why,
        "; finish some of them, then send it again",
        "the server receives as much as it has room for; nothing was carried out, send it again in"
            + " a moment");
  }

  private NotReceived noRoomToReply(Taken why) {
    return noRoom(
        why,
        ", so this reply was dropped; read the others, then send it again, with its requestId if"
            + " it has one",
        "the server has as many unread replies as it has room for, so this one was dropped; send it"
            + " again in a moment, with its requestId if it has one");
  }

  private NotReceived noRoom(Taken why, String adviceToOne, String sentenceToAll) {
    return new NotReceived(
        why == Taken.TOO_MUCH_OF_ONE
            ? Problems.of(
                ProblemCode.QUOTA_EXCEEDED,
                "this caller has requests and unread replies of more than "
                    + mostOfOne
                    + " bytes under way"
                    + adviceToOne)
            : Problems.of(ProblemCode.UNAVAILABLE, sentenceToAll));
  }

  private synchronized void giveBack(String caller, long bytes) {
    taken -= bytes;
    byCaller.computeIfPresent(caller, (name, own) -> own == bytes ? null : own - bytes);
  }

  /** How many bytes are taken now. */
  synchronized long taken() {
    return taken;
  }

  /** The share of one request. Any thread. */
  final class Receipt implements AutoCloseable {

    private final String caller;
    private final long kept;
    private long held;
    private long arrived;
    private long undecided;
    private boolean closed;

    private Receipt(String caller, long kept) {
      this.caller = caller;
      this.kept = kept;
    }

    /** Takes note that a piece has arrived. */
    synchronized void arrived(int bytes) throws NotReceived {
      arrived += Math.max(bytes, PIECE_BYTES);
      if (kept + arrived + undecided > held) {
        hold(kept + arrived + undecided);
      }
    }

    /** Has room for so many bytes, more or fewer than before. */
    private void hold(long bytes) throws NotReceived {
      if (closed || bytes == held) {
        return;
      }
      if (bytes > held) {
        Taken result = take(caller, bytes - held);
        if (result != Taken.ROOM) {
          throw noRoomToReceive(result);
        }
      } else {
        giveBack(caller, held - bytes);
      }
      held = bytes;
    }

    /**
     * Has room for the reply until it has left, instead of for the body.
     *
     * @throws NotReceived if there is none; what is told instead is small
     */
    synchronized void replying(long bytes) throws NotReceived {
      unfinished(0);
      Taken result = closed ? Taken.ROOM : take(caller, bytes);
      if (result != Taken.ROOM) {
        throw noRoomToReply(result);
      }
      held += closed ? 0 : bytes;
    }

    /** Of the body that has arrived only these bytes still wait for the rest of their message. */
    synchronized void unfinished(long bytes) throws NotReceived {
      arrived = bytes == 0 ? 0 : Math.max(bytes, PIECE_BYTES);
      hold(kept + arrived + undecided);
    }

    synchronized boolean isUnfinished() {
      return arrived > 0;
    }

    /**
     * Has room for whole messages of so many bytes that are not decided yet.
     *
     * @throws NotReceived if there is none; then it has room for as many as before
     */
    synchronized void undecided(long bytes) throws NotReceived {
      hold(kept + arrived + bytes);
      undecided = bytes;
    }

    /** The request is answered or was given up. */
    @Override
    public synchronized void close() {
      if (!closed && held > 0) {
        giveBack(caller, held);
      }
      closed = true;
    }
  }
}
