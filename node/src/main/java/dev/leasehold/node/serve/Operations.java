package dev.leasehold.node.serve;

import static dev.leasehold.api.v1.LeaseServiceGrpc.getAcquireMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getCheckPathMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getCloseLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getCompleteLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getDeclareSpaceMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getGetLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getListLeasesMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getReleaseLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getRenewLeaseMethod;
import static dev.leasehold.api.v1.LeaseServiceGrpc.getRevokeLeaseMethod;
import static dev.leasehold.api.v1.TokenServiceGrpc.getCreateTokenMethod;
import static dev.leasehold.api.v1.TokenServiceGrpc.getDeleteTokenMethod;
import static dev.leasehold.api.v1.TokenServiceGrpc.getListTokensMethod;

import dev.leasehold.node.authorise.Permission;
import java.util.List;

/** The registry: all that callers can ask for, and what each needs. */
final class Operations {

  static final List<Operation> ALL =
      List.of(
          Operation.of(getAcquireMethod(), Permission.ACQUIRE, Translation::acquire),
          Operation.of(getGetLeaseMethod(), Permission.READ_LEASES, Translation::getLease),
          Operation.of(getListLeasesMethod(), Permission.READ_LEASES, Translation::listLeases),
          Operation.of(getRenewLeaseMethod(), Permission.RENEW, Translation::renew),
          Operation.of(getReleaseLeaseMethod(), Permission.RELEASE, Translation::release),
          Operation.of(getCompleteLeaseMethod(), Permission.COMPLETE, Translation::complete),
          Operation.of(getCloseLeaseMethod(), Permission.CLOSE, Translation::close),
          Operation.of(getRevokeLeaseMethod(), Permission.REVOKE, Translation::revoke),
          Operation.of(getCheckPathMethod(), Permission.CHECK, Translation::check),
          Operation.of(getDeclareSpaceMethod(), Permission.DECLARE_SPACE, Translation::declare),
          Operation.of(getCreateTokenMethod(), Permission.ISSUE_TOKENS, Translation::createToken),
          Operation.of(getListTokensMethod(), Permission.READ_TOKENS, Translation::listTokens),
          Operation.of(getDeleteTokenMethod(), Permission.REVOKE_TOKENS, Translation::deleteToken));

  private Operations() {}
}
