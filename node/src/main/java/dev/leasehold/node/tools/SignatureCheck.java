package dev.leasehold.node.tools;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Recorded;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Checkpoint;
import dev.leasehold.node.persist.Head;
import dev.leasehold.node.persist.JournalDamagedException;
import dev.leasehold.node.persist.JournalReader;
import dev.leasehold.node.prove.GrantSignatures;
import dev.leasehold.node.prove.Registrar;
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

  private final @Nullable Registrar registrar;
  private final TreeMap<Long, Checkpoint> unreached = new TreeMap<>();
  private @Nullable GrantSignatures grants;
  private boolean signed;

  private SignatureCheck(@Nullable Registrar registrar, List<Checkpoint> checkpoints) {
    this.registrar = registrar;
    this.signed = !checkpoints.isEmpty();
    checkpoints.forEach(one -> unreached.put(one.head().block(), one));
  }

  static SignatureCheck of(Path directory, JournalReader reader) throws IOException {
    Path key = directory.resolve(RegistrarKey.FILE_NAME);
    return new SignatureCheck(
        Files.exists(key) ? new Registrar(RegistrarKey.read(key)) : null, reader.checkpoints());
  }

  /** Before the events of the block are replayed. */
  void begin(Block block) throws JournalDamagedException {
    signed |= block.signatures().length > 0;
    grants = registrar == null ? null : new GrantSignatures(registrar, block.eventSignatures());
  }

  /** After the event was replayed. */
  void check(Block block, Event event, Recorded recorded) throws JournalDamagedException {
    if (grants != null) {
      require(block, grants.check(event, recorded));
    }
  }

  /** After the last event of the block. */
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
    return registrar == null || registrar.verifies(checkpoint)
        ? null
        : "its checkpoint is not signed by the registrar's key";
  }

  /**
   * After the last block.
   *
   * @param lastBlock that is there, be it cut off
   */
  void finish(Head head, long lastBlock) throws JournalDamagedException {
    if (!unreached.isEmpty() && unreached.lastKey() > lastBlock) {
      throw JournalDamagedException.atBlock(lastBlock + 1, head.position() + 1, "is missing");
    }
  }

  /** What is worth a remark; null if nothing is. */
  @Nullable String note() {
    return registrar == null && signed
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
