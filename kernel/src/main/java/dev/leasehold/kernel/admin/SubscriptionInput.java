package dev.leasehold.kernel.admin;

import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.kernel.notice.NoticeKind;
import dev.leasehold.kernel.notice.SubscriptionKind;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.Names;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the fields of a subscription, in their order. */
final class SubscriptionInput {

  /** A scheme, a host, maybe a port, a path and a query: neither user nor fragment. */
  private static final Pattern URL =
      Pattern.compile(
          "https?://(\\[[0-9a-f:.]++]|[a-z0-9._-]++)(:[0-9]{1,5})?"
              + "(/[a-z0-9._~%!$&'()*+,;=:@/-]*+)?(\\?[a-z0-9._~%!$&'()*+,;=:@/?-]*+)?",
          Pattern.CASE_INSENSITIVE);

  /** The plain form of RFC 5322, without quotes and comments. No character can end a header. */
  private static final Pattern MAIL =
      Pattern.compile(
          "[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*+@"
              + "((?:[a-z0-9-]{1,63}\\.){0,8}[a-z0-9-]{1,63})",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,128}");

  /** The two times differ: nobody is left alone for good. */
  private static final Pattern QUIET_HOURS =
      Pattern.compile(
          "(?!(.{5})-\\1 )([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]"
              + " [A-Za-z0-9_+/-]{1,64}");

  private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

  private SubscriptionInput() {}

  static @Nullable Refusal check(NoticeCommand.Subscribe subscribe) {
    Refusal refusal = Names.check("id", subscribe.id());
    Optional<SubscriptionKind> kind = SubscriptionKind.parse(subscribe.kind());
    if (refusal == null && kind.isEmpty()) {
      refusal = new InputRefusal.InvalidInput("kind", "kind must be webhook, chat or mail");
    }
    if (refusal != null) {
      return refusal;
    }
    boolean ofService = subscribe.holder().isEmpty();
    refusal = checkAddress(kind.orElseThrow(), subscribe.address());
    refusal = refusal != null ? refusal : checkTopics(subscribe.topics(), ofService);
    refusal = refusal != null ? refusal : checkQuietHours(subscribe.quietHours(), ofService);
    refusal = refusal != null ? refusal : checkSecret(subscribe.secret().size());
    return refusal != null ? refusal : checkCode(subscribe.codeHash());
  }

  private static @Nullable Refusal checkAddress(SubscriptionKind kind, String address) {
    boolean isMail = kind == SubscriptionKind.MAIL;
    String field = isMail ? "mail" : "url";
    if (address.isEmpty()) {
      return new InputRefusal.InvalidInput(field, field + " is missing");
    }
    boolean fits =
        isMail
            ? address.length() <= Limits.MAX_MAIL_BYTES && MAIL.matcher(address).matches()
            : address.length() <= Limits.MAX_URL_BYTES && URL.matcher(address).matches();
    return fits
        ? null
        : new InputRefusal.InvalidInput(
            field,
            isMail
                ? "mail is one address, such as ann@example.com, without a name before it"
                : "url is an http or https address, such as https://example.com/hook, without user"
                    + " and fragment");
  }

  private static @Nullable Refusal checkTopics(List<String> topics, boolean ofService) {
    String field = ofService ? "types" : "kinds";
    if (topics.size() > Limits.MAX_TOPICS) {
      return new InputRefusal.InvalidInput(
          field, "there are at most " + Limits.MAX_TOPICS + " of them");
    }
    for (String topic : topics) {
      boolean fits = ofService ? TOPIC.matcher(topic).matches() : isNoticeKind(topic);
      if (!fits) {
        return new InputRefusal.InvalidInput(
            field,
            ofService
                ? "types are names of events, such as dev.leasehold.lease.granted"
                : "kinds are kinds of notices: "
                    + String.join(
                        ", ", Arrays.stream(NoticeKind.values()).map(Enum::name).toList()));
      }
    }
    return null;
  }

  private static boolean isNoticeKind(String text) {
    return Arrays.stream(NoticeKind.values()).anyMatch(kind -> kind.name().equals(text));
  }

  private static @Nullable Refusal checkQuietHours(String hours, boolean ofService) {
    if (hours.isEmpty() || (!ofService && QUIET_HOURS.matcher(hours).matches())) {
      return null;
    }
    return new InputRefusal.InvalidInput(
        "quietHours",
        ofService
            ? "what the service tells has no quiet hours"
            : "quietHours are two different times and a time zone, such as 22:00-07:00"
                + " Europe/Berlin");
  }

  static @Nullable Refusal checkSecret(int size) {
    return size > 0 && size <= Limits.MAX_ENCRYPTED_KEY_BYTES
        ? null
        : new InputRefusal.InvalidInput(
            "secret", "an encrypted secret has 1 to " + Limits.MAX_ENCRYPTED_KEY_BYTES + " bytes");
  }

  static @Nullable Refusal checkCode(String codeHash) {
    return SHA_256.matcher(codeHash).matches()
        ? null
        : new InputRefusal.InvalidInput("code", "the code is known by its SHA-256 in hexadecimal");
  }

  /** The domain of an address that fits its kind. */
  static String domainOf(SubscriptionKind kind, String address) {
    Matcher matcher = (kind == SubscriptionKind.MAIL ? MAIL : URL).matcher(address);
    if (!matcher.matches()) {
      throw new IllegalStateException("an address that was not checked");
    }
    return matcher.group(1).toLowerCase(Locale.ROOT);
  }
}
