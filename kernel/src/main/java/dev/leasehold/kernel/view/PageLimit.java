package dev.leasehold.kernel.view;

import dev.leasehold.kernel.policy.Limits;

/**
 * Says when a page of leases is full: by their number, and by the size of what callers wrote into
 * them, so that no list makes a reply that is too large to be sent. A page always has one.
 */
public final class PageLimit {

  private int leasesLeft;
  private long charactersLeft = Limits.MAX_PAGE_CHARACTERS;

  public PageLimit(int pageSize) {
    this.leasesLeft = pageSize;
  }

  public boolean isReached() {
    return leasesLeft == 0 || charactersLeft <= 0;
  }

  public void take(Lease lease) {
    leasesLeft--;
    charactersLeft -= TextSize.of(lease.scope(), lease.labels(), lease.rare().authority());
  }
}
