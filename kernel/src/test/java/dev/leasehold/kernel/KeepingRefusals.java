package dev.leasehold.kernel;

import dev.leasehold.kernel.policy.Limits;

/**
 * Refusals of releases, announced ends, acknowledgements, policies and restores, in the order of
 * the kernel's checks.
 */
final class KeepingRefusals {

  private KeepingRefusals() {}

  static final String DELAYED_RELEASE =
      """
      # given
         alice   acquire a1 request=r1                            | ACTIVE
         alice   acquire gone scope=/g                            | ACTIVE
         alice   release gone                                     | RELEASED

      # one rule at a time
         alice   release a1 after=-1ns                            | INVALID_INPUT after
         alice   release a1 after=366d+1ns                        | INVALID_INPUT after

      # everything at once: each row puts right what the row above was refused for
         alice:t release no request=r1 after=-1s reason=TIRED     | LEASE_NOT_FOUND
         alice:t release gone request=r1 after=-1s reason=TIRED   | LEASE_NOT_FOUND
         alice   release gone request=r1 after=-1s reason=TIRED   | INVALID_INPUT requestId
         bob     release gone after=-1s reason=TIRED              | LEASE_ALREADY_TERMINAL
         bob     release a1 after=-1s reason=TIRED                | NOT_HOLDER
         alice   release a1 after=-1s reason=TIRED                | INVALID_RELEASE_REASON
         alice   release a1 after=-1s                             | INVALID_INPUT after
         alice   release a1 after=366d                            | ACTIVE delayed=1h
      """;

  static final String NOTICE =
      """
      # given
         alice   acquire a1                                       | ACTIVE
         alice   acquire gone scope=/g                            | ACTIVE
         alice   release gone                                     | RELEASED

      # one rule at a time
         alice   revoke a1 notice=5m                              | FORBIDDEN
         admin   revoke a1 notice=-1ns                            | INVALID_INPUT notice
         admin   revoke a1 notice=366d+1ns                        | INVALID_INPUT notice
         admin   revoke a1 notice=5m reason=<blank>               | INVALID_INPUT reason
         admin:t revoke a1 notice=5m                              | LEASE_NOT_FOUND

      # everything at once: each row puts right what the row above was refused for
         alice:t revoke no notice=-1s reason=<none>               | FORBIDDEN
         admin:t revoke no notice=-1s reason=<none>               | LEASE_NOT_FOUND
         admin   revoke gone notice=-1s reason=<none>             | LEASE_ALREADY_TERMINAL
         admin   revoke a1 notice=-1s reason=<none>               | INVALID_INPUT reason
         admin   revoke a1 notice=-1s                             | INVALID_INPUT notice
         admin   revoke a1 notice=366d                            | ACTIVE announced=366d
      """;

  static final String RELEASE_ALL =
      """
         alice   acquire a1                                       | ACTIVE
         alice   release-all alice                                | FORBIDDEN
         auditor release-all alice                                | FORBIDDEN
         admin   release-all <none>                               | INVALID_INPUT holder
         admin   release-all ~129                                 | INVALID_INPUT holder
         admin   release-all alice reason=<none>                  | INVALID_INPUT reason
         admin   release-all alice reason=<blank>                 | INVALID_INPUT reason
         admin   release-all alice reason=~1025                   | INVALID_INPUT reason

      # everything at once: each row puts right what the row above was refused for
         alice   release-all a! reason=<none>                     | FORBIDDEN
         admin   release-all a! reason=<none>                     | INVALID_INPUT holder
         admin   release-all alice reason=<none>                  | INVALID_INPUT reason
         admin   release-all nobody                               | swept=0 done
         admin:t release-all alice                                | swept=0 done  # not its space
         admin   release-all alice limit=0                        | swept=0 more
         admin   release-all alice limit=-1                       | swept=0 more
         admin   release-all alice reason=~1024                   | swept=1 done
      """;

  static final String ACKNOWLEDGE =
      """
         alice   acquire a1                                       | ACTIVE
         admin   revoke a1                                        | REVOKED
         alice   acknowledge ids=x                                | INVALID_INPUT ids
         alice   acknowledge ids=2,-2                             | INVALID_INPUT ids
         alice   acknowledge ids=12345678901234567890             | INVALID_INPUT ids
         alice   acknowledge ids=MANY1                            | INVALID_INPUT ids
         bob     acknowledge ids=2                                | acknowledged=none
         alice   acknowledge ids=9999999999999999999              | acknowledged=none
         alice   acknowledge                                      | acknowledged=none
         alice   acknowledge ids=MANY                             | acknowledged=2
      """
          .replace("MANY", "2,".repeat(Limits.MAX_NOTICES_PER_HOLDER - 1) + "2,")
          .replace(",  ", "   ");

  static final String POLICY =
      """
      # one rule at a time
         alice   policy mine                                      | FORBIDDEN
         auditor policy mine                                      | FORBIDDEN
         admin:s policy mine                                      | FORBIDDEN # concerns every space
         admin   policy <none>                                    | INVALID_INPUT name
         admin   policy ~129                                      | INVALID_INPUT name
         admin   policy mine base=!                               | INVALID_INPUT base
         admin   policy file ttl=1h                               | INVALID_INPUT name
         admin   policy work ttl=1h                               | INVALID_INPUT name
         admin   policy mine base=other                           | INVALID_INPUT base
         admin   policy mine base=mine                            | INVALID_INPUT base
         admin   policy mine max=0s                               | INVALID_INPUT maxTtl
         admin   policy mine max=366d+1ns                         | INVALID_INPUT maxTtl
         admin   policy mine ttl=1ms-1ns                          | INVALID_INPUT defaultTtl
         admin   policy mine ttl=366d+1ns                         | INVALID_INPUT defaultTtl
         admin   policy mine max=1h-1ns                           | INVALID_INPUT defaultTtl
         admin   policy mine renewals=-2                          | INVALID_INPUT maxRenewals
         admin   policy mine grace=-1s                            | INVALID_INPUT grace
         admin   policy mine base=budget grace=366d+1ns           | INVALID_INPUT grace
         admin   policy mine grace=1s                             | INVALID_INPUT grace
         admin   policy mine base=budget extensions=true          | INVALID_INPUT extensions
         admin   policy mine lead=-1ns                            | INVALID_INPUT reminderLead
         admin   policy mine lead=366d+1ns                        | INVALID_INPUT reminderLead
         admin   policy mine heartbeat=1ms-1ns                    | INVALID_INPUT heartbeat
         admin   policy mine heartbeat=366d+1ns                   | INVALID_INPUT heartbeat

      # everything at once: each row puts right what the row above was refused for
         alice   policy ! base=! max=0s ttl=-1s renewals=-2 grace=-1s lead=-1s heartbeat=-1s \
                                                                  | FORBIDDEN
         admin   policy ! base=! max=0s ttl=-1s renewals=-2 grace=-1s lead=-1s heartbeat=-1s \
                                                                  | INVALID_INPUT name
         admin   policy file base=! max=0s ttl=-1s renewals=-2 grace=-1s lead=-1s heartbeat=-1s \
                                                                  | INVALID_INPUT base
         admin   policy file base=no max=0s ttl=-1s renewals=-2 grace=-1s lead=-1s heartbeat=-1s \
                                                                  | INVALID_INPUT name
         admin   policy mine base=no max=0s ttl=-1s renewals=-2 grace=-1s lead=-1s heartbeat=-1s \
                                                                  | INVALID_INPUT base
         admin   policy mine max=0s ttl=-1s renewals=-2 grace=-1s lead=-1s heartbeat=-1s \
                                                                  | INVALID_INPUT maxTtl
         admin   policy mine max=1m ttl=-1s renewals=-2 grace=-1s lead=-1s heartbeat=-1s \
                                                                  | INVALID_INPUT defaultTtl
         admin   policy mine max=1m ttl=2m renewals=-2 grace=-1s lead=-1s heartbeat=-1s \
                                                                  | INVALID_INPUT defaultTtl
         admin   policy mine max=1m ttl=1m renewals=-2 grace=-1s lead=-1s heartbeat=-1s \
                                                                  | INVALID_INPUT maxRenewals
         admin   policy mine renewals=-1 grace=-1s lead=-1s heartbeat=-1s | INVALID_INPUT grace
         admin   policy mine renewals=-1 grace=1s lead=-1s heartbeat=-1s | INVALID_INPUT grace
         admin   policy mine renewals=-1 lead=-1s heartbeat=-1s   | INVALID_INPUT reminderLead
         admin   policy mine renewals=-1 lead=366d heartbeat=-1s  | INVALID_INPUT heartbeat
         admin   policy mine renewals=-1 lead=366d heartbeat=1ms  | policy=mine version=1
         alice   policies                      | policies=budget,checkout,file,lfs,mine,work,workflow
      """;

  static final String RESTORE =
      """
         alice   acquire a1                                       | ACTIVE
         alice   restore                                          | FORBIDDEN
         auditor restore                                          | FORBIDDEN
         admin   restore                                          | restored=1
      """;
}
