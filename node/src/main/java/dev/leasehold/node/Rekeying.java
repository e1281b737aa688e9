package dev.leasehold.node;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Reply;
import dev.leasehold.node.keys.EncryptionKeyFile;
import dev.leasehold.node.keys.ProviderKeys;
import dev.leasehold.node.persist.DataDirectory;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of providers, encrypted anew with a new key while no server has the data directory. The
 * file has both keys until all are: a change that was cut short is finished by the next.
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
      Reply listed = carryOut(node, new Command.ListProviders());
      if (!(listed instanceof Reply.Providers found)) {
        throw new IllegalStateException("the kernel lists no providers: " + listed);
      }
      ProviderKeys keys = new ProviderKeys(file, found.providers());
      List<Command.ReencryptProviderKey> commands = keys.beginKeyChange();
      for (Command command : commands) {
        Reply reply = carryOut(node, command);
        if (!(reply instanceof Reply.OfProvider)) {
          throw new IllegalStateException("the kernel takes no key: " + reply);
        }
      }
      keys.finishKeyChange();
      return new Rekeying(file.path(), commands.size());
    }
  }

  private static Reply carryOut(Node node, Command command) {
    return node.sequencer().submit(Caller.REGISTRAR, command).join().reply();
  }
}
