package dev.leasehold.kernel.command;

/** A request of a caller or of the node to the kernel. Queries are commands that yield no event. */
public sealed interface Command
    permits LeaseCommand,
        BudgetCommand,
        PoolCommand,
        ApprovalCommand,
        NoticeCommand,
        AdminCommand,
        NodeCommand,
        Command.Retryable,
        Command.Query {

  /** A request that may carry an id of its caller's, by which a retry of it is recognised. */
  sealed interface Retryable extends Command
      permits LeaseCommand.Acquire,
          LeaseCommand.Renew,
          LeaseCommand.Heartbeat,
          LeaseCommand.Advance,
          LeaseCommand.Convert,
          LeaseCommand.Transfer,
          LeaseCommand.Derive,
          LeaseCommand.Ask,
          LeaseCommand.Release,
          LeaseCommand.Complete,
          LeaseCommand.Close,
          LeaseCommand.Revoke,
          BudgetCommand.Handshake,
          BudgetCommand.Spend,
          BudgetCommand.Reserve,
          BudgetCommand.ReserveFor,
          BudgetCommand.Adjust,
          BudgetCommand.Refresh,
          PoolCommand.CreatePool,
          PoolCommand.SetRecurrence,
          PoolCommand.Deposit,
          PoolCommand.Withdraw,
          PoolCommand.ConfirmPool,
          ApprovalCommand.RequestMore,
          ApprovalCommand.RequestExtension {
    /** Empty if it has none. */
    String requestId();
  }

  /** Asks and changes nothing, but that what has fallen due is recorded first. */
  sealed interface Query extends Command
      permits LeaseQuery,
          PoolCommand.GetPool,
          PoolCommand.ListPools,
          ApprovalCommand.ListRequests,
          NoticeCommand.GetSubscription,
          NoticeCommand.ListSubscriptions,
          AdminCommand.ListTokens,
          AdminCommand.GetProvider,
          AdminCommand.ListProviders,
          AdminCommand.ListPolicies,
          AdminCommand.GetSpace,
          AdminCommand.ListSpaces,
          AdminCommand.GetConfig,
          NodeCommand.InTheWay,
          NodeCommand.TakeTurn {}
}
