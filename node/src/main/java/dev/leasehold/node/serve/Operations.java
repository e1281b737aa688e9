package dev.leasehold.node.serve;

import static dev.leasehold.api.v1.BudgetServiceGrpc.getAdjustReservationMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getCancelReservationMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getConfirmPoolMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getCreatePoolMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getDepositMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getGetPoolMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getListPoolsMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getRefreshLeaseMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getReserveMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getSettleMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getSpendMethod;
import static dev.leasehold.api.v1.BudgetServiceGrpc.getWithdrawMethod;
import static dev.leasehold.api.v1.ConfigServiceGrpc.getGetConfigMethod;
import static dev.leasehold.api.v1.ConfigServiceGrpc.getSetConfigMethod;
import static dev.leasehold.api.v1.HistoryServiceGrpc.getGetHistoryMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getAcknowledgeNoticesMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getAcquireMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getAdvanceLeaseMethod;
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
import static dev.leasehold.api.v1.TokenServiceGrpc.getCreateTokenMethod;
import static dev.leasehold.api.v1.TokenServiceGrpc.getDeleteTokenMethod;
import static dev.leasehold.api.v1.TokenServiceGrpc.getListTokensMethod;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import dev.leasehold.node.authorise.Permission;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The registry: all that callers can ask for, and what each needs. */
final class Operations {

  static final List<Operation> ALL =
      List.of(
          Operation.of(getAcquireMethod(), Permission.ACQUIRE, LeaseRequests::acquire),
          Operation.of(getGetLeaseMethod(), Permission.READ_LEASES, LeaseRequests::getLease),
          Operation.of(getListLeasesMethod(), Permission.READ_LEASES, LeaseRequests::listLeases),
          Operation.of(getGetHistoryMethod(), Permission.READ_LEASES, HistoryRequests::getHistory),
          Operation.of(getRenewLeaseMethod(), Permission.RENEW, LeaseRequests::renew),
          Operation.of(getHeartbeatLeaseMethod(), Permission.HEARTBEAT, LeaseRequests::heartbeat),
          Operation.of(getReleaseLeaseMethod(), Permission.RELEASE, LeaseRequests::release),
          Operation.of(getCompleteLeaseMethod(), Permission.COMPLETE, LeaseRequests::complete),
          Operation.of(getCloseLeaseMethod(), Permission.CLOSE, LeaseRequests::close),
          Operation.of(getRevokeLeaseMethod(), Permission.REVOKE, LeaseRequests::revoke),
          Operation.of(getReleaseAllMethod(), Permission.REVOKE, LeaseRequests::releaseAll),
          Operation.of(
              getExpireLeasesMethod(), Permission.RECORD_EXPIRIES, LeaseRequests::expireLeases),
          Operation.of(getCheckPathMethod(), Permission.CHECK, LeaseRequests::check),
          Operation.of(getDeclareSpaceMethod(), Permission.DECLARE_SPACE, LeaseRequests::declare),
          Operation.of(getGetSpaceMethod(), Permission.READ_SPACES, LeaseRequests::getSpace),
          Operation.of(getListSpacesMethod(), Permission.READ_SPACES, LeaseRequests::listSpaces),
          Operation.of(getValidateLeaseMethod(), Permission.VALIDATE, HandingOnRequests::validate),
          Operation.of(getAdvanceLeaseMethod(), Permission.ADVANCE, HandingOnRequests::advance),
          Operation.of(getTransferLeaseMethod(), Permission.TRANSFER, HandingOnRequests::transfer),
          Operation.of(getConvertLeaseMethod(), Permission.CONVERT, HandingOnRequests::convert),
          Operation.of(getDeriveLeaseMethod(), Permission.DERIVE, HandingOnRequests::derive),
          Operation.of(
              getAcknowledgeNoticesMethod(),
              Permission.ACKNOWLEDGE_NOTICES,
              HandingOnRequests::acknowledge),
          Operation.of(getSpendMethod(), Permission.SPEND, MoneyRequests::spend),
          Operation.of(getReserveMethod(), Permission.SPEND, MoneyRequests::reserve),
          Operation.of(getSettleMethod(), Permission.SPEND, MoneyRequests::settle),
          Operation.of(getCancelReservationMethod(), Permission.SPEND, MoneyRequests::cancel),
          Operation.of(getAdjustReservationMethod(), Permission.SPEND, MoneyRequests::adjust),
          Operation.of(getRefreshLeaseMethod(), Permission.SPEND, MoneyRequests::refresh),
          Operation.of(getCreatePoolMethod(), Permission.KEEP_POOLS, MoneyRequests::createPool),
          Operation.of(getListPoolsMethod(), Permission.READ_POOLS, MoneyRequests::listPools),
          Operation.of(getGetPoolMethod(), Permission.READ_POOL, MoneyRequests::getPool),
          Operation.of(getDepositMethod(), Permission.KEEP_POOLS, MoneyRequests::deposit),
          Operation.of(getWithdrawMethod(), Permission.KEEP_POOLS, MoneyRequests::withdraw),
          Operation.of(getConfirmPoolMethod(), Permission.KEEP_POOLS, MoneyRequests::confirm),
          Operation.of(getAddPolicyMethod(), Permission.ADD_POLICIES, PolicyRequests::addPolicy),
          Operation.of(
              getListPoliciesMethod(), Permission.READ_POLICIES, PolicyRequests::listPolicies),
          Operation.of(getGetConfigMethod(), Permission.READ_CONFIG, ConfigRequests::getConfig),
          Operation.of(getSetConfigMethod(), Permission.SET_CONFIG, ConfigRequests::setConfig),
          Operation.of(getGetCertificateMethod(), Permission.READ_LEASES, Proofs::certificate),
          Operation.of(getIntrospectTokenMethod(), Permission.INTROSPECT, Tokens::introspect),
          Operation.of(getCreateTokenMethod(), Permission.ISSUE_TOKENS, Tokens::create),
          Operation.of(getListTokensMethod(), Permission.READ_TOKENS, TokenRequests::listTokens),
          Operation.of(
              getDeleteTokenMethod(), Permission.REVOKE_TOKENS, TokenRequests::deleteToken));

  private static final Map<Descriptor, Operation> BY_REQUEST =
      ALL.stream()
          .collect(
              Collectors.toUnmodifiableMap(
                  operation -> operation.schema().getInputType(), Function.identity()));

  private Operations() {}

  /** The operation that takes such a request, which no other does; null if there is none. */
  static @Nullable Operation of(Message request) {
    return BY_REQUEST.get(request.getDescriptorForType());
  }
}
