package dev.leasehold.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** The way to a server, which a test breaks and mends. */
public final class BreakableLink implements AutoCloseable {

  private static final int BUFFER_BYTES = 8192;

  private final int serverPort;
  private final InetSocketAddress address;
  private final List<Closeable> open = new ArrayList<>();
  private ServerSocket entrance;
  private Thread doorman;
  private volatile boolean losesReplies;

  private BreakableLink(int serverPort, ServerSocket entrance) {
    this.serverPort = serverPort;
    this.entrance = entrance;
    this.address = (InetSocketAddress) entrance.getLocalSocketAddress();
    this.doorman = listen(entrance);
  }

  public static BreakableLink to(int serverPort) throws IOException {
    return new BreakableLink(serverPort, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
  }

  public String address() {
    return "127.0.0.1:" + address.getPort();
  }

  /** Cuts all connections and takes no new ones. */
  public void cut() throws IOException, InterruptedException {
    closeAll();
    // The port is free when nobody looks for connections there any more.
    doorman.join();
  }

  private synchronized void closeAll() throws IOException {
    entrance.close();
    for (Closeable end : open) {
      end.close();
    }
    open.clear();
  }

  /** Takes connections again, and loses nothing any more. */
  public synchronized void mend() throws IOException {
    losesReplies = false;
    entrance = new ServerSocket();
    entrance.setReuseAddress(true);
    entrance.bind(address);
    doorman = listen(entrance);
  }

  /** From now on requests arrive and nothing comes back. */
  public void loseReplies() {
    losesReplies = true;
  }

  @Override
  public void close() throws IOException {
    closeAll();
  }

  private Thread listen(ServerSocket socket) {
    return start(
        () -> {
          while (true) {
            connect(socket.accept());
          }
        });
  }

  private synchronized void connect(Socket client) throws IOException {
    open.add(client);
    if (entrance.isClosed()) {
      client.close();
      return;
    }
    Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
    open.add(server);
    start(() -> copy(client, server, false));
    start(() -> copy(server, client, true));
  }

  private void copy(Socket from, Socket to, boolean replies) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (!replies || !losesReplies) {
          out.write(buffer, 0, n);
        }
      }
    }
  }

  private static Thread start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // This end is closed, and with it the other.
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private interface Work {
    void run() throws IOException;
  }
}
