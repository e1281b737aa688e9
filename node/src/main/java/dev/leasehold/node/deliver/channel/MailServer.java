package dev.leasehold.node.deliver.channel;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The server that mail is handed over to.
 *
 * @param user empty for none
 * @param from the address that mail comes from
 * @param trusted a file with certificates to trust instead of the machine's; null for those
 */
public record MailServer(
    String host,
    int port,
    Tls tls,
    String user,
    String password,
    String from,
    @Nullable Path trusted) {

  /** How the connection is kept from others. */
  public enum Tls {
    /** It begins in clear, and nothing is said before TLS. */
    STARTTLS,
    TLS,
    NONE
  }

  /** Without the password. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
