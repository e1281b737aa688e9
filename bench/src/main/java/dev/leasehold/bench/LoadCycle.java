package dev.leasehold.bench;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import java.util.UUID;

/**
 * One cycle after the other, of resources that nobody else uses, and what their replies must be.
 */
final class LoadCycle {

  static final String SPACE = "load";

  /** Differs from run to run: what a run held when it ended is still held in the next. */
  private static final String RUN = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);

  private final LoadRecord record;
  private final AcquireRequest prototype;
  private final String prefix;
  private final boolean requestIds;
  private long count;
  private long sentNanos;
  private String path = "";

  LoadCycle(LoadOptions options, LoadRecord record, int connection, int slot) {
    this.record = record;
    this.prototype =
        AcquireRequest.newBuilder().setSpace(SPACE).setPolicy(options.policy()).build();
    this.requestIds = options.requestIds();
    this.prefix = "/" + RUN + "/" + connection + "/" + slot + "/";
  }

  AcquireRequest acquire() {
    AcquireRequest.Builder request = prototype.toBuilder().addPaths(acquirePath());
    if (requestIds) {
      request.setRequestId(UUID.randomUUID().toString());
    }
    return request.build();
  }

  String acquirePath() {
    path = prefix + count++;
    sentNanos = System.nanoTime();
    return path;
  }

  ReleaseLeaseRequest release(String leaseId) {
    sentNanos = System.nanoTime();
    ReleaseLeaseRequest.Builder request = ReleaseLeaseRequest.newBuilder().setLeaseId(leaseId);
    if (requestIds) {
      request.setRequestId(UUID.randomUUID().toString());
    }
    return request.build();
  }

  /** The reply to either request: the acquire's path, and the state that it must have. */
  void check(Lease lease, Lease.State expected) {
    record.reply(sentNanos);
    if (lease.getState() != expected
        || lease.getFencingToken() <= 0
        || lease.getScopeCount() != 1
        || !lease.getScope(0).equals(path)) {
      record.wrong(path + " should be " + expected + ": " + lease);
    }
    if (expected == Lease.State.RELEASED) {
      record.cycle();
    }
  }

  void check(String json, String expected) {
    record.reply(sentNanos);
    if (!json.contains("\"state\":\"" + expected + "\"")
        || !json.contains("\"scope\":[\"" + path + "\"]")) {
      record.wrong(path + " should be " + expected + ": " + json);
    }
    if (expected.equals("RELEASED")) {
      record.cycle();
    }
  }

  /** Notes that the release is being sent. */
  void sending() {
    sentNanos = System.nanoTime();
  }
}
