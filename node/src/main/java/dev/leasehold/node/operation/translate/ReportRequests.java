package dev.leasehold.node.operation.translate;

import dev.leasehold.api.v1.BudgetReport;
import dev.leasehold.api.v1.BudgetReportRow;
import dev.leasehold.api.v1.GetBudgetReportRequest;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.tables.query.SpendReport;
import dev.leasehold.node.text.NearestName;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Requests for sums of what was spent. */
public final class ReportRequests {

  /** The days of a report that says no first day. */
  private static final int USUAL_DAYS = 30;

  private ReportRequests() {}

  /** Whatever was spent before the request is in the sums, for the request takes its turn. */
  public static Plan report(GetBudgetReportRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    LocalDate today =
        Instant.EPOCH
            .plusNanos(context.wallNanos().getAsLong())
            .atOffset(ZoneOffset.UTC)
            .toLocalDate();
    LocalDate to = day("to", request.getTo(), today);
    LocalDate from = day("from", request.getFrom(), to.minusDays(USUAL_DAYS - 1));
    if (from.isAfter(to)) {
      throw MalformedInput.of("from", "the first day lies behind the last, " + to);
    }
    Set<SpendReport.Part> by = by(request.getByList());
    Refusal refusal = unseen(caller, request.getAgent());
    if (refusal != null) {
      return Plan.refuse(RefusalProblems.of(refusal));
    }
    SpendReport.Asked asked =
        new SpendReport.Asked(
            from.toString(),
            to.toString(),
            List.copyOf(by),
            request.getPool(),
            caller.role() == Role.AGENT ? caller.actor() : request.getAgent(),
            request.getModel(),
            request.getProvider(),
            request.getUnit(),
            after(request.getPageToken(), by.size() + 1),
            pageSize(request));
    return new Plan.LookUp(
        new NodeCommand.TakeTurn(),
        outcome -> context.archive().spent(asked).thenApply(found -> toAnswer(asked, found)));
  }

  /** Sums are of no space, and agents see their own. */
  private static @Nullable Refusal unseen(Caller caller, String agent) {
    // An admin of some spaces may have issued such a token, who has no say in anybody's budget.
    boolean forSpaces = !caller.spaces().isEmpty() && caller.pool().isEmpty();
    if (caller.role() == Role.AGENT && !forSpaces) {
      return agent.isEmpty() || agent.equals(caller.actor())
          ? null
          : new AccessRefusal.Forbidden("an agent sees what it has spent itself");
    }
    return caller.spaces().isEmpty()
        ? null
        : new AccessRefusal.Forbidden("what was spent is of no space; your token names some");
  }

  private static int pageSize(GetBudgetReportRequest request) throws MalformedInput {
    if (!request.hasPageSize()) {
      return SpendReport.MAX_ROWS;
    }
    int size = request.getPageSize();
    if (size < 1 || size > SpendReport.MAX_ROWS) {
      throw MalformedInput.of("pageSize", "a page has 1 to " + SpendReport.MAX_ROWS + " rows");
    }
    return size;
  }

  /** The texts of a key, each in base64url, so that they may have any characters. */
  private static String token(List<String> key) {
    return key.stream()
        .map(text -> text.getBytes(StandardCharsets.UTF_8))
        .map(Base64.getUrlEncoder().withoutPadding()::encodeToString)
        .collect(Collectors.joining("."));
  }

  private static List<String> after(String token, int texts) throws MalformedInput {
    if (token.isEmpty()) {
      return List.of();
    }
    List<String> key = new ArrayList<>();
    try {
      for (String text : token.split("\\.", -1)) {
        key.add(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8));
      }
    } catch (IllegalArgumentException e) {
      key.clear();
    }
    if (key.size() != texts) {
      throw MalformedInput.of(
          "pageToken", "it is no token of a page of this report; begin without one");
    }
    return key;
  }

  private static LocalDate day(String field, String text, LocalDate usual) throws MalformedInput {
    try {
      LocalDate day = text.isEmpty() ? usual : LocalDate.parse(text);
      if (day.getYear() < 1 || day.getYear() > 9999) {
        throw MalformedInput.of(field, "a day is in one of the years 1 to 9999");
      }
      return day;
    } catch (DateTimeParseException e) {
      throw MalformedInput.of(field, "expected a day such as " + usual);
    }
  }

  private static Set<SpendReport.Part> by(List<String> given) throws MalformedInput {
    Set<SpendReport.Part> parts = new LinkedHashSet<>();
    for (String words : given) {
      for (String word : words.split(",", -1)) {
        parts.add(part(word));
      }
    }
    return parts.isEmpty() ? Set.of(SpendReport.Part.DAY) : parts;
  }

  private static SpendReport.Part part(String word) throws MalformedInput {
    List<String> known =
        Arrays.stream(SpendReport.Part.values())
            .map(part -> part.name().toLowerCase(Locale.ROOT))
            .toList();
    if (!known.contains(word)) {
      throw MalformedInput.of(
          "by",
          "rows are for one or several of "
              + String.join(", ", known)
              + NearestName.question(word, known));
    }
    return SpendReport.Part.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private static Answer toAnswer(SpendReport.Asked asked, SpendReport.Found found) {
    BudgetReport.Builder wire =
        BudgetReport.newBuilder()
            .setFrom(asked.from())
            .setTo(asked.to())
            .addAllBy(
                asked.by().stream().map(part -> part.name().toLowerCase(Locale.ROOT)).toList())
            .setSince(found.since())
            .setNextPageToken(token(found.next()));
    for (SpendReport.Row row : found.rows()) {
      wire.addRows(
          BudgetReportRow.newBuilder()
              .setDay(row.part(SpendReport.Part.DAY))
              .setPool(row.part(SpendReport.Part.POOL))
              .setAgent(row.part(SpendReport.Part.AGENT))
              .setModel(row.part(SpendReport.Part.MODEL))
              .setProvider(row.part(SpendReport.Part.PROVIDER))
              .setUnit(row.unit())
              .setAmount(row.amount())
              .setCount(row.count()));
    }
    return new Answer.Success(wire.build());
  }
}
