package dev.leasehold.node;

import dev.leasehold.node.http.lfs.LfsUpstreamAddress;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The server that has the objects of git-lfs.
 *
 * @param url of its API, with {@code {space}} where the name of the space belongs
 * @param credentialFile one line, {@code user:password} or {@code Bearer token}; null for none
 */
public record LfsUpstreamSettings(String url, @Nullable Path credentialFile) {

  /**
   * @throws IOException with a sentence for the person who started the server
   */
  LfsUpstreamAddress read() throws IOException {
    return LfsUpstreamAddress.read(url, credentialFile);
  }
}
