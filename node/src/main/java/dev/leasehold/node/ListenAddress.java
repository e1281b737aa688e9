package dev.leasehold.node;

import dev.leasehold.node.port.Port;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

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
    requireFree(address);
    return address;
  }

  /**
   * Tries the address before anything is made on the disk. Another process may still take it before
   * it is listened on; then only the beginnings of a data directory are left.
   */
  private static void requireFree(InetSocketAddress address) throws IOException {
    if (address.getPort() == 0) {
      return;
    }
    try (ServerSocket trial = new ServerSocket()) {
      trial.setReuseAddress(true);
      trial.bind(address);
    } catch (BindException e) {
      throw Port.taken(address, e);
    }
  }
}
