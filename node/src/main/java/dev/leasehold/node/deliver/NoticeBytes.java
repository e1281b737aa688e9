package dev.leasehold.node.deliver;

import dev.leasehold.kernel.codec.BytesIn;
import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.NoticeKind;

/** A notice as bytes, until it is delivered. */
final class NoticeBytes {

  private NoticeBytes() {}

  static byte[] write(Notice notice) {
    BytesOut out = new BytesOut();
    out.writeVarint(notice.position());
    out.writeString(notice.kind().name());
    out.writeString(notice.leaseId());
    out.writeVarint(notice.tick());
    out.writeVarint(notice.wallNanos());
    out.writeString(notice.reason());
    out.writeVarint(notice.leftNanos());
    out.writeString(notice.space());
    out.writeString(notice.path());
    out.writeString(notice.by());
    return out.toByteArray();
  }

  static Notice read(byte[] bytes) {
    BytesIn in = new BytesIn(bytes);
    return new Notice(
        in.readVarint(),
        NoticeKind.valueOf(in.readString()),
        in.readString(),
        in.readVarint(),
        in.readVarint(),
        in.readString(),
        in.readVarint(),
        in.readString(),
        in.readString(),
        false,
        in.readString());
  }
}
