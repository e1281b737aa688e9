package dev.leasehold.node.prove;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Recorded;
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

  private final Registrar registrar;
  private final TreeMap<Long, byte[]> unchecked = new TreeMap<>();

  public GrantSignatures(Registrar registrar, List<EventSignature> signatures) {
    this.registrar = registrar;
    signatures.forEach(one -> unchecked.put(one.position(), one.signature()));
  }

  /**
   * @param event that was just replayed
   * @return what is wrong with its signature; null if nothing is
   */
  public @Nullable String check(Event event, Recorded recorded) {
    String id = Grants.leaseSetBy(event);
    Lease lease = id == null ? null : recorded.lease(id);
    if (lease == null || !Registrar.mustSign(lease)) {
      return null;
    }
    byte[] signature = unchecked.remove(event.position());
    if (signature == null) {
      return "position " + event.position() + " (lease " + lease.id() + ") is not signed";
    }
    return registrar.verifies(lease, signature)
        ? null
        : "position "
            + event.position()
            + " (lease "
            + lease.id()
            + ") has a signature that is not the registrar's for what was granted";
  }

  /**
   * @return what is wrong after the last event of the block; null if nothing is
   */
  public @Nullable String checkEnd() {
    Map.Entry<Long, byte[]> stray = unchecked.firstEntry();
    return stray == null
        ? null
        : "position " + stray.getKey() + " has a signature and nothing that is signed";
  }
}
