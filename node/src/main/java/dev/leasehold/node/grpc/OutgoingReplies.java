package dev.leasehold.node.grpc;

import dev.leasehold.api.v1.ReplyBatch;
import dev.leasehold.api.v1.StreamReply;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The replies of one stream that leave with the next message, and those that have left before. */
final class OutgoingReplies {

  /** A larger message would make the first of its replies wait for the last. */
  private static final int MESSAGE_BYTES = 1 << 16;

  private ReplyBatch.Builder message = ReplyBatch.newBuilder();
  private int messageBytes;
  private List<StreamedRequest> leaving = new ArrayList<>();
  private final List<StreamedRequest> onTheirWay = new ArrayList<>();

  void add(StreamedRequest open, StreamReply reply) {
    message.addReplies(reply);
    messageBytes += reply.getSerializedSize();
    leaving.add(open);
  }

  boolean isEmpty() {
    return messageBytes == 0;
  }

  boolean isFull() {
    return messageBytes >= MESSAGE_BYTES;
  }

  /**
   * All that is there, which is on its way from now on.
   *
   * @param answered is shown each request that is answered with it
   */
  ReplyBatch takeMessage(Consumer<StreamedRequest> answered) {
    List<StreamedRequest> left = leaving;
    leaving = new ArrayList<>(left.size());
    messageBytes = 0;
    ReplyBatch full = message.build();
    message = ReplyBatch.newBuilder();
    left.forEach(answered);
    onTheirWay.addAll(left);
    return full;
  }

  /** The replies on their way have arrived. */
  void arrived(Consumer<StreamedRequest> delivered) {
    onTheirWay.forEach(delivered);
    onTheirWay.clear();
  }

  /** The replies on their way do not arrive any more. */
  void forget() {
    onTheirWay.clear();
  }
}
