package dev.leasehold.cli.remote;

import dev.leasehold.cli.terminal.RelativeTime;
import dev.leasehold.cli.terminal.Text;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A refusal of the server.
 *
 * @param json as it was sent
 * @param now the time by the server's clock
 */
public record Problem(Fields fields, String json, Instant now) {

  /** Enough to see whom to ask; the rest is counted. */
  private static final int MOST_NAMED = 3;

  /** As many as a server names; there may be more of them than it says. */
  private static final int MOST_TOLD = 16;

  /** Values in capital letters on the wire are typed in small letters on the command line. */
  private static final Pattern CHOICE = Pattern.compile("expected one of [A-Z_]+(, [A-Z_]+)*");

  private static final Pattern CAMEL_CASE = Pattern.compile("[a-z]+([A-Z][a-z]+)+");
  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

  public String code() {
    return fields.text("code");
  }

  public Exit exit() {
    return Exit.of(code());
  }

  /** The leases in the way, waiters ahead included. */
  public List<Fields> conflicts() {
    return fields.objects("conflicts");
  }

  /** This refusal for several requests that were refused like it, because of all these leases. */
  public Problem withAll(List<Fields> conflicts, String detail) {
    return of(
        new Body()
            .with("status", fields.number("status"))
            .with("code", code())
            .with("title", fields.text("title"))
            .with("detail", detail)
            .with("conflicts", conflicts));
  }

  /**
   * The end of a wait here, with the server's status, code and title of one there. They are
   * repeated here, for the server's codes would load gRPC; a test compares them.
   */
  public Problem timedOut(List<Fields> conflicts, Duration waited, String detail) {
    return of(
        new Body()
            .with("status", 408)
            .with("code", "ACQUISITION_TIMEOUT")
            .with("title", "The wait has ended without a lease")
            .with("detail", detail)
            .with("waited", BigDecimal.valueOf(waited.toMillis(), 3).toPlainString() + "s")
            .with("conflicts", conflicts));
  }

  private Problem of(Body body) {
    return new Problem(body.fields(), body.json(), now);
  }

  /** Says what was wrong, who is in the way and until when, and what to do. */
  String sentence(Endpoint endpoint) {
    String advice = advice();
    String sentence =
        exit() == Exit.UNAUTHENTICATED
            ? "the server does not accept "
                + (endpoint.token().isEmpty() ? "your certificate " : "the token from ")
                + endpoint.tokenSource()
                + revoked()
            : conflicts().isEmpty() ? detail() : waited() + blockers(conflicts(), now);
    return Text.harmless(advice.isEmpty() ? sentence : sentence + "; " + advice);
  }

  /** Says why the token was revoked, if the server does. */
  private String revoked() {
    return fields.text("reason").isEmpty()
        ? ""
        : ", which was revoked " + when("terminatedAt") + ": " + fields.text("reason");
  }

  private String when(String field) {
    Instant time = fields.time(field);
    return time == null ? "" : past(time);
  }

  private String past(Instant time) {
    String ago = RelativeTime.of(time, now);
    return ago.equals("now") ? "just now" : ago;
  }

  private String detail() {
    Instant expired = fields.time("expiredAt");
    Instant issued = fields.time("issuedAt");
    Duration ttl = fields.duration("ttl");
    if (expired != null && issued != null && ttl != null && !fields.has("graceRemaining")) {
      return "lease %s expired %s; it was acquired %s for %s"
          .formatted(
              fields.text("leaseId"),
              past(expired),
              RelativeTime.of(issued, now),
              RelativeTime.length(ttl));
    }
    Instant ended = fields.time("terminatedAt");
    if (ended != null) {
      return "lease %s was %s %s%s%s%s"
          .formatted(
              fields.text("leaseId"),
              fields.text("state").toLowerCase(Locale.ROOT),
              past(ended),
              fields.text("endedBy").isEmpty() ? "" : " by " + fields.text("endedBy"),
              fields.text("state").equals("COMPLETED") && fields.has("commit")
                  ? " with commit " + fields.text("commit")
                  : "",
              fields.text("reason").isEmpty() ? "" : ": " + fields.text("reason"));
    }
    String detail = fields.text("detail");
    return detail.isEmpty()
        ? "the server refused with " + code()
        : CHOICE
            .matcher(detail.replace(fields.text("field") + " ", option(fields.text("field")) + " "))
            .replaceAll(choice -> choice.group().toLowerCase(Locale.ROOT));
  }

  /** The option for a field whose name is no word that a person would write. */
  private static String option(String field) {
    return CAMEL_CASE.matcher(field).matches()
        ? "--" + CAPITAL.matcher(field).replaceAll("-$0").toLowerCase(Locale.ROOT)
        : field;
  }

  /** Says how long a wait was that came to nothing, in front of who was in its way. */
  private String waited() {
    Duration waited = fields.duration("waited");
    return waited == null
        ? ""
        : "it did not become free within " + RelativeTime.length(waited) + ": ";
  }

  /** Names those who are in the way, with relative times. */
  public static String blockers(List<Fields> conflicts, Instant now) {
    return blockers(conflicts, now, true);
  }

  /** Like {@link #blockers(List, Instant)}, without what only a command can make use of. */
  public static String blockersWithoutIds(List<Fields> conflicts, Instant now) {
    return blockers(conflicts, now, false);
  }

  private static String blockers(List<Fields> conflicts, Instant now, boolean ids) {
    StringBuilder who = new StringBuilder();
    for (Fields conflict : conflicts.subList(0, Math.min(MOST_NAMED, conflicts.size()))) {
      who.append(who.isEmpty() ? "" : ", ")
          .append(blocker(conflict, now))
          .append(ids ? " (lease " + conflict.text("leaseId") + ")" : "");
    }
    int others = conflicts.size() - MOST_NAMED;
    String atLeast = conflicts.size() < MOST_TOLD ? "" : "at least ";
    return others > 0 ? who + ", and " + atLeast + others + " more" : who.toString();
  }

  private static String blocker(Fields conflict, Instant now) {
    boolean waits = conflict.text("state").equals("PENDING");
    Instant until = conflict.time("expiresAt");
    boolean own = conflict.isTrue("own");
    return who(conflict, own, waits)
        + Patterns.line(conflict.texts("scope"))
        + leftOut(conflict.number("scopeLeftOut"))
        + (own ? " yourself" : "")
        + (until == null || waits ? "" : until(until, now));
  }

  private static String leftOut(long patterns) {
    return patterns == 0 ? "" : " and " + patterns + " more";
  }

  private static String who(Fields conflict, boolean own, boolean waits) {
    if (own) {
      return waits ? "you wait ahead for " : "you hold ";
    }
    String contact = conflict.object("labels").text("contact");
    return conflict.text("holder")
        + (contact.isEmpty() ? "" : " [" + contact + "]")
        + (waits ? " waits ahead for " : " holds ");
  }

  /** Says how to ask those in the way for what they hold; empty if none of them may be asked. */
  public static String question(List<Fields> conflicts) {
    return conflicts.stream()
        .filter(conflict -> conflict.isTrue("askable"))
        .findFirst()
        .map(other -> "ask with leasehold ask " + other.text("leaseId") + " \"...\"")
        .orElse("");
  }

  /** Says what to do after a wait that came to nothing. */
  public static String waitLonger(List<Fields> conflicts) {
    String question =
        conflicts.isEmpty() ? "see who holds it with leasehold ls" : question(conflicts);
    return "wait longer with --wait" + (question.isEmpty() ? "" : ", or " + question);
  }

  private static String until(Instant until, Instant now) {
    return until.isAfter(now)
        ? ", for another " + RelativeTime.length(Duration.between(now, until))
        : ", in grace";
  }

  private String advice() {
    return switch (exit()) {
      case HELD ->
          code().equals("DEADLOCK")
              ? "release what you hold and that they wait for"
              : question(conflicts());
      case UNAUTHENTICATED ->
          "give another with LEASEHOLD_TOKEN or --token; an admin makes one with leasehold token"
              + " issue";
      case NOT_ALLOWED -> code().equals("NOT_HOLDER") ? "ask its holder, or an admin" : "";
      case TIMED_OUT -> waitLonger(conflicts());
      case LIMIT -> "try again later";
      case UNAVAILABLE -> "try again in a moment";
      default -> "";
    };
  }
}
