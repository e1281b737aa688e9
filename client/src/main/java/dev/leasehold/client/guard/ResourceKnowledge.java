package dev.leasehold.client.guard;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of a guard about one resource: the largest fence path it has seen, and the leases
 * along it. A value; what memories keep is {@link #toText}. Deadlines are not part of that: they
 * are counted on a clock that ends with the process.
 */
public final class ResourceKnowledge {

  private static final int FIELDS = 5;
  private static final String NO_ID = "?";

  private final List<FenceLink> links;
  private final FencePath path;

  private ResourceKnowledge(List<FenceLink> links) {
    this.links = List.copyOf(links);
    this.path = new FencePath(links.stream().map(FenceLink::token).toList());
  }

  /** The first lease that a resource is known to have. */
  static ResourceKnowledge of(FencePath path, FenceLink last) {
    return extend(List.of(), path, last);
  }

  private static ResourceKnowledge extend(List<FenceLink> known, FencePath path, FenceLink last) {
    List<FenceLink> links = new ArrayList<>(known);
    for (int place = links.size(); place < path.size() - 1; place++) {
      links.add(FenceLink.unknown(path.token(place)));
    }
    links.add(last);
    return new ResourceKnowledge(links);
  }

  /** The largest fence path that was seen. */
  public FencePath fencePath() {
    return path;
  }

  /** The lease at the end of the path; null if only its token is known. */
  public @Nullable String leaseId() {
    return links.get(links.size() - 1).leaseId();
  }

  FenceLink at(int place) {
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

  ResourceKnowledge with(int place, FenceLink link) {
    List<FenceLink> changed = new ArrayList<>(links);
    changed.set(place, link);
    return new ResourceKnowledge(changed);
  }

  /** Moved to a path that is ahead of this one or continues it. */
  ResourceKnowledge movedTo(FencePath newer, FenceLink last) {
    int common = Math.min(newer.commonTokens(path), newer.size() - 1);
    return extend(links.subList(0, common), newer, last);
  }

  /** One word a lease, {@code token,id,epoch,lastProcessed,expiresTick}. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    for (FenceLink link : links) {
      text.append(text.isEmpty() ? "" : " ").append(link.token());
      text.append(',').append(link.leaseId() == null ? NO_ID : link.leaseId());
      text.append(',').append(link.epoch()).append(',').append(link.lastProcessed());
      text.append(',').append(link.expiresTick());
    }
    return text.toString();
  }

  /** Reads what {@link #toText} wrote. */
  public static ResourceKnowledge parse(String text) {
    List<FenceLink> links = new ArrayList<>();
    for (String word : text.split(" ", -1)) {
      String[] fields = word.split(",", -1);
      if (fields.length != FIELDS) {
        throw new IllegalArgumentException("not what a guard has written: " + word);
      }
      String id = fields[1].equals(NO_ID) ? null : Names.check("a lease id", fields[1]);
      links.add(
          new FenceLink(
              Long.parseLong(fields[0]),
              id,
              Long.parseLong(fields[2]),
              Long.parseLong(fields[3]),
              Long.parseLong(fields[4]),
              null));
    }
    return new ResourceKnowledge(links);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ResourceKnowledge standing && standing.links.equals(links);
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
