package dev.leasehold.bench.compare.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;

/**
 * The figures for programs. {@code results} has the cycles, one entry for each client and number in
 * flight; other work is below {@code work}.
 */
public final class JsonReport {

  private static final Gson PRETTY = new GsonBuilder().setPrettyPrinting().create();

  private JsonReport() {}

  public static String of(List<Row> rows, Facts facts) {
    JsonObject report = new JsonObject();
    report.addProperty("command", facts.command());
    report.addProperty("date", facts.date());
    report.add("machine", PRETTY.toJsonTree(facts.machine()));
    report.add("settings", PRETTY.toJsonTree(facts.settings()));
    report.add("notes", PRETTY.toJsonTree(facts.notes()));
    JsonArray results = new JsonArray();
    JsonObject other = new JsonObject();
    for (Row row : rows) {
      if (row.work() == Work.CYCLE) {
        results.add(entry(row, rows));
        continue;
      }
      String work = row.work().label();
      if (!other.has(work)) {
        other.add(work, new JsonArray());
      }
      other.getAsJsonArray(work).add(entry(row, rows));
    }
    report.add("results", results);
    report.add("work", other);
    return PRETTY.toJson(report) + "\n";
  }

  private static JsonObject entry(Row row, List<Row> rows) {
    JsonObject entry = new JsonObject();
    entry.addProperty("system", row.kind().system());
    entry.addProperty("client", row.kind().label());
    entry.addProperty("inFlight", row.inFlight());
    if (row.held() > 0) {
      entry.addProperty("heldLeases", row.held());
    }
    entry.addProperty("cyclesPerSecond", rounded(row.perSecond().median()));
    entry.addProperty("leastCyclesPerSecond", rounded(row.perSecond().least()));
    entry.addProperty("mostCyclesPerSecond", rounded(row.perSecond().largest()));
    entry.addProperty("p50Micros", Math.round(row.p50Micros()));
    entry.addProperty("p99Micros", Math.round(row.p99Micros()));
    entry.addProperty("p999Micros", Math.round(row.p999Micros()));
    entry.addProperty("clientProcessorMicros", rounded(row.clientMicros()));
    entry.addProperty("serverProcessorMicros", rounded(row.serverMicros()));
    entry.addProperty("serverResidentBytes", row.residentBytes());
    entry.addProperty("othersPercent", rounded(row.othersPercent()));
    Figure ratio = row.ratio();
    if (ratio != null) {
      entry.addProperty("leaseholdRatio", rounded(ratio.median()));
      entry.addProperty("leastLeaseholdRatio", rounded(ratio.least()));
      entry.addProperty("mostLeaseholdRatio", rounded(ratio.largest()));
    }
    Share.of(row, rows).ifPresent(share -> entry.addProperty("shareOfEasier", rounded(share)));
    return entry;
  }

  private static double rounded(double figure) {
    return Math.round(figure * 100) / 100.0;
  }
}
