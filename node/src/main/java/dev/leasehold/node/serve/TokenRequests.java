package dev.leasehold.node.serve;

import dev.leasehold.api.v1.DeleteTokenRequest;
import dev.leasehold.api.v1.ListTokensRequest;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;

/** Requests about credentials. */
final class TokenRequests {

  private TokenRequests() {}

  static Call listTokens(Caller caller, ListTokensRequest request) {
    return Replies.submit(new Command.ListTokens());
  }

  static Call deleteToken(Caller caller, DeleteTokenRequest request) {
    return Replies.submit(new Command.RevokeToken(request.getTokenId()));
  }
}
