package dev.leasehold.kernel;

import static dev.leasehold.kernel.RefusalTest.Table.table;

import dev.leasehold.kernel.policy.Limits;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Refusals of subscriptions, in the order of the kernel's checks. */
final class SubscriptionRefusals {

  private SubscriptionRefusals() {}

  static List<RefusalTest.Table> tables() {
    String topics = IntStream.range(0, 65).mapToObj(i -> "t" + i).collect(Collectors.joining(","));
    return List.of(
        table("subscribe", SUBSCRIBE.replace("<65>", topics)),
        table("an address of one's own", OWN),
        table("change a subscription", CHANGE),
        table("too many addresses", many()));
  }

  private static final String SUBSCRIBE =
      """
      # given
      admin   subscribe w                                       | subscription=w confirmed=true

      alice   subscribe x                                       | FORBIDDEN
      auditor subscribe x                                       | FORBIDDEN
      gateway subscribe x                                       | FORBIDDEN
      admin:s subscribe x                                       | FORBIDDEN # of no space
      admin   subscribe x holder=a!                             | INVALID_INPUT holder
      admin   subscribe <none>                                  | INVALID_INPUT id
      admin   subscribe x!                                      | INVALID_INPUT id
      admin   subscribe x kind=<none>                           | INVALID_INPUT kind
      admin   subscribe x kind=pigeon                           | INVALID_INPUT kind
      admin   subscribe x address=<none>                        | INVALID_INPUT url
      admin   subscribe x address=example.com                   | INVALID_INPUT url
      admin   subscribe x address=ftp://example.com             | INVALID_INPUT url
      admin   subscribe x address=https://u:p@example.com       | INVALID_INPUT url
      admin   subscribe x address=https://example.com/~2048     | INVALID_INPUT url
      admin   subscribe x kind=chat address=example.com         | INVALID_INPUT url
      admin   subscribe x kind=mail address=<none>              | INVALID_INPUT mail
      admin   subscribe x kind=mail address=ann                 | INVALID_INPUT mail
      admin   subscribe x kind=mail address=a@b,c@d             | INVALID_INPUT mail
      admin   subscribe x kind=mail address=a..b@example.com    | INVALID_INPUT mail
      admin   subscribe x kind=mail address=<ann@example.com>   | INVALID_INPUT mail
      admin   subscribe x kind=mail address=~250@example.com    | INVALID_INPUT mail
      admin   subscribe x topics=lease!                         | INVALID_INPUT types
      admin   subscribe x topics=<65>                           | INVALID_INPUT types
      admin   subscribe x holder=ann topics=reminder            | INVALID_INPUT kinds
      admin   subscribe x quiet=22:00-07:00_UTC                 | INVALID_INPUT quietHours
      admin   subscribe x holder=ann quiet=22:00_UTC            | INVALID_INPUT quietHours
      admin   subscribe x holder=ann quiet=22:00-22:00_UTC      | INVALID_INPUT quietHours
      admin   subscribe x holder=ann quiet=22:00-24:00_UTC      | INVALID_INPUT quietHours
      admin   subscribe x key=<none>                            | INVALID_INPUT secret
      admin   subscribe x key=~4225                             | INVALID_INPUT secret
      admin   subscribe x code=cc                               | INVALID_INPUT code
      admin   subscribe w address=https://example.com/other     | INVALID_INPUT id
      admin   subscribe x                                       | INVALID_INPUT url # as w

      # everything at once: each row puts right what the row above was refused for
      alice   subscribe w! holder=b! kind=k address=u topics=t! quiet=q key=<none> code=cc | INVALID_INPUT holder
      alice   subscribe w! holder=bob kind=k address=u topics=t! quiet=q key=<none> code=cc | FORBIDDEN
      admin   subscribe w! holder=bob kind=k address=u topics=t! quiet=q key=<none> code=cc | INVALID_INPUT id
      admin   subscribe w holder=bob kind=k address=u topics=t! quiet=q key=<none> code=cc | INVALID_INPUT kind
      admin   subscribe w holder=bob address=u topics=t! quiet=q key=<none> code=cc | INVALID_INPUT url
      admin   subscribe w holder=bob topics=t! quiet=q key=<none> code=cc | INVALID_INPUT kinds
      admin   subscribe w holder=bob quiet=q key=<none> code=cc | INVALID_INPUT quietHours
      admin   subscribe w holder=bob key=<none> code=cc         | INVALID_INPUT secret
      admin   subscribe w holder=bob code=cc                    | INVALID_INPUT code
      admin   subscribe w holder=bob                            | INVALID_INPUT id
      admin   subscribe v holder=bob topics=REMINDER quiet=22:00-07:00_Europe/Berlin | subscription=v holder=bob
      """;

  private static final String OWN =
      """
      alice   subscribe x holder=alice kind=mail address=alice@example.com | FORBIDDEN # off
      admin   set notice_domains value=Example.com              | INVALID_INPUT value
      admin   set notice_domains value=example.com,,b.org       | INVALID_INPUT value
      admin   set notice_domains value=example.com,b.org        | notice_domains=example.com,b.org
      alice   subscribe x holder=bob kind=mail address=bob@example.com | FORBIDDEN
      alice   subscribe x holder=alice kind=mail address=alice@example.org | FORBIDDEN
      alice   subscribe x holder=alice kind=mail address=a@badexample.com | FORBIDDEN
      alice   subscribe x holder=alice address=https://example.com.evil/ | FORBIDDEN
      auditor subscribe x holder=auditor kind=mail address=a@example.com | FORBIDDEN
      alice   subscribe x holder=alice kind=mail address=alice@mail.Example.com | subscription=x confirmed=false
      admin   subscribe y holder=alice kind=mail address=a@else.where | subscription=y confirmed=true
      alice:s subscribe z holder=alice address=https://b.org/?q=1 | subscription=z spaces=s confirmed=false

      alice   confirm x!                                        | INVALID_INPUT id
      alice   confirm x code=cc                                 | INVALID_INPUT code
      bob     confirm x                                         | NOT_FOUND
      alice:s confirm x                                         | NOT_FOUND # x is told of all spaces
      auditor confirm x                                         | FORBIDDEN
      alice   confirm x code=d                                  | INVALID_INPUT code
      alice   confirm x                                         | subscription=x confirmed=true
      alice   confirm x                                         | subscription=x confirmed=true
      24h     alice:s confirm z                                 | INVALID_INPUT code # too late
      """;

  private static final String CHANGE =
      """
      # given
      admin   subscribe w                                       | subscription=w
      admin   subscribe a holder=alice                          | subscription=a

      alice   subscription a!                                   | INVALID_INPUT id
      alice   subscription no                                   | NOT_FOUND
      alice   subscription w                                    | NOT_FOUND
      bob     subscription a                                    | NOT_FOUND
      auditor:s subscription w                                  | NOT_FOUND
      auditor subscription w                                    | subscription=w
      alice   subscription a                                    | subscription=a
      alice   subscriptions service=yes                          | FORBIDDEN
      admin:s subscriptions service=yes                          | FORBIDDEN
      alice   subscriptions holder=a!                           | INVALID_INPUT holder
      alice   subscriptions                                     | subscriptions=a
      alice   subscriptions holder=bob                          | subscriptions=none
      bob     subscriptions                                     | subscriptions=none
      auditor subscriptions                                     | subscriptions=a
      admin   subscriptions service=yes                          | subscriptions=w

      alice   reencrypt-subscription a!                         | INVALID_INPUT id
      alice   reencrypt-subscription a key=<none>               | INVALID_INPUT secret
      alice   reencrypt-subscription a                          | FORBIDDEN
      admin   reencrypt-subscription no                         | NOT_FOUND
      admin   reencrypt-subscription a key=l                    | subscription=a key=l

      alice   unsubscribe a!                                    | INVALID_INPUT id
      alice   unsubscribe w                                     | NOT_FOUND
      bob     unsubscribe a                                     | NOT_FOUND
      auditor unsubscribe a                                     | FORBIDDEN
      alice   unsubscribe a                                     | subscription=a
      admin   unsubscribe w                                     | subscription=w
      admin   subscriptions service=yes                          | subscriptions=none
      """;

  private static String many() {
    String each =
        "admin subscribe a%d holder=ann address=https://example.com/%d | subscription=a%d\n";
    return IntStream.range(0, Limits.MAX_SUBSCRIPTIONS_PER_HOLDER)
            .mapToObj(i -> each.formatted(i, i, i))
            .collect(Collectors.joining())
        + "admin subscribe b holder=ann | QUOTA_EXCEEDED\n"
        + "admin subscribe b holder=bob | subscription=b\n";
  }
}
