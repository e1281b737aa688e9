package dev.leasehold.cli;

import dev.leasehold.cli.process.ForwardedSignals;
import dev.leasehold.node.Access;
import dev.leasehold.node.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server that has the process for itself. */
final class ServingProcess {

  private static final int FAILED = 1;

  private ServingProcess() {}

  private static final Logger LOG = LoggerFactory.getLogger(ServingProcess.class);

  /**
   * Serves until a signal ends it, and returns the exit code: 0 for a clean stop. A failure ends
   * the process.
   */
  static int run(Server.Options options) throws IOException, InterruptedException {
    Server server = Server.start(options);
    CountDownLatch told = new CountDownLatch(1);
    ForwardedSignals.thatEnd(signal -> told.countDown());
    System.out.println(
        server.adminTokenLetsIn()
            ? announcement(server.url(), server.adminTokenFile(), options.access())
            : announcementWithoutToken(server.url(), server.adminTokenFile()));
    told.await();
    return stop(server);
  }

  /**
   * Names the address, the file of the token, and a command that works when it is pasted; only the
   * client's certificate has to be filled in.
   */
  static String announcement(String url, Path tokenFile, Access access) {
    Path certificate = access.tlsCertificate();
    boolean asksClients = access.tlsClientCa() != null;
    String quoted = quoted(tokenFile);
    return "leasehold listens on "
        + url
        + ", the admin token is in "
        + tokenFile
        + (asksClients ? ", try with a certificate of a client: curl " : ", try: curl ")
        + (certificate == null ? "" : "--cacert " + quoted(certificate) + " ")
        + (asksClients ? "--cert CLIENT.pem --key CLIENT.key " : "")
        + "-H \"Authorization: Bearer $(cat "
        + quoted
        + ")\" -H 'Content-Type: application/json' -d '{\"space\":\"demo\",\"paths\":[\"/hello\"]}'"
        + " "
        + url
        + "/v1/leases";
  }

  /** Suggests no command to try, because the server would refuse it. */
  static String announcementWithoutToken(String url, Path tokenFile) {
    return "leasehold listens on "
        + url
        + ", the admin token in "
        + tokenFile
        + " is not valid any more: remove the file and start again for a new one";
  }

  private static String quoted(Path file) {
    return "'" + file.toString().replace("'", "'\\''") + "'";
  }

  private static int stop(Server server) {
    try {
      server.close();
      LOG.info("stopped cleanly: what was under way is answered, and everything is on disk");
      return 0;
    } catch (IOException e) {
      System.err.println("leasehold: did not stop cleanly: " + e.getMessage());
      return FAILED;
    }
  }

  /** Stops at once: memory may be ahead of the disk and must not be acted on any more. */
  static void halt(Throwable failure) {
    // A failure other than of the disk is a bug, and its class helps to find it.
    String why = failure instanceof IOException ? failure.getMessage() : failure.toString();
    System.err.println("leasehold: stops, because it cannot be sure of its journal: " + why);
    Runtime.getRuntime().halt(FAILED);
  }
}
