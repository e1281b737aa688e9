package dev.leasehold.gateway;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The way to a server, on which a test holds everything up for a while. */
final class HeldUpLink implements AutoCloseable {

  private final int serverPort;
  private final ServerSocket entrance;
  private final List<Closeable> open = new CopyOnWriteArrayList<>();
  private boolean heldUp;

  HeldUpLink(int serverPort) throws IOException {
    this.serverPort = serverPort;
    this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::listen);
  }

  String address() {
    return "127.0.0.1:" + entrance.getLocalPort();
  }

  /** From now on requests wait on their way, until they may go on. */
  synchronized void holdUp() {
    heldUp = true;
  }

  synchronized void goOn() {
    heldUp = false;
    notifyAll();
  }

  private synchronized void pass() throws InterruptedException {
    while (heldUp) {
      wait();
    }
  }

  private void listen() {
    try {
      while (true) {
        Socket client = entrance.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        open.addAll(List.of(client, server));
        Thread.ofPlatform().daemon().start(() -> copy(client, server));
        Thread.ofPlatform().daemon().start(() -> copy(server, client));
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  private void copy(Socket from, Socket to) {
    byte[] buffer = new byte[8192];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        pass();
        out.write(buffer, 0, n);
      }
    } catch (IOException e) {
      // One end has hung up.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    goOn();
    entrance.close();
    for (Closeable end : open) {
      end.close();
    }
  }
}
