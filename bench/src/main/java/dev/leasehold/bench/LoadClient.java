package dev.leasehold.bench;

/** Runs cycles until it is closed. */
interface LoadClient extends AutoCloseable {

  void start();

  @Override
  void close();
}
