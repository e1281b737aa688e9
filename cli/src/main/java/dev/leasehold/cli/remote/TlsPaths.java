package dev.leasehold.cli.remote;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Files in PEM that a connection with TLS is made with.
 *
 * @param authority the certificates that vouch for the server; the JDK's own if null
 * @param certificate the client's own; null if it shows none
 * @param key of the client's certificate; there exactly if that is
 */
public record TlsPaths(@Nullable Path authority, @Nullable Path certificate, @Nullable Path key) {

  public static final TlsPaths NONE = new TlsPaths(null, null, null);

  boolean areGiven() {
    return authority != null || certificate != null;
  }
}
