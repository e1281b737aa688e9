package dev.leasehold.node.operation;

import static dev.leasehold.api.v1.AddressServiceGrpc.getAddAddressMethod;
import static dev.leasehold.api.v1.AddressServiceGrpc.getConfirmAddressMethod;
import static dev.leasehold.api.v1.AddressServiceGrpc.getDeleteAddressMethod;
import static dev.leasehold.api.v1.AddressServiceGrpc.getGetAddressMethod;
import static dev.leasehold.api.v1.AddressServiceGrpc.getListAddressesMethod;
import static dev.leasehold.api.v1.AddressServiceGrpc.getResendAddressMethod;
import static dev.leasehold.api.v1.AddressServiceGrpc.getTestAddressMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getAdjustReservationMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getCancelReservationMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getConfirmPoolMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getCreatePoolMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getDepositMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getGetPoolMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getHandshakeMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getListPoolsMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getRefreshLeaseMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getReserveMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getSetRecurrenceMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getSettleMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getSpendMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getWithdrawMethod;
import static dev.leasehold.api.v1.ConfigServiceGrpc.getGetConfigMethod;
import static dev.leasehold.api.v1.ConfigServiceGrpc.getSetConfigMethod;
import static dev.leasehold.api.v1.EventServiceGrpc.getWatchMethod;
import static dev.leasehold.api.v1.HistoryServiceGrpc.getGetHistoryMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getAcknowledgeNoticesMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getAcquireMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getAdvanceLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getAskLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getCheckPathMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getCloseLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getCompleteLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getConvertLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getDeclareSpaceMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getDeriveLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getExpireLeasesMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getGetLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getGetSpaceMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getHeartbeatLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getListLeasesMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getListSpacesMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getReleaseAllMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getReleaseLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getRenewLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getRevokeLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getTransferLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getValidateLeaseMethod;
import static dev.leasehold.api.v1.PolicyServiceGrpc.getAddPolicyMethod;
import static dev.leasehold.api.v1.PolicyServiceGrpc.getListPoliciesMethod;
import static dev.leasehold.api.v1.ProofServiceGrpc.getGetCertificateMethod;
import static dev.leasehold.api.v1.ProofServiceGrpc.getIntrospectTokenMethod;
import static dev.leasehold.api.v1.ProviderServiceGrpc.getAddProviderMethod;
import static dev.leasehold.api.v1.ProviderServiceGrpc.getDeleteProviderMethod;
import static dev.leasehold.api.v1.ProviderServiceGrpc.getGetProviderMethod;
import static dev.leasehold.api.v1.ProviderServiceGrpc.getListProvidersMethod;
import static dev.leasehold.api.v1.ProviderServiceGrpc.getRotateProviderKeyMethod;
import static dev.leasehold.api.v1.ProviderServiceGrpc.getSealProviderKeyMethod;
import static dev.leasehold.api.v1.ReportServiceGrpc.getGetBudgetReportMethod;
import static dev.leasehold.api.v1.RequestServiceGrpc.getApproveBudgetRequestMethod;
import static dev.leasehold.api.v1.RequestServiceGrpc.getDeclineBudgetRequestMethod;
import static dev.leasehold.api.v1.RequestServiceGrpc.getListBudgetRequestsMethod;
import static dev.leasehold.api.v1.RequestServiceGrpc.getRequestExtensionMethod;
import static dev.leasehold.api.v1.RequestServiceGrpc.getRequestMoreMethod;
import static dev.leasehold.api.v1.TokenServiceGrpc.getCreateTokenMethod;
import static dev.leasehold.api.v1.TokenServiceGrpc.getDeleteTokenMethod;
import static dev.leasehold.api.v1.TokenServiceGrpc.getListTokensMethod;
import static dev.leasehold.api.v1.WebhookServiceGrpc.getAddWebhookMethod;
import static dev.leasehold.api.v1.WebhookServiceGrpc.getDeleteWebhookMethod;
import static dev.leasehold.api.v1.WebhookServiceGrpc.getGetWebhookMethod;
import static dev.leasehold.api.v1.WebhookServiceGrpc.getListWebhooksMethod;
import static dev.leasehold.api.v1.WebhookServiceGrpc.getResendWebhookMethod;
import static dev.leasehold.api.v1.WebhookServiceGrpc.getTestWebhookMethod;
import static dev.leasehold.node.operation.Operation.command;
import static dev.leasehold.node.operation.Operation.plan;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import dev.leasehold.node.authorise.Permission;
import dev.leasehold.node.operation.subscribe.AddressRequests;
import dev.leasehold.node.operation.subscribe.WebhookRequests;
import dev.leasehold.node.operation.translate.BudgetRequests;
import dev.leasehold.node.operation.translate.CertificateRequests;
import dev.leasehold.node.operation.translate.ConfigRequests;
import dev.leasehold.node.operation.translate.HeldLeaseRequests;
import dev.leasehold.node.operation.translate.HistoryRequests;
import dev.leasehold.node.operation.translate.LeaseRequests;
import dev.leasehold.node.operation.translate.MoneyRequests;
import dev.leasehold.node.operation.translate.PolicyRequests;
import dev.leasehold.node.operation.translate.ProviderRequests;
import dev.leasehold.node.operation.translate.ReportRequests;
import dev.leasehold.node.operation.translate.TokenRequests;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The table of all operations, with the permission that each needs and its translation. */
public final class Operations {

  public static final List<Operation> ALL =
      List.of(
          plan(getAcquireMethod(), Permission.ACQUIRE, LeaseRequests::acquire),
          command(getGetLeaseMethod(), Permission.READ_LEASE, LeaseRequests::getLease),
          plan(getListLeasesMethod(), Permission.READ_LEASES, LeaseRequests::listLeases),
          plan(getGetHistoryMethod(), Permission.READ_LEASES, HistoryRequests::getHistory),
          command(getRenewLeaseMethod(), Permission.RENEW, LeaseRequests::renew),
          command(getHeartbeatLeaseMethod(), Permission.HEARTBEAT, LeaseRequests::heartbeat),
          command(getReleaseLeaseMethod(), Permission.RELEASE, LeaseRequests::release),
          command(getCompleteLeaseMethod(), Permission.COMPLETE, LeaseRequests::complete),
          command(getCloseLeaseMethod(), Permission.CLOSE, LeaseRequests::close),
          command(getRevokeLeaseMethod(), Permission.REVOKE, LeaseRequests::revoke),
          plan(getReleaseAllMethod(), Permission.REVOKE, LeaseRequests::releaseAll),
          plan(getExpireLeasesMethod(), Permission.RECORD_EXPIRIES, LeaseRequests::expireLeases),
          command(getCheckPathMethod(), Permission.CHECK, LeaseRequests::check),
          command(getDeclareSpaceMethod(), Permission.DECLARE_SPACE, LeaseRequests::declare),
          command(getGetSpaceMethod(), Permission.READ_SPACES, LeaseRequests::getSpace),
          command(getListSpacesMethod(), Permission.READ_SPACES, LeaseRequests::listSpaces),
          command(getValidateLeaseMethod(), Permission.VALIDATE, HeldLeaseRequests::validate),
          command(getAdvanceLeaseMethod(), Permission.ADVANCE, HeldLeaseRequests::advance),
          command(getTransferLeaseMethod(), Permission.TRANSFER, HeldLeaseRequests::transfer),
          command(getConvertLeaseMethod(), Permission.CONVERT, HeldLeaseRequests::convert),
          command(getDeriveLeaseMethod(), Permission.DERIVE, HeldLeaseRequests::derive),
          command(getAskLeaseMethod(), Permission.ASK, HeldLeaseRequests::ask),
          command(
              getAcknowledgeNoticesMethod(),
              Permission.ACKNOWLEDGE_NOTICES,
              HeldLeaseRequests::acknowledge),
          plan(getHandshakeMethod(), Permission.HANDSHAKE, MoneyRequests::handshake),
          command(getSpendMethod(), Permission.SPEND, MoneyRequests::spend),
          plan(getReserveMethod(), Permission.RESERVE, MoneyRequests::reserve),
          command(getSettleMethod(), Permission.RESERVE, MoneyRequests::settle),
          command(getCancelReservationMethod(), Permission.RESERVE, MoneyRequests::cancel),
          command(getAdjustReservationMethod(), Permission.ADJUST, MoneyRequests::adjust),
          command(getRefreshLeaseMethod(), Permission.REFRESH, MoneyRequests::refresh),
          plan(getRequestMoreMethod(), Permission.REQUEST_MORE, BudgetRequests::requestMore),
          plan(
              getRequestExtensionMethod(),
              Permission.REQUEST_EXTENSION,
              BudgetRequests::requestExtension),
          command(getListBudgetRequestsMethod(), Permission.READ_REQUESTS, BudgetRequests::list),
          command(getApproveBudgetRequestMethod(), Permission.KEEP_POOLS, BudgetRequests::approve),
          command(getDeclineBudgetRequestMethod(), Permission.KEEP_POOLS, BudgetRequests::decline),
          plan(getGetBudgetReportMethod(), Permission.READ_REPORT, ReportRequests::report),
          command(getCreatePoolMethod(), Permission.KEEP_POOLS, MoneyRequests::createPool),
          command(getSetRecurrenceMethod(), Permission.KEEP_POOLS, MoneyRequests::setRecurrence),
          command(getListPoolsMethod(), Permission.READ_POOLS, MoneyRequests::listPools),
          command(getGetPoolMethod(), Permission.READ_POOL, MoneyRequests::getPool),
          command(getDepositMethod(), Permission.KEEP_POOLS, MoneyRequests::deposit),
          command(getWithdrawMethod(), Permission.KEEP_POOLS, MoneyRequests::withdraw),
          command(getConfirmPoolMethod(), Permission.KEEP_POOLS, MoneyRequests::confirm),
          plan(getAddProviderMethod(), Permission.KEEP_PROVIDERS, ProviderRequests::add),
          plan(getListProvidersMethod(), Permission.READ_PROVIDERS, ProviderRequests::list),
          plan(getGetProviderMethod(), Permission.READ_PROVIDER, ProviderRequests::get),
          plan(getDeleteProviderMethod(), Permission.KEEP_PROVIDERS, ProviderRequests::delete),
          plan(getRotateProviderKeyMethod(), Permission.KEEP_PROVIDERS, ProviderRequests::rotate),
          plan(getSealProviderKeyMethod(), Permission.SEAL_PROVIDER_KEYS, ProviderRequests::seal),
          plan(getAddWebhookMethod(), Permission.KEEP_WEBHOOKS, WebhookRequests::add),
          plan(getListWebhooksMethod(), Permission.READ_WEBHOOKS, WebhookRequests::list),
          plan(getGetWebhookMethod(), Permission.READ_WEBHOOKS, WebhookRequests::get),
          plan(getDeleteWebhookMethod(), Permission.KEEP_WEBHOOKS, WebhookRequests::delete),
          plan(getResendWebhookMethod(), Permission.KEEP_WEBHOOKS, WebhookRequests::resend),
          plan(getTestWebhookMethod(), Permission.KEEP_WEBHOOKS, WebhookRequests::test),
          plan(getAddAddressMethod(), Permission.KEEP_ADDRESSES, AddressRequests::add),
          plan(getListAddressesMethod(), Permission.READ_ADDRESSES, AddressRequests::list),
          plan(getGetAddressMethod(), Permission.READ_ADDRESSES, AddressRequests::get),
          plan(getDeleteAddressMethod(), Permission.KEEP_ADDRESSES, AddressRequests::delete),
          plan(getConfirmAddressMethod(), Permission.KEEP_ADDRESSES, AddressRequests::confirm),
          plan(getResendAddressMethod(), Permission.KEEP_ADDRESSES, AddressRequests::resend),
          plan(getTestAddressMethod(), Permission.KEEP_ADDRESSES, AddressRequests::test),
          command(getAddPolicyMethod(), Permission.ADD_POLICIES, PolicyRequests::addPolicy),
          command(getListPoliciesMethod(), Permission.READ_POLICIES, PolicyRequests::listPolicies),
          command(getGetConfigMethod(), Permission.READ_CONFIG, ConfigRequests::getConfig),
          command(getSetConfigMethod(), Permission.SET_CONFIG, ConfigRequests::setConfig),
          plan(getGetCertificateMethod(), Permission.READ_LEASES, CertificateRequests::certificate),
          plan(getIntrospectTokenMethod(), Permission.INTROSPECT, TokenRequests::introspect),
          plan(getCreateTokenMethod(), Permission.ISSUE_TOKENS, TokenRequests::create),
          command(getListTokensMethod(), Permission.READ_TOKENS, TokenRequests::listTokens),
          command(getDeleteTokenMethod(), Permission.REVOKE_TOKENS, TokenRequests::deleteToken));

  /** A request for events comes in like any other; its reply has no end, so it is none of these. */
  public static final Operation WATCH =
      plan(
          getWatchMethod(),
          Permission.WATCH,
          (request, caller, context) -> {
            throw new IllegalStateException("events are not one answer");
          });

  private static final Map<Descriptor, Operation> BY_REQUEST =
      ALL.stream()
          .collect(
              Collectors.toUnmodifiableMap(
                  operation -> operation.schema().getInputType(), Function.identity()));

  private Operations() {}

  /** The operation that takes such a request, which no other does; null if there is none. */
  public static @Nullable Operation of(Message request) {
    return BY_REQUEST.get(request.getDescriptorForType());
  }
}
