package dev.leasehold.node.operation;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.node.operation.translate.Answer;
import dev.leasehold.node.operation.translate.WireTime;
import java.util.List;

/**
 * Adds the caller's notices to its replies. Push does not reach an agent, so every reply whose
 * message has a field for notices carries them.
 */
final class NoticesInReplies {

  private static final String FIELD = "notices";

  private NoticesInReplies() {}

  /** Adds the notices as they read at the tick, without those of an end that has come by then. */
  static Answer attach(Answer answer, List<dev.leasehold.kernel.notice.Notice> notices, long tick) {
    if (notices.isEmpty()) {
      return answer;
    }
    List<Notice> wire =
        notices.stream()
            .filter(notice -> !notice.kind().isOverAtItsEnd() || notice.leftNanosAt(tick) > 0)
            .map(notice -> notice(notice, tick))
            .toList();
    return switch (answer) {
      case Answer.Success success -> new Answer.Success(attach(success.message(), wire));
      case Answer.Refused refused ->
          new Answer.Refused(refused.problem().toBuilder().addAllNotices(wire).build());
    };
  }

  private static Message attach(Message message, List<Notice> notices) {
    FieldDescriptor field = message.getDescriptorForType().findFieldByName(FIELD);
    return field == null ? message : message.toBuilder().setField(field, notices).build();
  }

  private static Notice notice(dev.leasehold.kernel.notice.Notice notice, long tick) {
    return Notice.newBuilder()
        .setId(notice.id())
        .setKind(Notice.Kind.valueOf(notice.kind().name()))
        .setLeaseId(notice.leaseId())
        .setAt(WireTime.time(notice.wallNanos()))
        .setReason(notice.reason())
        .setText(notice.textAt(tick))
        .setBy(notice.by())
        .build();
  }
}
