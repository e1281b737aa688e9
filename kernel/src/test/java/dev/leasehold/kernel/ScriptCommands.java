package dev.leasehold.kernel;

import static java.util.stream.Collectors.toSet;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Recurrence;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.view.Lease;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Commands in a {@link Script}: a verb, mostly an id, then settings in any order. Settings that are
 * not given have these values: policy file, space s, scope /a, exclusive, the caller as holder,
 * default ttl. {@code ~129} stands for 129 letters, {@code <none>} for nothing and {@code <blank>}
 * for blanks.
 */
final class ScriptCommands {

  private static final Pattern LETTERS = Pattern.compile("~(\\d+)");

  private final Caller caller;
  private final String id;
  private final Map<String, String> settings;

  private ScriptCommands(Caller caller, String id, Map<String, String> settings) {
    this.caller = caller;
    this.id = id;
    this.settings = settings;
  }

  static Command parse(Caller caller, List<String> words) {
    List<String> given = words.stream().map(ScriptCommands::expand).toList();
    boolean named = given.size() > 1 && !given.get(1).contains("=");
    Map<String, String> settings = Script.settings(given.subList(named ? 2 : 1, given.size()));
    ScriptCommands reader = new ScriptCommands(caller, named ? given.get(1) : "", settings);
    Command command = reader.read(given.get(0));
    if (!reader.settings.isEmpty()) {
      throw new IllegalArgumentException("not understood: " + reader.settings + " in " + words);
    }
    return command;
  }

  private static String expand(String word) {
    String plain = word.replace("<none>", "").replace("<blank>", "   ");
    return LETTERS.matcher(plain).replaceAll(match -> "x".repeat(Integer.parseInt(match.group(1))));
  }

  private Command read(String verb) {
    return switch (verb) {
      case "acquire" -> acquire();
      case "renew" -> new LeaseCommand.Renew(id, duration("ttl"), take("request", ""));
      case "heartbeat" -> new LeaseCommand.Heartbeat(id, take("request", ""));
      case "release" ->
          new LeaseCommand.Release(id, take("reason", ""), duration("after"), take("request", ""));
      case "complete" -> new LeaseCommand.Complete(id, take("commit", ""), take("request", ""));
      case "record-commit" -> new NodeCommand.RecordCommit(forgotten(), take("commit", ""));
      case "close" -> new LeaseCommand.Close(id, take("request", ""));
      case "revoke" ->
          new LeaseCommand.Revoke(
              id,
              take("reason", "why"),
              duration("notice"),
              flag("keep-token"),
              take("request", ""));
      case "release-all" ->
          new LeaseCommand.ReleaseAll(
              id, take("reason", "why"), number("limit", 1_000), flag("keep-token"));
      case "handshake" -> handshake();
      case "give-up" ->
          new NodeCommand.GiveUp(id, NodeCommand.GiveUp.Why.valueOf(take("why", "DISCONNECTED")));
      case "advance" -> new LeaseCommand.Advance(id, number("expected", 0), take("request", ""));
      case "validate" -> validate();
      case "transfer" ->
          new LeaseCommand.Transfer(
              id, take("as", "new"), take("to", "bob"), take("note", ""), take("request", ""));
      case "convert" -> new LeaseCommand.Convert(id, mode(), duration("wait"), take("request", ""));
      case "derive" -> derive();
      case "spend" ->
          new BudgetCommand.Spend(
              id, amounts("amounts"), take("note", ""), labels(), take("request", ""));
      case "reserve" ->
          new BudgetCommand.Reserve(
              id, amounts("amounts"), duration("timeout"), labels(), take("request", ""));
      case "reserve-for" ->
          new BudgetCommand.ReserveFor(
              new BudgetCommand.Reserve(
                  id, amounts("amounts"), duration("timeout"), labels(), take("request", "")),
              take("ip", ""));
      case "add-provider" ->
          new AdminCommand.AddProvider(
              id, take("kind", "openai"), take("url", "https://api.example.com"), key());
      case "rotate-provider" -> new AdminCommand.RotateProviderKey(id, number("version", 2), key());
      case "reencrypt-provider" ->
          new NodeCommand.ReencryptProviderKey(id, number("version", 1), key());
      case "remove-provider" -> new AdminCommand.RemoveProvider(id);
      case "provider" -> new AdminCommand.GetProvider(id);
      case "providers" -> new AdminCommand.ListProviders();
      case "subscribe" -> subscribe();
      case "confirm" -> new NoticeCommand.ConfirmSubscription(id, hash(take("code", "c")));
      case "unsubscribe" -> new NoticeCommand.Unsubscribe(id);
      case "reencrypt-subscription" -> new NodeCommand.ReencryptSubscription(id, key());
      case "subscription" -> new NoticeCommand.GetSubscription(id);
      case "subscriptions" ->
          new NoticeCommand.ListSubscriptions(flag("service"), take("holder", ""));
      case "settle" ->
          new BudgetCommand.Settle(id, take("reservation", ""), amounts("amounts"), labels());
      case "cancel" -> new BudgetCommand.Cancel(id, take("reservation", ""));
      case "adjust" ->
          new BudgetCommand.Adjust(
              id, take("reservation", ""), amounts("amounts"), take("request", ""));
      case "refresh" -> new BudgetCommand.Refresh(id, amounts("requested"), take("request", ""));
      case "request-more" ->
          new ApprovalCommand.RequestMore(
              id, amounts("amounts"), take("justification", "why"), take("request", ""));
      case "request-extension" ->
          new ApprovalCommand.RequestExtension(
              id, duration("ttl"), take("justification", "why"), take("request", ""));
      case "approve" ->
          new ApprovalCommand.ApproveRequest(id, take("reason", "why"), duration("ttl"));
      case "decline" -> new ApprovalCommand.DeclineRequest(id, take("reason", "why"));
      case "requests" -> new ApprovalCommand.ListRequests(take("lease", ""));
      case "create-pool" ->
          new PoolCommand.CreatePool(id, amounts("amounts"), recurrence(), take("request", ""));
      case "recur" -> new PoolCommand.SetRecurrence(id, recurrence(), take("request", ""));
      case "top-up" -> new NodeCommand.TopUp(id, take("period", ""));
      case "deposit" ->
          new PoolCommand.Deposit(
              id, amounts("amounts"), take("reason", "why"), take("request", ""));
      case "withdraw" ->
          new PoolCommand.Withdraw(
              id, amounts("amounts"), take("reason", "why"), take("request", ""));
      case "confirm-pool" -> new PoolCommand.ConfirmPool(id, amounts("spent"), take("request", ""));
      case "pool" -> new PoolCommand.GetPool(id);
      case "pools" -> new PoolCommand.ListPools();
      case "ask" -> new LeaseCommand.Ask(id, take("note", "please"), take("request", ""));
      case "acknowledge" -> new NoticeCommand.AcknowledgeNotices(words("ids"));
      case "policy" -> policy();
      case "policies" -> new AdminCommand.ListPolicies();
      case "set" -> new AdminCommand.SetConfig(id, take("value", ""));
      case "config" -> new AdminCommand.GetConfig();
      case "restore" -> new AdminCommand.Restore(Long.parseLong(take("at-least", "0")));
      case "expire" -> new NodeCommand.Expire(number("limit", Limits.MAX_EXPIRIES_PER_STEP));
      case "grant" -> new NodeCommand.GrantWaiting(number("limit", Limits.MAX_GRANTS_PER_STEP));
      case "prune" -> new NodeCommand.Prune(duration("before"), number("limit", 1_000));
      case "declare" -> new AdminCommand.DeclareSpace(id, flag("insensitive"));
      case "issue" -> issue();
      case "revoke-token" -> new AdminCommand.RevokeToken(id, take("reason", ""));
      case "tokens" -> new AdminCommand.ListTokens();
      case "turn" -> new NodeCommand.TakeTurn();
      case "get" -> new LeaseQuery.GetLease(id);
      case "list" -> list();
      case "space" -> new AdminCommand.GetSpace(id);
      case "spaces" -> new AdminCommand.ListSpaces(take("after", ""), number("size", 100));
      case "in-the-way" -> new NodeCommand.InTheWay(id);
      case "check" -> check();
      default -> throw new IllegalArgumentException("no verb: " + verb);
    };
  }

  private Command check() {
    List<String> paths =
        settings.containsKey("scope") ? words("paths") : List.of(take("path", "/a"));
    Scope.Parsed parsed = Scope.parse(words("scope"), paths);
    return new LeaseQuery.Check(
        take("space", "s"),
        ((Scope.Parsed.Valid) parsed).scope(),
        mode(),
        take("policy", "file"),
        duration("ttl"),
        duration("wait"));
  }

  private Command acquire() {
    return new LeaseCommand.Acquire(
        id,
        flag("own-id"),
        take("policy", "file"),
        take("space", "s"),
        scope(take("scope", "/a").split(",")),
        mode(),
        take("holder", caller.actor()),
        take("session", ""),
        duration("ttl"),
        number("renewals", LeaseCommand.UNSET),
        labels(),
        take("request", ""),
        new LeaseCommand.RareTerms(
            flag("blocking") ? LeaseCommand.UNSET : duration("wait"),
            number("priority", 0),
            duration("heartbeat"),
            authority(),
            take("pool", ""),
            amounts("budget"),
            take("base", "")));
  }

  /** A check-out that ended long ago, as the node knows it. */
  private Lease forgotten() {
    Kernel elsewhere = new Kernel();
    Caller root = new Caller("root", Role.ADMIN, List.of());
    Stamp stamp = new Stamp(0, Script.WALL_NANOS, root);
    elsewhere.execute(
        stamp,
        new LeaseCommand.Acquire(
            id,
            false,
            take("policy", "checkout"),
            take("space", "s"),
            scope(take("scope", "/a").split(",")),
            Mode.EXCLUSIVE,
            take("holder", caller.actor()),
            "",
            0,
            LeaseCommand.UNSET,
            Map.of(),
            "",
            LeaseCommand.RareTerms.NONE));
    elsewhere.execute(stamp, new LeaseCommand.Revoke(id, "flood", 0, ""));
    return elsewhere.recorded().lease(id);
  }

  private Command handshake() {
    return new BudgetCommand.Handshake(
        id,
        take("policy", "budget"),
        take("pool", caller.pool()),
        amounts("requested"),
        duration("ttl"),
        duration("wait"),
        take("ip", "ip-" + id),
        take("hash", "00".repeat(32)),
        take("provider", ""),
        take("request", ""));
  }

  private EncryptedKey key() {
    return new EncryptedKey(take("key", "k").getBytes(StandardCharsets.UTF_8));
  }

  private Command subscribe() {
    return new NoticeCommand.Subscribe(
        id,
        take("kind", "webhook"),
        take("holder", ""),
        take("address", "https://example.com/hook"),
        words("topics"),
        take("quiet", "").replace('_', ' '),
        key(),
        hash(take("code", "c")));
  }

  /** A hash of 64 digits for a letter, and itself for anything else. */
  private static String hash(String code) {
    return code.length() == 1 ? code.repeat(64) : code;
  }

  private Command validate() {
    return new LeaseQuery.Validate(
        id,
        number("epoch", -1),
        flag("lenient"),
        number("last", -1),
        take("path", ""),
        take("tool", ""),
        take("namespace", ""),
        take("work", ""));
  }

  private Command derive() {
    String scope = take("scope", "");
    return new LeaseCommand.Derive(
        id,
        take("as", "child"),
        take("holder", caller.actor()),
        take("session", ""),
        scope.isEmpty() ? null : scope(scope.split(",")),
        settings.containsKey("mode") ? mode() : null,
        authority(),
        amounts("budget"),
        duration("ttl"),
        take("request", ""));
  }

  private Command policy() {
    return new AdminCommand.AddPolicy(
        id,
        take("base", ""),
        given("ttl", this::duration),
        given("max", this::duration),
        given("renewals", key -> number(key, 0)),
        given("grace", this::duration),
        given("lead", this::duration),
        given("modes", key -> words(key).stream().map(Mode::valueOf).collect(toSet())),
        given("signed", key -> Boolean.valueOf(take(key, ""))),
        given("heartbeat", this::duration),
        given("durable", key -> Boolean.valueOf(take(key, ""))),
        given("extensions", key -> Boolean.valueOf(take(key, ""))));
  }

  private <T> @Nullable T given(String key, Function<String, T> read) {
    return settings.containsKey(key) ? read.apply(key) : null;
  }

  /** {@code work=w1,w2 tools=t namespaces=n}; what is named at all makes the others empty. */
  private @Nullable Authority authority() {
    boolean any =
        settings.containsKey("works")
            || settings.containsKey("tools")
            || settings.containsKey("namespaces");
    return any ? Authority.of(words("works"), words("tools"), words("namespaces")) : null;
  }

  /** {@code every=month zone=UTC upto=usd:5}. */
  private @Nullable Recurrence recurrence() {
    String every = take("every", "");
    return every.isEmpty()
        ? null
        : new Recurrence(
            Recurrence.Every.parse(every).orElseThrow(), take("zone", "UTC"), amounts("upto"));
  }

  /** {@code usd:5,tokens:3}. */
  private Amounts amounts(String key) {
    Map<String, Long> figures = new HashMap<>();
    for (String amount : words(key)) {
      String[] halves = amount.split(":", -1);
      figures.put(halves[0], Long.valueOf(halves[1]));
    }
    return Amounts.of(figures);
  }

  private Command list() {
    return new LeaseQuery.ListLeases(
        take("space", ""),
        take("path", ""),
        settings.containsKey("scope") ? scope(take("scope", "").split(",")) : null,
        take("holder", ""),
        take("policy", ""),
        words("states").stream().map(LeaseState::valueOf).toList(),
        take("request", ""),
        number("size", Limits.DEFAULT_PAGE_SIZE),
        number("after", 0));
  }

  private Command issue() {
    return new AdminCommand.IssueToken(
        id,
        take("actor", "alice"),
        Role.parse(take("role", "agent")).orElseThrow(),
        flag("spaces-257") ? Collections.nCopies(257, "s") : words("spaces"),
        take("hash", "00".repeat(32)),
        duration("ttl"),
        take("pool", ""),
        List.of());
  }

  static Scope scope(String... patterns) {
    return ((Scope.Parsed.Valid) Scope.parse(List.of(patterns), List.of())).scope();
  }

  private Mode mode() {
    return Mode.valueOf(take("mode", "exclusive").toUpperCase(Locale.ROOT));
  }

  private Map<String, String> labels() {
    Map<String, String> labels = new HashMap<>();
    for (int left = number("labels", 0); left > 0; left--) {
      labels.put("label" + left, "");
    }
    if (settings.containsKey("label")) {
      String[] halves = take("label", "").split(":", -1);
      labels.put(halves[0], halves[1]);
    }
    return labels;
  }

  private String take(String key, String usual) {
    String given = settings.remove(key);
    return given == null ? usual : given;
  }

  private List<String> words(String key) {
    String given = take(key, "");
    return given.isEmpty() ? List.of() : Arrays.asList(given.split(","));
  }

  private boolean flag(String key) {
    return settings.remove(key) != null;
  }

  private long duration(String key) {
    return ScriptDurations.parse(take(key, "0s"));
  }

  private int number(String key, int usual) {
    String given = settings.remove(key);
    return given == null ? usual : Integer.parseInt(given);
  }
}
