package dev.leasehold.kernel;

import java.util.Map;
import java.util.Set;

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
    charactersLeft -= lease.scope().characters();
    for (Map.Entry<String, String> label : lease.labels().entrySet()) {
      charactersLeft -= label.getKey().length() + label.getValue().length();
    }
    Authority authority = lease.rare().authority();
    if (authority != null) {
      take(authority.workIds());
      take(authority.tools());
      take(authority.namespaces());
    }
  }

  private void take(Set<String> names) {
    for (String name : names) {
      charactersLeft -= name.length();
    }
  }
}
