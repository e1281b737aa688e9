package dev.leasehold.client.guard;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of a guard about one resource: the largest fence path it has seen, and the leases
 * along it. A value; what memories keep is {@link #toText}. Deadlines are not part of that: they
 * are counted on a clock that ends with the process.
 */
public final class Standing {

  private static final int FIELDS = 5;
  private static final String NO_ID = "?";

  private final List<Link> links;
  private final FencePath path;

  private Standing(List<Link> links) {
    this.links = List.copyOf(links);
    this.path = new FencePath(links.stream().map(Link::token).toList());
  }

  /** The first lease that a resource is known to have. */
  static Standing of(FencePath path, Link last) {
    return extend(List.of(), path, last);
  }

  private static Standing extend(List<Link> known, FencePath path, Link last) {
    List<Link> links = new ArrayList<>(known);
    for (int place = links.size(); place < path.size() - 1; place++) {
      links.add(Link.unknown(path.token(place)));
    }
    links.add(last);
    return new Standing(links);
  }

  /** The largest fence path that was seen. */
  public FencePath fencePath() {
    return path;
  }

  /** The lease at the end of the path; null if only its token is known. */
  public @Nullable String leaseId() {
    return links.get(links.size() - 1).leaseId();
  }

  Link at(int place) {
    return links.get(place);
  }

  /** The place of the lease, or -1. */
  int placeOf(String leaseId) {
    for (int place = links.size() - 1; place >= 0; place--) {
      if (links.get(place).isOf(leaseId)) {
        return place;
      }
    }
    return -1;
  }

  Standing with(int place, Link link) {
    List<Link> changed = new ArrayList<>(links);
    changed.set(place, link);
    return new Standing(changed);
  }

  /** Moved to a path that is ahead of this one or continues it. */
  Standing movedTo(FencePath newer, Link last) {
    int common = Math.min(newer.commonTokens(path), newer.size() - 1);
    return extend(links.subList(0, common), newer, last);
  }

  /** One word a lease, {@code token,id,epoch,lastProcessed,expiresTick}. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    for (Link link : links) {
      text.append(text.isEmpty() ? "" : " ").append(link.token());
      text.append(',').append(link.leaseId() == null ? NO_ID : link.leaseId());
      text.append(',').append(link.epoch()).append(',').append(link.lastProcessed());
      text.append(',').append(link.expiresTick());
    }
    return text.toString();
  }

  /** Reads what {@link #toText} wrote. */
  public static Standing parse(String text) {
    List<Link> links = new ArrayList<>();
    for (String word : text.split(" ", -1)) {
      String[] fields = word.split(",", -1);
      if (fields.length != FIELDS) {
        throw new IllegalArgumentException("not what a guard has written: " + word);
      }
      String id = fields[1].equals(NO_ID) ? null : Names.check("a lease id", fields[1]);
      links.add(
          new Link(
              Long.parseLong(fields[0]),
              id,
              Long.parseLong(fields[2]),
              Long.parseLong(fields[3]),
              Long.parseLong(fields[4]),
              null));
    }
    return new Standing(links);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Standing standing && standing.links.equals(links);
  }

  @Override
  public int hashCode() {
    return links.hashCode();
  }

  @Override
  public String toString() {
    return toText();
  }
}
