package dev.leasehold.adapters.shedlock;

import java.util.Optional;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/** A lock that was granted and was over before that was known. */
final class OverLock extends AbstractSimpleLock {

  OverLock(LockConfiguration configuration) {
    super(configuration);
  }

  @Override
  protected void doUnlock() {}

  @Override
  protected Optional<SimpleLock> doExtend(LockConfiguration extended) {
    return Optional.empty();
  }
}
