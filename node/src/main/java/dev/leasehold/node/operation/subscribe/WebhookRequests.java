package dev.leasehold.node.operation.subscribe;

import dev.leasehold.api.v1.AddWebhookRequest;
import dev.leasehold.api.v1.DeleteWebhookRequest;
import dev.leasehold.api.v1.GetWebhookRequest;
import dev.leasehold.api.v1.ListWebhooksRequest;
import dev.leasehold.api.v1.ListWebhooksResponse;
import dev.leasehold.api.v1.ResendWebhookRequest;
import dev.leasehold.api.v1.TestWebhookRequest;
import dev.leasehold.api.v1.Webhook;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.kernel.notice.SubscriptionKind;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.translate.OperationContext;
import dev.leasehold.node.operation.translate.Plan;
import dev.leasehold.node.publish.EventTypes;
import dev.leasehold.node.text.NearestName;
import java.util.ArrayList;
import java.util.List;

/** Requests about webhooks, which get events of the service. */
public final class WebhookRequests {

  private static final SubscriptionRequests<Webhook> WEBHOOKS =
      new SubscriptionRequests<>("wh-", SubscriptionReplies::webhook);

  private WebhookRequests() {}

  public static Plan add(AddWebhookRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    NewSubscription made =
        NewSubscription.of(
            WEBHOOKS.ids(),
            request.getChat() ? SubscriptionKind.CHAT : SubscriptionKind.WEBHOOK,
            "",
            request.getUrl(),
            types(request.getTypesList()),
            "",
            request.getSecret(),
            context);
    return WEBHOOKS.add(made.command(), added -> added.toBuilder().setSecret(made.shown()).build());
  }

  /** Whole names, and names without what all begin with. */
  private static List<String> types(List<String> given) throws MalformedInput {
    List<String> known = EventTypes.all();
    List<String> types = new ArrayList<>();
    for (String type : given) {
      String word =
          type.startsWith(EventTypes.PREFIX) ? type.substring(EventTypes.PREFIX.length()) : type;
      if (!known.contains(word)) {
        throw MalformedInput.of(
            "types", "there is no such type of events" + NearestName.question(word, known));
      }
      types.add(EventTypes.PREFIX + word);
    }
    return types;
  }

  public static Plan list(ListWebhooksRequest request, Caller caller, OperationContext context) {
    return WEBHOOKS.list(
        new NoticeCommand.ListSubscriptions(true, ""),
        context,
        all -> ListWebhooksResponse.newBuilder().addAllWebhooks(all).build());
  }

  public static Plan get(GetWebhookRequest request, Caller caller, OperationContext context) {
    return WEBHOOKS.get(request.getId(), context);
  }

  public static Plan delete(DeleteWebhookRequest request, Caller caller, OperationContext context) {
    return WEBHOOKS.delete(request.getId(), context);
  }

  public static Plan resend(ResendWebhookRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    return WEBHOOKS.resend(request.getId(), request.getDeliveriesList(), context);
  }

  public static Plan test(TestWebhookRequest request, Caller caller, OperationContext context) {
    return WEBHOOKS.test(request.getId(), context);
  }
}
