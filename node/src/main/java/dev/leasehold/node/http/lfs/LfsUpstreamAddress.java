package dev.leasehold.node.http.lfs;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The server that has the objects.
 *
 * @param pathBefore the path of its API up to the name of the space
 * @param pathAfter the rest of that path
 * @param authorization the header that this server is known by there; empty for none
 * @param secrets the texts that nobody here may be told
 */
public record LfsUpstreamAddress(
    boolean tls,
    String authority,
    String pathBefore,
    String pathAfter,
    String authorization,
    List<String> secrets) {

  /** The place of the space's name, without which a token for one space would reach all objects. */
  private static final String SPACE = "{space}";

  private static final String BATCH = "/objects/batch";
  private static final String BEARER = "Bearer ";
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Anything shorter is in many texts by chance. */
  private static final int MIN_SECRET_LENGTH = 8;

  private static final int MAX_CREDENTIAL_BYTES = 8_192;

  /**
   * Reads an address as it is configured.
   *
   * @param credentialFile one line, {@code user:password} or {@code Bearer token}; null for none
   * @throws IOException with a sentence for the person who configured it
   */
  public static LfsUpstreamAddress read(String url, @Nullable Path credentialFile)
      throws IOException {
    int at = url.indexOf(SPACE);
    if (at < 0 || url.indexOf(SPACE, at + 1) >= 0) {
      throw new IOException(
          "the upstream of git-lfs must have {space} once, where the name of the space belongs, as"
              + " in https://git.example.com/{space}.git/info/lfs");
    }
    URI uri = uri(url.replace(SPACE, "SPACE"));
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean tls = scheme.equals("https");
    String path = uri.getRawPath();
    if (!(tls || scheme.equals("http")) || uri.getHost() == null) {
      throw new IOException(
          "the upstream of git-lfs is a URL that begins with https:// or http://");
    }
    if (uri.getRawUserInfo() != null) {
      throw new IOException(
          "the upstream of git-lfs must not have a password in its URL, which others can see; put"
              + " it into the file of --lfs-upstream-credential-file");
    }
    if (uri.getRawQuery() != null || uri.getRawFragment() != null || !path.contains("SPACE")) {
      throw new IOException("the upstream of git-lfs has {space} in its path, and no query");
    }
    if (credentialFile != null && !tls && !LOOPBACK.contains(uri.getHost())) {
      throw new IOException(
          "the upstream of git-lfs is sent a credential, so its URL must begin with https://");
    }
    String template = url.substring(url.indexOf('/', scheme.length() + "://".length()));
    int split = template.indexOf(SPACE);
    String after = template.substring(split + SPACE.length());
    String authorization = credentialFile == null ? "" : authorization(credentialFile);
    return new LfsUpstreamAddress(
        tls,
        uri.getRawAuthority(),
        template.substring(0, split),
        (after.endsWith("/") ? after.substring(0, after.length() - 1) : after) + BATCH,
        authorization,
        secrets(authorization));
  }

  private static URI uri(String url) throws IOException {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      throw new IOException("the upstream of git-lfs is not a valid URL", e);
    }
  }

  private static String authorization(Path file) throws IOException {
    if (Files.size(file) > MAX_CREDENTIAL_BYTES) {
      throw new IOException(file + " is too large for one line with a credential");
    }
    String line = Files.readString(file).strip();
    boolean bearer = line.startsWith(BEARER);
    String secret =
        bearer ? line.substring(BEARER.length()) : line.substring(line.indexOf(':') + 1);
    if (line.lines().count() != 1 || (!bearer && line.indexOf(':') < 0)) {
      throw new IOException(file + " has to be one line, user:password or Bearer and a token");
    }
    if (secret.length() < MIN_SECRET_LENGTH
        || secret.chars().anyMatch(c -> c <= ' ' || c >= 0x7f)) {
      throw new IOException(
          "the secret in %s has to have at least %s characters of ASCII, none of them a blank"
              .formatted(file, MIN_SECRET_LENGTH));
    }
    return bearer
        ? line
        : "Basic " + Base64.getEncoder().encodeToString(line.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> secrets(String authorization) {
    if (authorization.isEmpty()) {
      return List.of();
    }
    String shown = authorization.substring(authorization.indexOf(' ') + 1);
    if (authorization.startsWith(BEARER)) {
      return List.of(shown);
    }
    String pair = new String(Base64.getDecoder().decode(shown), StandardCharsets.UTF_8);
    return List.of(shown, pair.substring(pair.indexOf(':') + 1));
  }

  /**
   * The path that says where the objects of a space are; null if the name could lead elsewhere. A
   * slash in the name of a space is one in the path, as in the names of repositories.
   */
  @Nullable String batchPath(String space) {
    boolean leadsAstray =
        Arrays.stream(space.split("/", -1))
            .anyMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
    return leadsAstray || !space.matches("[A-Za-z0-9._@/-]+")
        ? null
        : pathBefore + space + pathAfter;
  }

  /** Leaves the credential out of what is logged. */
  @Override
  public String toString() {
    return (tls ? "https://" : "http://") + authority + pathBefore + SPACE + pathAfter;
  }
}
