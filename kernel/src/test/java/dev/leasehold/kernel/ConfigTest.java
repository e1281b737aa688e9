package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.kernel.config.AgentsSee;
import dev.leasehold.kernel.config.Config;
import dev.leasehold.kernel.config.ConfigKey;
import dev.leasehold.kernel.config.Setting;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Settings that admins change while the server runs, and what follows from them (rule 26). */
class ConfigTest {

  @Test
  void everybodyMayReadTheSettingsAndTheirDefaults() {
    Script script = Script.run("auditor config | settings=12");

    assertThat(settings(script))
        .isEqualTo(
            """
            default_ttl_seconds 3600 int
            max_renewals -1 int
            acquisition_timeout_ms 30000 int
            cleanup_interval_seconds 300 int
            auto_expire_enabled true bool
            blocking_mode_enabled true bool
            keep_history true bool
            history_retention_days 30 int
            agents_see spaces string
            budget_thresholds 80,90,100 string
            daily_sums_retention_days 400 int
            notice_domains off string\
            """);
    assertThat(script.kernel().config())
        .isEqualTo(
            new Config(
                3_600,
                -1,
                30_000,
                300,
                true,
                true,
                true,
                30,
                AgentsSee.SPACES,
                List.of(80, 90, 100),
                List.of()));
    script.then("alice config | settings=12").then("admin config | settings=12");
  }

  private static String settings(Script script) {
    List<Setting> settings = ((Reply.Settings) script.played().getLast().reply()).settings();
    assertThat(settings)
        .allSatisfy(
            setting -> {
              assertThat(setting.value()).isEqualTo(setting.key().defaultValue());
              assertThat(setting.key().description()).hasSizeBetween(10, 100);
            });
    return settings.stream()
        .map(s -> s.key().text() + " " + s.value() + " " + s.key().type())
        .collect(Collectors.joining("\n"));
  }

  @Test
  void aChangeSaysWhenAndByWhomAndLasts() {
    Script script =
        Script.run(
            """
            5s admin set keep_history value=false            | keep_history=false by=admin at=5s
            6s admin set keep_history value=false            | keep_history=false at=5s
            7s admin set acquisition_timeout_ms value=1      | acquisition_timeout_ms=1 at=7s
            8s admin set cleanup_interval_seconds value=9    | cleanup_interval_seconds=9
            9s admin set history_retention_days value=3650   | history_retention_days=3650
            9s admin set agents_see value=own                | agents_see=own
            9s admin set budget_thresholds value=50          | budget_thresholds=50
            """);
    assertThat(script.journal()).as("what stands already is not recorded").hasSize(6);
    Config changed =
        new Config(
            3_600, -1, 1, 9, true, true, false, 3_650, AgentsSee.OWN, List.of(50), List.of());
    assertThat(script.kernel().config()).isEqualTo(changed);

    script.restart().then("alice config | settings=12 keep_history=false keep_history-by=admin");
    assertThat(script.kernel().config()).isEqualTo(changed);
    script.recover().then("10s admin set keep_history value=true | keep_history=true at=10s");
    assertThat(script.kernel().config().keepHistory()).isTrue();
  }

  @Test
  void aSettingOutlastsARestore() {
    Script script =
        Script.run(
            """
            admin set default_ttl_seconds value=60 | default_ttl_seconds=60
            admin restore                          | restored=0
            alice acquire a                        | ACTIVE until=1m
            """);
    assertThat(script.kernel().config().defaultTtlSeconds()).isEqualTo(60);
  }

  @Test
  void theDefaultTtlIsForLaterRequestsUnderThePolicyFileThatNameNone() {
    Script.run(
        """
            alice acquire before scope=/1                | ACTIVE until=1h
            bob   acquire waits scope=/1 wait=1h         | PENDING
            admin policy own                             | policy=own ttl=1h
            admin set default_ttl_seconds value=60       | default_ttl_seconds=60
            alice acquire after scope=/2                 | ACTIVE until=1m
            alice acquire named scope=/3 ttl=2h          | ACTIVE until=2h
            alice acquire other scope=/4 policy=own      | ACTIVE until=1h
            alice acquire work scope=/5 policy=work      | ACTIVE until=15m
            admin policy later                           | policy=later ttl=1h
            alice get before                             | ACTIVE until=1h
        1s  alice renew after                            | ACTIVE until=61s
            alice release before                         | RELEASED
            bob   get waits                              | ACTIVE left=1h
        """);
  }

  @Test
  void maxRenewalsIsTheDefaultAndTheMostUnderThePolicyFile() {
    Script.run(
        """
           alice acquire before scope=/1                      | ACTIVE
           admin policy own                                   | policy=own renewals=-1
           admin set max_renewals value=1                     | max_renewals=1
           alice acquire after scope=/2 ttl=1m                | ACTIVE
           alice acquire many scope=/3 renewals=2             | INVALID_INPUT maxRenewals
           alice acquire many scope=/3 renewals=-1            | INVALID_INPUT maxRenewals
           alice acquire few scope=/3 renewals=0 ttl=1m       | ACTIVE
           alice acquire one scope=/4 renewals=1              | ACTIVE
           alice acquire own scope=/5 policy=own renewals=-1  | ACTIVE
        1s alice renew after                                  | ACTIVE renewals=1
        2s alice renew after                                  | MAX_RENEWALS_EXCEEDED max=1
           alice renew few                                    | MAX_RENEWALS_EXCEEDED max=0
           alice renew before                                 | ACTIVE renewals=1
        3s alice renew before                                 | ACTIVE renewals=2
        """);
  }

  @Test
  void aPolicysOwnFigureIsTheMostUnderIt() {
    Script.run(
        """
        admin policy p renewals=2                  | policy=p
        alice acquire a policy=p renewals=3        | INVALID_INPUT maxRenewals
        alice acquire a policy=p renewals=-1       | INVALID_INPUT maxRenewals
        alice acquire a policy=p renewals=2        | ACTIVE
        """);
  }

  @Test
  void withoutBlockingNobodyNewWaits() {
    Script.run(
        """
           alice acquire a scope=/1                           | ACTIVE
           alice acquire s1 scope=/2 mode=shared              | ACTIVE
           bob   acquire s2 scope=/2 mode=shared              | ACTIVE
           alice acquire t1 scope=/3 mode=shared              | ACTIVE
           bob   acquire t2 scope=/3 mode=shared              | ACTIVE
           bob   acquire w scope=/1 wait=1h request=r         | PENDING
           bob   convert t2 wait=1h                           | ACTIVE
           admin set blocking_mode_enabled value=false        | blocking_mode_enabled=false
           bob   acquire x scope=/1 wait=1s                   | INVALID_INPUT wait
           bob   acquire x scope=/free wait=1s                | INVALID_INPUT wait
           bob   acquire x scope=/1                           | SCOPE_OVERLAP by=a,w
           bob   acquire y scope=/free                        | ACTIVE
           alice convert s1 wait=1s                           | INVALID_INPUT wait
           alice convert s1                                   | SCOPE_OVERLAP by=s2
           alice convert a mode=shared wait=1s                | ACTIVE
           bob   acquire again scope=/1 wait=1h request=r     | PENDING id=w
           alice release a                                    | RELEASED
           bob   get w                                        | ACTIVE
           alice release t1                                   | RELEASED
           bob   get t2                                       | ACTIVE mode=exclusive
           admin set blocking_mode_enabled value=true         | blocking_mode_enabled=true
           alice acquire z scope=/1 wait=1s                   | PENDING
        """);
  }

  @Test
  void anAcquireThatIsToBlockWaitsAsLongAsTheSettingSays() {
    Script.run(
        """
                alice acquire a scope=/1                        | ACTIVE
                bob   acquire b scope=/1 blocking request=r     | PENDING
        30s-1ns bob   get b                                     | PENDING
        30s     bob   get b                                     | FAILED reason=TIMEOUT
                admin set acquisition_timeout_ms value=5000     | acquisition_timeout_ms=5000
                carol acquire c scope=/1 blocking request=r     | PENDING
                admin set acquisition_timeout_ms value=9000     | acquisition_timeout_ms=9000
                carol acquire again scope=/1 blocking request=r | PENDING id=c
        35s     carol get c                                     | FAILED reason=TIMEOUT
                carol acquire free scope=/2 blocking            | ACTIVE
                admin set blocking_mode_enabled value=false     | blocking_mode_enabled=false
                carol acquire x scope=/1 blocking               | INVALID_INPUT wait
        """);
  }

  @Test
  void withoutAutoExpireLeasesExpireAndTheNextCommandRecordsIt() {
    Script script =
        Script.run(
            """
                alice acquire a ttl=10s                        | ACTIVE
                bob   acquire w wait=1h                        | PENDING
                alice acquire b scope=/b ttl=20s               | ACTIVE
                admin set auto_expire_enabled value=false      | auto_expire_enabled=false
            15s admin expire                                   | swept=0 done
            """);
    assertThat(script.kernel().nextDueTick()).isEqualTo(Long.MAX_VALUE);
    assertThat(script.kernel().isTimeAwaited()).isTrue();
    assertThat(script.kernel().livingCount()).isEqualTo(3);
    assertThat(Told.to(script, "alice")).isEmpty();

    script.then(
        """
        15s alice get a | EXPIRED ended=10s
            bob   get w | ACTIVE
        """);
    assertThat(Told.to(script, "alice")).containsExactly("EXPIRED a");

    script.restart();
    assertThat(script.kernel().nextDueTick()).isEqualTo(Long.MAX_VALUE);
    script.then(
        """
        25s admin expire                             | swept=0 done
            carol acquire c scope=/b                 | ACTIVE # what is over keeps nobody out
        26s admin set auto_expire_enabled value=true | auto_expire_enabled=true
        """);
    assertThat(script.kernel().nextDueTick()).isEqualTo(3_615 * Limits.SECOND);
    script.then("3615s admin expire | swept=1 done");
  }

  @Test
  void aRefusalSaysWhatIsExpected() {
    assertThat(ConfigKey.DEFAULT_TTL_SECONDS.expectation())
        .isEqualTo("default_ttl_seconds is a whole number from 1 to 31622400");
    assertThat(ConfigKey.KEEP_HISTORY.expectation()).isEqualTo("keep_history is true or false");
    assertThat(ConfigKey.AGENTS_SEE.expectation()).isEqualTo("agents_see is spaces or own");
  }

  @Test
  void anEventOfAnUnknownSettingOrValueIsNotReplayed() {
    assertThatThrownBy(() -> new Kernel().replay(changed("color", "red")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("color");
    assertThatThrownBy(() -> new Kernel().replay(changed("keep_history", "perhaps")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("true or false");
  }

  private static Event changed(String key, String value) {
    return new AdminEvent.ConfigChanged(new Event.At(1, 0, 0), key, value, "admin");
  }
}
