package dev.leasehold.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/** Prints many lines in few writes, and stops when nobody reads them any more. */
final class LinePrinter implements AutoCloseable {

  private static final int AT_A_TIME = 64 << 10;

  private final PrintWriter out;
  private final StringBuilder waiting = new StringBuilder();

  LinePrinter(PrintWriter out) {
    this.out = out;
  }

  void print(String line) {
    waiting.append(line).append('\n');
    if (waiting.length() >= AT_A_TIME) {
      flush();
    }
  }

  private void flush() {
    out.print(waiting);
    waiting.setLength(0);
    if (out.checkError()) {
      throw new UncheckedIOException(new IOException("nobody reads the output any more"));
    }
  }

  @Override
  public void close() {
    flush();
  }
}
