package dev.leasehold.node.publish;

/**
 * Where a watcher's publications go: one stream to one client. Its methods do not wait and do not
 * fail; they are called by one thread at a time.
 */
public interface Sink {

  /**
   * To be called by the sink when {@link #isReady} or {@link #isClosed} may have changed, by any
   * thread.
   */
  void onChange(Runnable wake);

  /** Adds to what goes out next. */
  void send(Publication publication);

  /** Whether what goes out next is large enough to go. */
  boolean isFull();

  /** Sends it. */
  void flush();

  /** Whether the client has taken all that went out. */
  boolean isReady();

  /** Shows that the stream lives, and how far it has got. */
  void keepAlive(long position);

  /** Whether the client has gone. */
  boolean isClosed();

  /** Tells the client why the stream ends, as the last message. */
  void end(StreamEnd why);
}
