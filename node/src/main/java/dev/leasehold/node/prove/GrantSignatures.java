package dev.leasehold.node.prove;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.persist.EventSignature;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks the signatures of one block while its events are replayed: everything that must be signed
 * is, by the registrar, and nothing else is.
 */
public final class GrantSignatures {

  private final GrantSigner signer;
  private final TreeMap<Long, byte[]> unchecked = new TreeMap<>();

  public GrantSignatures(GrantSigner signer, List<EventSignature> signatures) {
    this.signer = signer;
    signatures.forEach(one -> unchecked.put(one.position(), one.signature()));
  }

  /**
   * @param fact of an event that was just replayed
   * @return a sentence on what is wrong with its signature; null if nothing is
   */
  public @Nullable String check(Fact fact) {
    Lease lease = GrantSigner.leaseToSign(fact);
    if (lease == null) {
      return null;
    }
    long position = fact.event().position();
    byte[] signature = unchecked.remove(position);
    if (signature == null) {
      return "position " + position + " (lease " + lease.id() + ") is not signed";
    }
    return signer.verifies(lease, signature)
        ? null
        : "position %s (lease %s) has a signature that is not the registrar's for what was granted"
            .formatted(position, lease.id());
  }

  /**
   * @return a sentence on what is wrong after the last event of the block; null if nothing is
   */
  public @Nullable String checkEnd() {
    Map.Entry<Long, byte[]> stray = unchecked.firstEntry();
    return stray == null
        ? null
        : "position " + stray.getKey() + " has a signature and nothing that is signed";
  }
}
