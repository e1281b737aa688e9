package dev.leasehold.node.sequence;

import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.prove.GrantSigner;
import dev.leasehold.node.sequence.forgotten.ForgottenLeases;
import java.util.List;

/**
 * The parts that a sequencer works with beside the kernel and the journal.
 *
 * @param forgotten knows the requests and leases that the kernel has forgotten
 * @param listeners told of all that becomes durable, from the first block on
 */
public record SequencerParts(
    DiskSpace diskSpace,
    ForgottenLeases forgotten,
    GrantSigner signer,
    List<DurableListener> listeners,
    WorkMeter meter) {

  /** Nobody listens, nothing is measured, nothing is kept elsewhere for long. */
  public static SequencerParts with(DiskSpace diskSpace, GrantSigner signer) {
    return new SequencerParts(diskSpace, ForgottenLeases.NONE, signer, List.of(), WorkMeter.NONE);
  }
}
