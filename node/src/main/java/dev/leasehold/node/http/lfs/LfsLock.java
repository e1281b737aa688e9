package dev.leasehold.node.http.lfs;

import com.google.protobuf.Timestamp;
import com.google.protobuf.util.Timestamps;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.ScopeEntry;
import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A lock as git-lfs knows it.
 *
 * @param path from the root of the repository, without a slash in front
 */
record LfsLock(String id, String path, Timestamp lockedAt, String owner) {

  /** The locks that a lease comes to: one for each file that it names, none for patterns. */
  static List<LfsLock> of(Lease lease) {
    return Scope.ofCanonical(lease.getScopeList()).entries().stream()
        .filter(entry -> entry.reach() == ScopeEntry.Reach.EXACT)
        .map(entry -> of(lease, entry.text()))
        .toList();
  }

  /** The lock of a lease on one of its files. */
  static LfsLock of(Lease lease, String name) {
    return new LfsLock(
        lease.getLeaseId(), name.substring(1), lease.getIssuedAt(), lease.getHolder());
  }

  /** Whether the path means the same file in some space. */
  boolean isOn(String asked) {
    return path.equalsIgnoreCase(Normalizer.normalize(asked, Normalizer.Form.NFC));
  }

  LfsLock withPath(String asked) {
    return new LfsLock(id, asked, lockedAt, owner);
  }

  /** The lock with the names that the API gives to its parts, in the API's order. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("path", path);
    fields.put("locked_at", Timestamps.toString(lockedAt));
    fields.put("owner", Map.of("name", owner));
    return fields;
  }
}
