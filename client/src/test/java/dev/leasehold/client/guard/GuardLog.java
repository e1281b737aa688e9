package dev.leasehold.client.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The log of guards while it is open, kept here instead of shown. */
final class GuardLog extends Handler implements AutoCloseable {

  private static final Logger LOGGER = Logger.getLogger(Guard.class.getName());

  private final List<String> lines = new ArrayList<>();

  GuardLog() {
    LOGGER.setUseParentHandlers(false);
    LOGGER.addHandler(this);
  }

  @Override
  public synchronized void publish(LogRecord line) {
    if (lines.size() < 100) {
      lines.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
    }
  }

  synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    LOGGER.removeHandler(this);
    LOGGER.setUseParentHandlers(true);
  }

  static {
    LOGGER.setLevel(Level.ALL);
  }
}
