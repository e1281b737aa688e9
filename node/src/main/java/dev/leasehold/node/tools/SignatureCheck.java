package dev.leasehold.node.tools;

import dev.leasehold.kernel.Fact;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Checkpoint;
import dev.leasehold.node.persist.Head;
import dev.leasehold.node.persist.JournalDamagedException;
import dev.leasehold.node.persist.JournalReader;
import dev.leasehold.node.prove.GrantSignatures;
import dev.leasehold.node.prove.GrantSigner;
import dev.leasehold.node.prove.RegistrarKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks what the registrar signed, block by block as they are replayed: grants whose policy wants
 * it, and the checkpoints of the chain. Without the key only that the checkpoints name the blocks
 * that are there.
 */
final class SignatureCheck {

  private final @Nullable GrantSigner signer;
  private final TreeMap<Long, Checkpoint> unreached = new TreeMap<>();
  private @Nullable GrantSignatures grants;
  private boolean signed;

  private SignatureCheck(@Nullable GrantSigner signer, List<Checkpoint> checkpoints) {
    this.signer = signer;
    this.signed = !checkpoints.isEmpty();
    checkpoints.forEach(one -> unreached.put(one.head().block(), one));
  }

  static SignatureCheck of(Path directory, JournalReader reader) throws IOException {
    Path key = directory.resolve(RegistrarKey.FILE_NAME);
    return new SignatureCheck(
        Files.exists(key) ? new GrantSigner(RegistrarKey.read(key)) : null, reader.checkpoints());
  }

  /** Begins a block, before its events are replayed. */
  void begin(Block block) throws JournalDamagedException {
    signed |= block.signatures().length > 0;
    grants = signer == null ? null : new GrantSignatures(signer, block.eventSignatures());
  }

  /** Checks the facts of an event that was replayed. */
  void check(Block block, List<Fact> facts) throws JournalDamagedException {
    if (grants != null) {
      for (Fact fact : facts) {
        require(block, grants.check(fact));
      }
    }
  }

  /** Checks the end of a block, after its last event. */
  void end(Block block) throws JournalDamagedException {
    if (grants != null) {
      require(block, grants.checkEnd());
    }
    Checkpoint checkpoint = unreached.remove(block.number());
    if (checkpoint != null) {
      require(block, problem(checkpoint, block));
    }
  }

  private @Nullable String problem(Checkpoint checkpoint, Block block) {
    Head head = checkpoint.head();
    if (head.position() != block.lastPosition()
        || head.tick() != block.tick()
        || !Arrays.equals(head.hash(), block.hash())) {
      return "it is not the block that the checkpoint names";
    }
    return signer == null || signer.verifies(checkpoint)
        ? null
        : "its checkpoint is not signed by the registrar's key";
  }

  /**
   * Checks the end of the journal, after its last block.
   *
   * @param lastBlock that is there, even if it is cut off
   */
  void finish(Head head, long lastBlock) throws JournalDamagedException {
    if (!unreached.isEmpty() && unreached.lastKey() > lastBlock) {
      throw JournalDamagedException.atBlock(lastBlock + 1, head.position() + 1, "is missing");
    }
  }

  /** A remark for people; null if there is none. */
  @Nullable String note() {
    return signer == null && signed
        ? RegistrarKey.FILE_NAME + " is not there, so signatures are not checked"
        : null;
  }

  private static void require(Block block, @Nullable String problem)
      throws JournalDamagedException {
    if (problem != null) {
      throw JournalDamagedException.atBlock(
          block.number(), block.firstPosition(), "is not as it was signed: " + problem);
    }
  }
}
