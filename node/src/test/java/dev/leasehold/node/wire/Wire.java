package dev.leasehold.node.wire;

import com.google.protobuf.Message;
import java.util.concurrent.CompletableFuture;

/** A way to the operations of a server, in the messages that all surfaces share. */
public interface Wire extends AutoCloseable {

  /**
   * A request under way.
   *
   * @param answer the reply, or a {@link dev.leasehold.api.v1.Problem} if it is refused
   * @param hangUp ends the call, or the connection, that waits for the answer
   */
  record Sent(CompletableFuture<Message> answer, Runnable hangUp) {}

  /**
   * Sends a request of any operation, which is known by the type of the message.
   *
   * @param token empty for none
   */
  Sent send(String token, Message request);

  /** Closes connections, so that the server need not wait for them. */
  @Override
  void close();
}
