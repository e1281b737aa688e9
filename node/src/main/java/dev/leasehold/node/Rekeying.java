package dev.leasehold.node;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.node.keys.EncryptionKeyFile;
import dev.leasehold.node.keys.KeyCipher;
import dev.leasehold.node.keys.ProviderKeys;
import dev.leasehold.node.keys.SubscriptionSecrets;
import dev.leasehold.node.persist.files.DataDirectory;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the keys of providers and the secrets of webhooks with a new key, while no server has
 * the data directory. The key file has the old and the new key until everything is encrypted anew:
 * a change that was cut short is finished by the next.
 *
 * @param file where the new key is
 * @param providers how many keys were encrypted anew
 */
public record Rekeying(Path file, int providers) {

  /**
   * @param keyFile the file with the encryption key; null for the one in the data directory
   * @throws IOException with a sentence for the person who wants it
   */
  public static Rekeying carryOut(Path dataDirectory, @Nullable Path keyFile, TimeSource time)
      throws IOException {
    if (Files.notExists(dataDirectory.resolve(DataDirectory.JOURNAL_FILE))) {
      throw new IOException(dataDirectory + " is no data directory of a server");
    }
    EncryptionKeyFile file =
        keyFile == null ? EncryptionKeyFile.in(dataDirectory) : EncryptionKeyFile.at(keyFile);
    try (Node node = Node.open(dataDirectory, time, failure -> {})) {
      Reply.Providers found =
          carryOut(node, new AdminCommand.ListProviders(), Reply.Providers.class);
      KeyCipher cipher = new KeyCipher(file);
      ProviderKeys keys = new ProviderKeys(cipher, found.providers());
      List<NodeCommand.ReencryptProviderKey> commands = keys.beginKeyChange();
      for (Command command : commands) {
        carryOut(node, command, Reply.OfProvider.class);
      }
      reencryptSecrets(node, new SubscriptionSecrets(cipher));
      keys.finishKeyChange();
      return new Rekeying(file.path(), commands.size());
    }
  }

  /** Webhooks and addresses have secrets that the same key encrypts. */
  private static void reencryptSecrets(Node node, SubscriptionSecrets secrets) {
    for (boolean ofService : List.of(true, false)) {
      Reply.Subscriptions found =
          carryOut(
              node, new NoticeCommand.ListSubscriptions(ofService, ""), Reply.Subscriptions.class);
      for (Command command : secrets.reencrypt(found.subscriptions())) {
        carryOut(node, command, Reply.OfSubscription.class);
      }
    }
  }

  private static <R extends Reply> R carryOut(Node node, Command command, Class<R> expected) {
    Reply reply = node.sequencer().submit(Caller.SERVER, command).join().reply();
    if (!expected.isInstance(reply)) {
      throw new IllegalStateException("the kernel does not carry out " + command + ": " + reply);
    }
    return expected.cast(reply);
  }
}
