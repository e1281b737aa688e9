package dev.leasehold.node.http.pages;

import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.leasehold.node.json.PlainJson;
import dev.leasehold.node.operation.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Requests to copy from. An operation that is not listed here gets one by its fields. */
final class Examples {

  /** Bodies behind the names of their operations. */
  private static final String BODIES =
      """
      Acquire {"space":"repo-a","paths":["/src/api/"],"ttl":"300s"}
      RenewLease {"ttl":"10m"}
      HeartbeatLease {}
      ReleaseLease {"reason":"COMPLETED"}
      CompleteLease {"commit":"9b1c44e"}
      CloseLease {}
      RevokeLease {"reason":"release day","notice":"5m"}
      ReleaseAll {"reason":"the agent was stopped"}
      AcknowledgeNotices {"ids":["17"]}
      DeclareSpace {"caseInsensitive":true}
      ValidateLease {"epoch":3,"path":"/src/api/login.ts"}
      AdvanceLease {"expectedEpoch":3}
      TransferLease {"toHolder":"bob","note":"the tests are still red"}
      ConvertLease {"mode":"EXCLUSIVE","wait":"30s"}
      DeriveLease {"holder":"bob","paths":["/src/api/login.ts"],"ttl":"60s"}
      Handshake {"pool":"team-a","requested":{"usd_micros":10000000},"requestId":"start-1"}
      Spend {"requestId":"call-1","amounts":{"usd_micros":1250}}
      Reserve {"requestId":"call-2","amounts":{"usd_micros":50000}}
      Settle {"reservationId":"call-2","amounts":{"usd_micros":31200}}
      CancelReservation {"reservationId":"call-2"}
      AdjustReservation {"reservationId":"call-2","amounts":{"usd_micros":9000}}
      RefreshLease {"requested":{"usd_micros":1000000}}
      CreatePool {"id":"team-a","amounts":{"usd_micros":100000000}}
      Deposit {"amounts":{"usd_micros":5000000},"reason":"for May"}
      Withdraw {"amounts":{"usd_micros":5000000},"reason":"not needed"}
      ConfirmPool {"spent":{"usd_micros":31200}}
      AddProvider {"name":"openai","kind":"openai","url":"https://api.openai.com","key":"..."}
      SealProviderKey {"publicKey":"hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo"}
      AddWebhook {"url":"https://hook.example.com/leases","types":["lease.expired","lease.evicted"]}
      ResendWebhook {}
      TestWebhook {}
      AddAddress {"webhook":"https://ann.example.com/told","holder":"ann","kinds":["REMINDER"]}
      ConfirmAddress {"code":"K7QF-2MXA-9RTB"}
      ResendAddress {}
      TestAddress {}
      SetRecurrence {"every":"month","zone":"Europe/Berlin","amounts":{"usd_micros":100000000}}
      RequestMore {"amounts":{"usd_micros":5000000},"justification":"the tests need another run"}
      RequestExtension {"ttl":"24h","justification":"the review takes another day"}
      ApproveBudgetRequest {"reason":"release week"}
      DeclineBudgetRequest {"reason":"use the small model"}
      AddPolicy {"name":"nightly","base":"work","defaultTtl":"2h"}
      SetConfig {"value":"30"}
      CreateToken {"actor":"alice","role":"agent","spaces":["repo-a"]}
      """;

  private static final Map<String, Object> BY_OPERATION =
      BODIES
          .lines()
          .map(line -> line.split(" ", 2))
          .collect(Collectors.toMap(words -> words[0], words -> PlainJson.read(words[1])));

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
    Object given = BY_OPERATION.get(operation.schema().getName());
    return given != null ? given : byFields(operation, inPath);
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
}
