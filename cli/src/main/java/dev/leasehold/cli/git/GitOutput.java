package dev.leasehold.cli.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** All that a call of git prints on one of its streams, read while it runs. */
final class GitOutput {

  private final InputStream stream;
  private final int most;
  private final boolean all;
  private final CountDownLatch end = new CountDownLatch(1);
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private @Nullable IOException failure;

  /**
   * The bytes of a stream.
   *
   * @param isWhole whether the stream has ended, so that these are all
   */
  record Taken(byte[] bytes, boolean isWhole) {}

  /**
   * @param all whether everything is needed; else the end is
   */
  GitOutput(InputStream stream, int most, boolean all) {
    this.stream = stream;
    this.most = most;
    this.all = all;
    Git.daemon(this::read);
  }

  /**
   * To be called when git has ended. A program that it has left behind may hold the stream open for
   * as long as it runs; nobody waits for that. Java may end the stream when git has ended, behind
   * all that was printed by then.
   *
   * @param nanos how long the stream may take to end
   */
  Taken take(long nanos) throws InterruptedException {
    boolean isWhole = end.await(nanos, TimeUnit.NANOSECONDS);
    synchronized (kept) {
      if (isWhole && failure != null) {
        throw new UncheckedIOException(failure);
      }
      return new Taken(kept.toByteArray(), isWhole);
    }
  }

  private void read() {
    byte[] buffer = new byte[8 << 10];
    try (stream) {
      for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
        keep(buffer, read);
      }
    } catch (IOException e) {
      synchronized (kept) {
        failure = e;
      }
    } finally {
      end.countDown();
    }
  }

  private void keep(byte[] buffer, int length) throws IOException {
    synchronized (kept) {
      if (kept.size() + length > most) {
        if (all) {
          throw new IOException("too much output");
        }
        kept.reset();
      }
      kept.write(buffer, 0, length);
    }
  }
}
