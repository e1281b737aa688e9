package dev.leasehold.node.http.pages;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.leasehold.node.operation.Operation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests to copy from. An operation that is not listed here gets one by its fields. */
final class Examples {

  private static final Map<String, String> BODIES =
      Map.ofEntries(
          Map.entry("Acquire", "{'space':'repo-a','paths':['/src/api/'],'ttl':'300s'}"),
          Map.entry("RenewLease", "{'ttl':'10m'}"),
          Map.entry("HeartbeatLease", "{}"),
          Map.entry("ReleaseLease", "{'reason':'COMPLETED'}"),
          Map.entry("CompleteLease", "{'commit':'9b1c44e'}"),
          Map.entry("CloseLease", "{}"),
          Map.entry("RevokeLease", "{'reason':'release day','notice':'5m'}"),
          Map.entry("ReleaseAll", "{'reason':'the agent was stopped'}"),
          Map.entry("AcknowledgeNotices", "{'ids':['17']}"),
          Map.entry("DeclareSpace", "{'caseInsensitive':true}"),
          Map.entry("ValidateLease", "{'epoch':3,'path':'/src/api/login.ts'}"),
          Map.entry("AdvanceLease", "{'expectedEpoch':3}"),
          Map.entry("TransferLease", "{'toHolder':'bob','note':'the tests are still red'}"),
          Map.entry("ConvertLease", "{'mode':'EXCLUSIVE','wait':'30s'}"),
          Map.entry("DeriveLease", "{'holder':'bob','paths':['/src/api/login.ts'],'ttl':'60s'}"),
          Map.entry(
              "Handshake",
              "{'pool':'team-a','requested':{'usd_micros':10000000},'requestId':'start-1'}"),
          Map.entry("Spend", "{'requestId':'call-1','amounts':{'usd_micros':1250}}"),
          Map.entry("Reserve", "{'requestId':'call-2','amounts':{'usd_micros':50000}}"),
          Map.entry("Settle", "{'reservationId':'call-2','amounts':{'usd_micros':31200}}"),
          Map.entry("CancelReservation", "{'reservationId':'call-2'}"),
          Map.entry(
              "AdjustReservation", "{'reservationId':'call-2','amounts':{'usd_micros':9000}}"),
          Map.entry("RefreshLease", "{'requested':{'usd_micros':1000000}}"),
          Map.entry("CreatePool", "{'id':'team-a','amounts':{'usd_micros':100000000}}"),
          Map.entry("Deposit", "{'amounts':{'usd_micros':5000000},'reason':'for May'}"),
          Map.entry("Withdraw", "{'amounts':{'usd_micros':5000000},'reason':'not needed'}"),
          Map.entry("ConfirmPool", "{'spent':{'usd_micros':31200}}"),
          Map.entry(
              "AddProvider",
              "{'name':'openai','kind':'openai','url':'https://api.openai.com','key':'...'}"),
          Map.entry(
              "SealProviderKey", "{'publicKey':'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo'}"),
          Map.entry(
              "AddWebhook",
              "{'url':'https://hook.example.com/leases','types':['lease.expired','lease.evicted']}"),
          Map.entry("ResendWebhook", "{}"),
          Map.entry("TestWebhook", "{}"),
          Map.entry(
              "AddAddress",
              "{'webhook':'https://ann.example.com/told','holder':'ann','kinds':['REMINDER']}"),
          Map.entry("ConfirmAddress", "{'code':'K7QF-2MXA-9RTB'}"),
          Map.entry("ResendAddress", "{}"),
          Map.entry("TestAddress", "{}"),
          Map.entry(
              "SetRecurrence",
              "{'every':'month','zone':'Europe/Berlin','amounts':{'usd_micros':100000000}}"),
          Map.entry(
              "RequestMore",
              "{'amounts':{'usd_micros':5000000},'justification':'the tests need another run'}"),
          Map.entry(
              "RequestExtension", "{'ttl':'24h','justification':'the review takes another day'}"),
          Map.entry("ApproveBudgetRequest", "{'reason':'release week'}"),
          Map.entry("DeclineBudgetRequest", "{'reason':'use the small model'}"),
          Map.entry("AddPolicy", "{'name':'nightly','base':'work','defaultTtl':'2h'}"),
          Map.entry("SetConfig", "{'value':'30'}"),
          Map.entry("CreateToken", "{'actor':'alice','role':'agent','spaces':['repo-a']}"));

  private static final Map<String, String> QUERIES =
      Map.of(
          "ListLeases", "?space=repo-a",
          "CheckPath", "?path=/src/api/login.ts",
          "GetBudgetReport", "?by=day,agent",
          "GetCertificate", "?ttl=10m",
          "Watch", "?space=repo-a");

  /** Values for the variable parts of a path; a shell fills in those that only it can know. */
  private static final Map<String, String> VARIABLES =
      Map.of(
          "{leaseId}", "${LEASE}",
          "{tokenId}", "${TOKEN_ID}",
          "{space}", "repo-a",
          "{holder}", "alice",
          "{id}", "team-a",
          "{name}", "openai",
          "{key}", "cleanup_interval_seconds");

  private Examples() {}

  /** A body as maps, lists, texts, numbers and booleans. */
  static Object body(Operation operation, List<FieldDescriptor> inPath) {
    String given = BODIES.get(operation.schema().getName());
    return given != null ? parsed(given.replace('\'', '"')) : byFields(operation, inPath);
  }

  /** The address of an example call, without the server. */
  static String address(String operation, String path) {
    String filled = path;
    for (Map.Entry<String, String> variable : VARIABLES.entrySet()) {
      filled = filled.replace(variable.getKey(), variable.getValue());
    }
    return filled + QUERIES.getOrDefault(operation, "");
  }

  private static Map<String, Object> byFields(Operation operation, List<FieldDescriptor> inPath) {
    Map<String, Object> body = new LinkedHashMap<>();
    for (FieldDescriptor field : operation.schema().getInputType().getFields()) {
      boolean isText = field.getType() == FieldDescriptor.Type.STRING;
      if (isText && !inPath.contains(field) && !field.getName().equals("request_id")) {
        body.put(field.getJsonName(), field.isRepeated() ? List.of("...") : "...");
      }
    }
    return body;
  }

  private static Object parsed(String json) {
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      return value(parser);
    } catch (IOException e) {
      throw new IllegalStateException(json, e);
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          object.put(name, value(parser));
        }
        yield object;
      }
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(parser));
        }
        yield list;
      }
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> parser.getText();
    };
  }
}
