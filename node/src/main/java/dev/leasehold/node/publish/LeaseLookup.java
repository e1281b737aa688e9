package dev.leasehold.node.publish;

import dev.leasehold.kernel.view.Lease;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Finds a lease by its id, ended or not, as long as somebody remembers it. */
public interface LeaseLookup {

  CompletableFuture<Optional<Lease>> find(String leaseId);
}
