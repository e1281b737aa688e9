package dev.leasehold.client;

import dev.leasehold.api.v1.StreamRequest;

/** Requests by which a holder ends its own lease. */
final class EndRequests {

  private EndRequests() {}

  /** The lease that the request ends if it is carried out; empty if it ends none. */
  static String leaseId(StreamRequest request) {
    return switch (request.getRequestCase()) {
      case RELEASE -> request.getRelease().getLeaseId();
      case COMPLETE -> request.getComplete().getLeaseId();
      case CLOSE -> request.getClose().getLeaseId();
      case TRANSFER -> request.getTransfer().getLeaseId();
      default -> "";
    };
  }
}
