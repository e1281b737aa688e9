package dev.leasehold.cli.doctor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Finds the port that a process of this machine listens on; Linux tells only its owner. */
final class ListeningPort {

  private static final String SOCKET = "socket:[";

  /** Columns of a line of /proc/net/tcp: the address, the state, the number of the socket. */
  private static final int ADDRESS = 1;

  private static final int STATE = 3;
  private static final int SOCKET_NUMBER = 9;
  private static final String LISTENS = "0A";

  private ListeningPort() {}

  static Optional<Integer> of(long pid) {
    Path process = Path.of("/proc", Long.toString(pid));
    try {
      Set<String> sockets = sockets(process.resolve("fd"));
      for (String table : new String[] {"tcp", "tcp6"}) {
        for (String line : Files.readAllLines(process.resolve("net").resolve(table))) {
          String[] columns = line.strip().split("\\s+");
          if (columns.length > SOCKET_NUMBER
              && columns[STATE].equals(LISTENS)
              && sockets.contains(columns[SOCKET_NUMBER])) {
            String address = columns[ADDRESS];
            return Optional.of(Integer.parseInt(address.substring(address.indexOf(':') + 1), 16));
          }
        }
      }
    } catch (IOException | NumberFormatException e) {
      // Another system, or another user's process.
    }
    return Optional.empty();
  }

  private static Set<String> sockets(Path open) throws IOException {
    Set<String> sockets = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(open)) {
      for (Path file : files) {
        String target = target(file);
        if (target.startsWith(SOCKET)) {
          sockets.add(target.substring(SOCKET.length(), target.length() - 1));
        }
      }
    }
    return sockets;
  }

  /** Returns the target of a link; empty if the file was closed meanwhile. */
  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException e) {
      return "";
    }
  }
}
