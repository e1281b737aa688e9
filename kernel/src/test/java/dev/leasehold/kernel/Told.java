package dev.leasehold.kernel;

import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.NoticeKind;
import java.util.List;

/** The notices to holders in a {@link Script}, one line for each: {@code REMINDER a 2h}. */
final class Told {

  private Told() {}

  static List<String> to(Script script, String holder) {
    return notices(script, holder).stream().map(Told::line).toList();
  }

  static List<Notice> notices(Script script, String holder) {
    return script.kernel().notices(holder, Integer.MAX_VALUE);
  }

  private static String line(Notice notice) {
    String line = notice.kind() + " " + notice.leaseId();
    boolean left = notice.leftNanos() != 0 && notice.kind() != NoticeKind.EXPIRED;
    line += !left ? "" : " " + ScriptDurations.text(notice.leftNanos());
    return notice.reason().isEmpty() ? line : line + " " + notice.reason();
  }
}
