package dev.leasehold.kernel.config;

import dev.leasehold.kernel.policy.Policy;
import java.util.List;
import java.util.function.Function;

/**
 * All settings at one moment.
 *
 * @param maxRenewals {@link Policy#UNLIMITED} for no limit
 * @param budgetThresholds in per cent, rising
 */
public record Config(
    int defaultTtlSeconds,
    int maxRenewals,
    int acquisitionTimeoutMillis,
    int cleanupIntervalSeconds,
    boolean autoExpireEnabled,
    boolean blockingModeEnabled,
    boolean keepHistory,
    int historyRetentionDays,
    AgentsSee agentsSee,
    List<Integer> budgetThresholds,
    List<String> noticeDomains) {

  public static Config of(Function<ConfigKey, String> values) {
    return new Config(
        Integer.parseInt(values.apply(ConfigKey.DEFAULT_TTL_SECONDS)),
        Integer.parseInt(values.apply(ConfigKey.MAX_RENEWALS)),
        Integer.parseInt(values.apply(ConfigKey.ACQUISITION_TIMEOUT_MS)),
        Integer.parseInt(values.apply(ConfigKey.CLEANUP_INTERVAL_SECONDS)),
        Boolean.parseBoolean(values.apply(ConfigKey.AUTO_EXPIRE_ENABLED)),
        Boolean.parseBoolean(values.apply(ConfigKey.BLOCKING_MODE_ENABLED)),
        Boolean.parseBoolean(values.apply(ConfigKey.KEEP_HISTORY)),
        Integer.parseInt(values.apply(ConfigKey.HISTORY_RETENTION_DAYS)),
        AgentsSee.of(values.apply(ConfigKey.AGENTS_SEE)),
        ConfigKey.percents(values.apply(ConfigKey.BUDGET_THRESHOLDS)),
        ConfigKey.domains(values.apply(ConfigKey.NOTICE_DOMAINS)));
  }
}
