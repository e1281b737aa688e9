package dev.leasehold.client.guard;

import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Where guards keep what they know. A guard that forgets the largest token lets an old writer in,
 * so programs that restart keep theirs in a {@link FileMemory} or in an implementation of their
 * own. Several guards may share one; all methods are safe for any thread.
 */
public interface GuardMemory {

  /**
   * @param standing null if nothing is known of the resource
   * @param floor the largest fence path of all resources that were known and forgotten; {@link
   *     FencePath#NONE} if none ever was
   */
  record Recollection(@Nullable ResourceKnowledge standing, FencePath floor) {}

  /**
   * @throws UncheckedIOException if it cannot be read
   */
  Recollection recall(Resource resource);

  /**
   * Compares and sets in one step; what was set lasts before this returns.
   *
   * @param seen the recollection that {@link #recall} gave
   * @return false, with nothing changed, if the resource's standing is another by now, or if it is
   *     unknown and the floor is another
   * @throws UncheckedIOException if it cannot be kept; then it may or may not be
   */
  boolean replace(Resource resource, Recollection seen, ResourceKnowledge next);
}
