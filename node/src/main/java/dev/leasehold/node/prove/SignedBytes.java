package dev.leasehold.node.prove;

import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.persist.Head;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that are signed: fields in a fixed order, each with its length before it, so that no
 * two contents give the same bytes. docs/proof.md has the format for those who check.
 */
final class SignedBytes {

  private static final String GRANT = "leasehold/grant/2";
  private static final String GRANT_WITHOUT_AUTHORITY = "leasehold/grant/1";
  private static final String CHECKPOINT = "leasehold/checkpoint/1";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream(256);

  private SignedBytes(String kind) {
    text(kind);
  }

  /** The bytes of a grant, without remaining amounts and epoch, which change without a grant. */
  static byte[] ofGrant(Lease lease) {
    return new SignedBytes(GRANT)
        .grant(lease)
        .authority(lease.rare().authority())
        .out
        .toByteArray();
  }

  /** The bytes of a grant as earlier servers signed them. */
  static byte[] ofGrantWithoutAuthority(Lease lease) {
    return new SignedBytes(GRANT_WITHOUT_AUTHORITY).grant(lease).out.toByteArray();
  }

  private SignedBytes grant(Lease lease) {
    return text(lease.id())
        .text(lease.policy().name())
        .number(lease.policy().version())
        .text(lease.space())
        .texts(lease.scope().patternTexts())
        .text(lease.mode().name())
        .text(lease.holder())
        .text(lease.session())
        .number(lease.issuedTick())
        .number(lease.issuedWallNanos())
        .number(lease.deadlineTick())
        .number(lease.ttlNanos())
        .number(lease.renewalCount())
        .number(lease.maxRenewals())
        .number(lease.fencingToken())
        .numbers(lease.fencePath())
        .text(lease.rare().parentId())
        .amounts(lease.budget() == null ? Map.of() : lease.budget().granted().asMap());
  }

  /**
   * Adds the number of lists, 0 or 3, and the lists: an empty one allows nothing, none anything.
   */
  private SignedBytes authority(@Nullable Authority authority) {
    return authority == null
        ? number(0)
        : number(3)
            .texts(authority.workIds())
            .texts(authority.tools())
            .texts(authority.namespaces());
  }

  static byte[] ofCheckpoint(Head head) {
    return new SignedBytes(CHECKPOINT)
        .number(head.block())
        .bytes(head.hash())
        .number(head.position())
        .number(head.tick())
        .out
        .toByteArray();
  }

  private SignedBytes bytes(byte[] field) {
    out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(field.length).array());
    out.writeBytes(field);
    return this;
  }

  private SignedBytes text(String field) {
    return bytes(field.getBytes(StandardCharsets.UTF_8));
  }

  private SignedBytes number(long field) {
    return bytes(ByteBuffer.allocate(Long.BYTES).putLong(field).array());
  }

  /** Adds the number of texts, then each of them. */
  private SignedBytes texts(Collection<String> fields) {
    number(fields.size());
    fields.forEach(this::text);
    return this;
  }

  private SignedBytes numbers(List<Long> fields) {
    number(fields.size());
    fields.forEach(this::number);
    return this;
  }

  /** By unit, in the order that the kernel keeps them in. */
  private SignedBytes amounts(Map<String, Long> figures) {
    number(figures.size());
    figures.forEach((unit, figure) -> text(unit).number(figure));
    return this;
  }
}
