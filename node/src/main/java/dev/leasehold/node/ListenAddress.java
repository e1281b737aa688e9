package dev.leasehold.node;

import java.io.IOException;
import java.net.InetSocketAddress;

/** The address that a server is told to listen on, if it may. */
final class ListenAddress {

  private static final int MAX_PORT = 65_535;

  private ListenAddress() {}

  static InetSocketAddress of(Server.Options options) throws IOException {
    if (options.port() < 0 || options.port() > MAX_PORT) {
      throw new IOException("a port is a number from 0 to " + MAX_PORT);
    }
    InetSocketAddress address = new InetSocketAddress(options.host(), options.port());
    if (address.isUnresolved()) {
      throw new IOException("there is no host " + options.host() + " to listen on");
    }
    if (!address.getAddress().isLoopbackAddress()
        && !options.access().hasTls()
        && !options.insecurePlaintext()) {
      throw new IOException(
          "others can reach "
              + options.host()
              + " and there is no TLS: tokens would travel in clear; give --tls-cert and --tls-key,"
              + " listen on loopback, or say --insecure-plaintext if the network is trusted");
    }
    return address;
  }
}
