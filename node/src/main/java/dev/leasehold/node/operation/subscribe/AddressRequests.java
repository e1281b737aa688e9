package dev.leasehold.node.operation.subscribe;

import dev.leasehold.api.v1.AddAddressRequest;
import dev.leasehold.api.v1.ConfirmAddressRequest;
import dev.leasehold.api.v1.DeleteAddressRequest;
import dev.leasehold.api.v1.GetAddressRequest;
import dev.leasehold.api.v1.ListAddressesRequest;
import dev.leasehold.api.v1.ListAddressesResponse;
import dev.leasehold.api.v1.NoticeAddress;
import dev.leasehold.api.v1.ResendAddressRequest;
import dev.leasehold.api.v1.TestAddressRequest;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.kernel.notice.SubscriptionKind;
import dev.leasehold.node.deliver.ConfirmationCode;
import dev.leasehold.node.deliver.QuietHours;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.operation.translate.OperationContext;
import dev.leasehold.node.operation.translate.Plan;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Requests about addresses that get a holder's notices. */
public final class AddressRequests {

  private static final SubscriptionRequests<NoticeAddress> ADDRESSES =
      new SubscriptionRequests<>("ad-", SubscriptionReplies::address);

  private AddressRequests() {}

  public static Plan add(AddAddressRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    Map<SubscriptionKind, String> given = new EnumMap<>(SubscriptionKind.class);
    given.put(SubscriptionKind.MAIL, request.getMail());
    given.put(SubscriptionKind.WEBHOOK, request.getWebhook());
    given.put(SubscriptionKind.CHAT, request.getChat());
    given.values().removeIf(String::isEmpty);
    if (given.size() != 1) {
      throw MalformedInput.of("mail", "exactly one of mail, webhook and chat is needed");
    }
    SubscriptionKind kind = given.keySet().iterator().next();
    if (kind == SubscriptionKind.MAIL && context.deliverySettings().mail() == null) {
      throw MalformedInput.of(
          "mail", "this server sends no mail; it has to be started with --smtp and --mail-from");
    }
    if (!request.getQuietHours().isEmpty() && QuietHours.parse(request.getQuietHours()).isEmpty()) {
      throw MalformedInput.of(
          "quietHours",
          "two different times and a time zone are needed, such as 22:00-07:00 Europe/Berlin");
    }
    if (!caller.isAdminOfAll() && !context.deliveries().allowsCode(caller.actor())) {
      return Plan.refuse(
          Problems.of(
              ProblemCode.QUOTA_EXCEEDED, "you have added addresses often; try again in an hour"));
    }
    NewSubscription made =
        NewSubscription.of(
            ADDRESSES.ids(),
            kind,
            request.getHolder().isEmpty() ? caller.actor() : request.getHolder(),
            given.getOrDefault(kind, ""),
            request.getKindsList().stream()
                .map(word -> word.toUpperCase(Locale.ROOT).replace('-', '_'))
                .toList(),
            request.getQuietHours(),
            request.getSecret(),
            context);
    return ADDRESSES.add(
        made.command(), added -> added.toBuilder().setSecret(made.shown()).build());
  }

  public static Plan list(ListAddressesRequest request, Caller caller, OperationContext context) {
    return ADDRESSES.list(
        new NoticeCommand.ListSubscriptions(false, request.getHolder()),
        context,
        all -> ListAddressesResponse.newBuilder().addAllAddresses(all).build());
  }

  public static Plan get(GetAddressRequest request, Caller caller, OperationContext context) {
    return ADDRESSES.get(request.getId(), context);
  }

  public static Plan delete(DeleteAddressRequest request, Caller caller, OperationContext context) {
    return ADDRESSES.delete(request.getId(), context);
  }

  public static Plan confirm(
      ConfirmAddressRequest request, Caller caller, OperationContext context) {
    return ADDRESSES.confirm(request.getId(), ConfirmationCode.hash(request.getCode()), context);
  }

  public static Plan resend(ResendAddressRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    return ADDRESSES.resend(request.getId(), request.getDeliveriesList(), context);
  }

  public static Plan test(TestAddressRequest request, Caller caller, OperationContext context) {
    return ADDRESSES.test(request.getId(), context);
  }
}
