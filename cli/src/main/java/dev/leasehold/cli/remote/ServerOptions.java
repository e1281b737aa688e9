package dev.leasehold.cli.remote;

import dev.leasehold.cli.DataFolder;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say which server a command talks to, and with which credential. */
public final class ServerOptions {

  /** Where a server leaves the token of its first admin. */
  public static final String ADMIN_TOKEN_FILE = "admin.token";

  /** Much longer than any token. */
  private static final int MAX_TOKEN_FILE_BYTES = 16 << 10;

  @Option(
      names = "--server",
      paramLabel = "URL",
      description =
          "The server, a URL or host:port. Default: LEASEHOLD_SERVER, else "
              + Endpoint.DEFAULT_URL
              + ".")
  private @Nullable String server;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description =
          "Who you are. Others on this machine can see it; better is LEASEHOLD_TOKEN. Without both:"
              + " the admin's from the data directory, for a server on this machine.")
  private @Nullable String token;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The server's data directory, for its admin token. Default: LEASEHOLD_DATA, else your"
              + " local data folder.")
  private @Nullable Path data;

  @Mixin private final TlsOptions tls = new TlsOptions();

  @Option(names = "--json", description = "What the server answers, as it is.")
  private boolean json;

  private final Surroundings surroundings;

  public ServerOptions(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** Makes the options that commands mix in with nothing but {@code @Mixin}. */
  public static IFactory factory(Surroundings surroundings) {
    return new IFactory() {
      @Override
      public <T> T create(Class<T> type) throws Exception {
        return type == ServerOptions.class
            ? type.cast(new ServerOptions(surroundings))
            : CommandLine.defaultFactory().create(type);
      }
    };
  }

  public boolean json() {
    return json;
  }

  public Surroundings surroundings() {
    return surroundings;
  }

  public Path dataDirectory() {
    return data != null ? data : DataFolder.of(surroundings.environment(), surroundings.system());
  }

  /** Whether an option or a variable names the data directory, instead of the default. */
  public boolean dataDirectoryIsNamed() {
    return data != null || !surroundings.variable("LEASEHOLD_DATA").isEmpty();
  }

  /** Looks at certificates before anything is sent. */
  public Api connect() throws IOException {
    Endpoint endpoint = endpoint();
    if (endpoint.tls().certificate() != null) {
      SSLSocketFactory unused = Trust.in(endpoint.tls());
    }
    return new Api(endpoint, surroundings.clock());
  }

  public String url() throws CallFailedException {
    String given = server != null ? server : surroundings.variable("LEASEHOLD_SERVER");
    boolean withTls = tls.paths(surroundings).areGiven();
    String url = Endpoint.url(given.isEmpty() ? Endpoint.DEFAULT_ADDRESS : given, withTls);
    if (withTls && !url.startsWith("https:")) {
      throw new CallFailedException(
          Exit.USAGE,
          "certificates are of no use to a server without TLS; if "
              + url
              + " has it, write https:// instead of http://");
    }
    return url;
  }

  /** The server without a token, for what needs none. */
  public Endpoint anonymousEndpoint() throws CallFailedException {
    return new Endpoint(url(), "", "nowhere", tls.paths(surroundings));
  }

  public Endpoint endpoint() throws CallFailedException {
    String url = url();
    TlsPaths paths = tls.paths(surroundings);
    if (token != null) {
      return new Endpoint(url, checked(token, "--token"), "--token", paths);
    }
    String variable = surroundings.environment().get("LEASEHOLD_TOKEN");
    if (variable != null) {
      // Also if it is empty: whoever meant to be somebody must not become an admin.
      return new Endpoint(url, checked(variable, "LEASEHOLD_TOKEN"), "LEASEHOLD_TOKEN", paths);
    }
    // A caller with a certificate means to be the one it names, unless --data asks for the admin.
    if (data == null && paths.certificate() != null) {
      return new Endpoint(url, "", paths.certificate().toString(), paths);
    }
    // The admin token of a server here is no business of a server elsewhere.
    if (!dataDirectoryIsNamed() && !Endpoint.isLoopback(url)) {
      throw new CallFailedException(
          Exit.UNAUTHENTICATED,
          "there is no token for " + url + "; give one with LEASEHOLD_TOKEN or --token");
    }
    Path file = dataDirectory().resolve(ADMIN_TOKEN_FILE);
    return new Endpoint(url, checked(read(file), file.toString()), file.toString(), paths);
  }

  private static String read(Path file) throws CallFailedException {
    try {
      if (Files.size(file) > MAX_TOKEN_FILE_BYTES) {
        throw new CallFailedException(Exit.UNAUTHENTICATED, file + " is too large for a token");
      }
      return Files.readString(file).strip();
    } catch (NoSuchFileException e) {
      throw new CallFailedException(
          Exit.UNAUTHENTICATED,
          "there is no token: give one with LEASEHOLD_TOKEN or --token, or name the server's data"
              + " directory with --data; there is no "
              + file);
    } catch (AccessDeniedException e) {
      throw new CallFailedException(
          Exit.UNAUTHENTICATED,
          "the admin token in " + file + " is another user's; give a token with LEASEHOLD_TOKEN");
    } catch (CallFailedException e) {
      throw e;
    } catch (IOException e) {
      throw new CallFailedException(Exit.UNAUTHENTICATED, "cannot read " + file + ": " + e);
    }
  }

  private static String noToken(String token, String source) {
    String wrong = token.isEmpty() ? source + " is empty" : "what " + source + " has is no token";
    return wrong
        + (source.endsWith(ADMIN_TOKEN_FILE)
            ? "; remove the file and start the server again for a new one, or give a token with"
                + " LEASEHOLD_TOKEN"
            : "; an admin makes one with leasehold token issue"
                + (source.startsWith("-") ? "" : "; unset it to use the admin's of a server here"));
  }

  /** Refuses a token with characters that could break the header it is sent in. */
  private static String checked(String token, String source) throws CallFailedException {
    boolean fits =
        !token.isEmpty()
            && token
                .chars()
                .allMatch(
                    c -> (c < 128 && Character.isLetterOrDigit(c)) || "._-~+/=".indexOf(c) >= 0);
    if (!fits) {
      throw new CallFailedException(Exit.UNAUTHENTICATED, noToken(token, source));
    }
    return token;
  }
}
