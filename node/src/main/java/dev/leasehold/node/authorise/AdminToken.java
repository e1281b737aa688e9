package dev.leasehold.node.authorise;

import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.node.persist.files.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file that lets the owner of the data directory in: one line, readable by the owner only. */
public final class AdminToken {

  public static final String FILE_NAME = "admin.token";

  private static final String ACTOR = "admin";
  private static final Logger LOG = LoggerFactory.getLogger(AdminToken.class);

  private AdminToken() {}

  /**
   * Issues a token and writes the file if it is not there. Tokens that were issued before stay
   * valid.
   *
   * @param issue makes the token durable before it returns
   * @return whether the file lets its reader in: the token in it may have been revoked
   */
  public static boolean ensure(
      Path dataDirectory, Credentials credentials, Consumer<AdminCommand.IssueToken> issue)
      throws IOException {
    Path file = dataDirectory.resolve(FILE_NAME);
    if (Files.exists(file)) {
      // A copy that was put back by hand may be open to others.
      OwnerOnly.file(file);
      return warnIfInvalid(file, credentials);
    }
    TokenText text = TokenText.random();
    issue.accept(
        new AdminCommand.IssueToken(
            text.tokenId(), ACTOR, Role.ADMIN, List.of(), text.hash(), 0, "", List.of()));
    OwnerOnly.write(file, text.reveal() + "\n");
    LOG.info("issued admin token {} and wrote it to {}", text.tokenId(), file);
    return true;
  }

  private static boolean warnIfInvalid(Path file, Credentials credentials) throws IOException {
    String content = Files.readString(file, StandardCharsets.UTF_8).strip();
    boolean isValid = TokenText.parse(content).map(credentials::isValid).orElse(false);
    if (!isValid) {
      LOG.warn("the token in {} is not valid here; remove the file and start again for one", file);
    }
    return isValid;
  }
}
