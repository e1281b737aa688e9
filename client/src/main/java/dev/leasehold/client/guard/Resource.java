package dev.leasehold.client.guard;

/**
 * The one thing that is written to, by the name that leases use for it.
 *
 * @param space as in the lease
 * @param path a plain path that the lease's scope covers, not a pattern
 */
public record Resource(String space, String path) {

  public Resource {
    Names.check("a space", space);
    Names.checkPath(path);
  }

  @Override
  public String toString() {
    return space + ":" + path;
  }
}
