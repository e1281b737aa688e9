package dev.leasehold.node.prove;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.persist.Checkpoint;
import dev.leasehold.node.persist.EventSignature;
import dev.leasehold.node.persist.Head;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Signs grants and checkpoints with the registrar's key. Ed25519 signs the same content always in
 * the same way, so a signature is no state: it can be made again as long as what it covers stands.
 * Safe for any thread.
 */
public final class GrantSigner {

  /** Between the journal, the reply and the next look at a lease one signature is made once. */
  private static final int REMEMBERED = 4_096;

  @SuppressWarnings("ArrayRecordComponent") // compared by hand
  private record Made(byte[] content, byte[] signature) {}

  private final RegistrarKey key;
  private final AtomicReferenceArray<@Nullable Made> remembered =
      new AtomicReferenceArray<>(REMEMBERED);

  public GrantSigner(RegistrarKey key) {
    this.key = key;
  }

  /** Whether the policy wants the registrar's signature on what was granted. */
  public static boolean mustSign(Lease lease) {
    return lease.policy().signed() && isGranted(lease);
  }

  public static boolean isGranted(Lease lease) {
    return lease.fencingToken() != 0;
  }

  /** The signatures that go into a block with the facts; mostly none. */
  public List<EventSignature> signatures(List<Fact> facts) {
    List<EventSignature> made = new ArrayList<>();
    for (Fact fact : facts) {
      Lease lease = leaseToSign(fact);
      if (lease != null) {
        made.add(new EventSignature(fact.event().position(), sign(lease)));
      }
    }
    return made;
  }

  /** The lease of a fact if the event has set its terms and the policy wants them signed. */
  static @Nullable Lease leaseToSign(Fact fact) {
    Lease lease = fact.after();
    return lease != null && mustSign(lease) && setsTerms(fact) ? lease : null;
  }

  private static boolean setsTerms(Fact fact) {
    return switch (fact.event()) {
      case LeaseEvent.Granted e -> fact.isAboutNamedLease();
      case LeaseEvent.GrantedFromQueue e -> fact.isAboutNamedLease();
      case LeaseEvent.Renewed e -> fact.isAboutNamedLease();
      case LeaseEvent.Converted e -> fact.isAboutNamedLease();
      case BudgetEvent.Refreshed e -> fact.isAboutNamedLease();
      case ApprovalEvent.ExtensionApproved e -> fact.isAboutNamedLease();
      case ApprovalEvent.MoreApproved e -> fact.isAboutNamedLease();
      case LeaseEvent.Transferred e -> fact.isBirth();
      default -> false;
    };
  }

  /** The signature over what was granted. */
  public byte[] sign(Lease lease) {
    byte[] content = SignedBytes.ofGrant(lease);
    int slot = Math.floorMod(Arrays.hashCode(content), REMEMBERED);
    Made made = remembered.get(slot);
    if (made == null || !Arrays.equals(made.content, content)) {
      made = new Made(content, key.sign(content));
      remembered.set(slot, made);
    }
    return made.signature;
  }

  /** Whether this registrar signed it, in the form of now or of earlier servers. */
  public boolean verifies(Lease lease, byte[] signature) {
    return key.verifies(SignedBytes.ofGrant(lease), signature)
        || key.verifies(SignedBytes.ofGrantWithoutAuthority(lease), signature);
  }

  public Checkpoint checkpoint(Head head) {
    return new Checkpoint(head, key.id(), key.sign(SignedBytes.ofCheckpoint(head)));
  }

  /** Whether this registrar signed it, and it says what it said then. */
  public boolean verifies(Checkpoint checkpoint) {
    return checkpoint.keyId().equals(key.id())
        && key.verifies(SignedBytes.ofCheckpoint(checkpoint.head()), checkpoint.signature());
  }
}
