package dev.leasehold.node.grpc;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The requests of one stream that are not answered. While they are too many, or too large, nothing
 * more is read. All of it on the stream's event loop.
 */
final class Unanswered {

  /** Enough to keep the journal busy for several blocks; with more, memory would pay. */
  static final int MAX = 4_096;

  /** As many requests of 1 KiB, which is much: those with scopes of many patterns are rare. */
  static final long MAX_BYTES = MAX << 10;

  /**
   * As many as may wait on one resource. They take no part in the number above, or they could keep
   * out the very release that they wait for; their bytes count until they wait.
   */
  static final int MAX_WAITS = 10_000;

  private final Set<StreamedRequest> waits = new HashSet<>();
  private int number;
  private long bytes;

  /** Whether more may be read. */
  boolean hasRoom() {
    return number < MAX && bytes < MAX_BYTES;
  }

  boolean hasRoomToWait() {
    return waits.size() < MAX_WAITS;
  }

  boolean isEmpty() {
    return number == 0 && waits.isEmpty();
  }

  /** How many bytes the requests have that are not decided. */
  long bytes() {
    return bytes;
  }

  void add(StreamedRequest request) {
    if (request.mayWait) {
      waits.add(request);
    } else {
      number++;
    }
    bytes += request.bytes();
  }

  /** The request is not needed any more to decide it. */
  void decided(StreamedRequest request) {
    bytes -= request.takeBytes();
  }

  void answered(StreamedRequest request) {
    number -= request.mayWait ? 0 : 1;
    decided(request);
  }

  void delivered(StreamedRequest request) {
    waits.remove(request);
  }

  /** The requests that wait, which wait no more. */
  List<StreamedRequest> giveUp() {
    List<StreamedRequest> gone = List.copyOf(waits);
    waits.clear();
    return gone;
  }
}
