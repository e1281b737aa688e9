package dev.leasehold.testing.process.server;

import java.io.IOException;

/** A server that can be asked, wherever it runs. */
public interface AskedServer extends AutoCloseable {

  /** Where it listens, as the start of a URL. */
  String url();

  String adminToken() throws IOException;

  Api admin() throws IOException;

  Api as(String token);

  @Override
  void close() throws IOException;
}
