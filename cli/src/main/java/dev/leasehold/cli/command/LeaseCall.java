package dev.leasehold.cli.command;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.naming.LeaseChoice;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import java.io.IOException;
import picocli.CommandLine.Mixin;

/** A call about one lease: which lease, which server, and what is said of the answer. */
public final class LeaseCall {

  @Mixin private final LeaseChoice lease = new LeaseChoice();
  @Mixin private ServerOptions server;

  public ServerOptions server() {
    return server;
  }

  /**
   * Calls a verb on the caller's own lease and says in a sentence what has become of it. The call
   * stays open for as long as the body asks the server to wait.
   */
  int ofOwn(String verb, Body body) throws IOException {
    Address address = address(verb, true);
    Api api = server.connect();
    return new Answers(server).sentence(api, api.postAndWait(address, body));
  }

  /** Calls a verb on a lease that may be another's, and says what has become of it. */
  int ofAnybody(String verb, Body body) throws IOException {
    Address address = address(verb, false);
    Api api = server.connect();
    return new Answers(server).sentence(api, api.post(address, body));
  }

  /** Calls a verb on the caller's own budget, and says what is left of it. */
  public int ofBudget(String verb, Body body) throws IOException {
    Address address = address(verb, true);
    Api api = server.connect();
    Reply reply = api.post(address, body);
    return new Answers(server)
        .printWithNotices(api, reply, answers -> answers.budget(reply.fields(), reply.now()));
  }

  public Address address(String verb, boolean own) throws IOException {
    return Address.of("/v1/leases/", lease.id(server, own), verb);
  }
}
