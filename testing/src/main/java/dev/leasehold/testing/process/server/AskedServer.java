package dev.leasehold.testing.process.server;

import java.io.IOException;

/** A server that can be asked, wherever it runs. */
public interface AskedServer extends AutoCloseable {

  Api admin() throws IOException;

  Api as(String token);

  @Override
  void close() throws IOException;
}
