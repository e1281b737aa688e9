package dev.leasehold.kernel;

/**
 * Refusals of queries and of commands about spaces, tokens, settings and pruning, in the order of
 * the kernel's checks.
 */
final class OtherRefusals {

  private OtherRefusals() {}

  static final String GET =
      """
         alice     acquire a1 | ACTIVE

         alice     get <none> | INVALID_INPUT leaseId
         alice     get ~129   | INVALID_INPUT leaseId
         alice     get a!     | INVALID_INPUT leaseId
         alice     get a2     | LEASE_NOT_FOUND
         bob       get a1     | ACTIVE
         bob:s     get a1     | ACTIVE
         bob:t     get a1     | LEASE_NOT_FOUND
         alice:t   get a1     | LEASE_NOT_FOUND
         auditor:t get a1     | LEASE_NOT_FOUND
         admin:t   get a1     | LEASE_NOT_FOUND
         alice     get a1     | ACTIVE
         auditor   get a1     | ACTIVE
         auditor:s get a1     | ACTIVE
         admin     get a1     | ACTIVE

         admin     set agents_see value=own | agents_see=own
         bob       get a1     | NOT_HOLDER
         bob:s     get a1     | NOT_HOLDER
         bob:t     get a1     | LEASE_NOT_FOUND
         alice     get a1     | ACTIVE
         auditor   get a1     | ACTIVE
      """;

  static final String LIST =
      """
      admin   set agents_see value=own                               | agents_see=own

      # one rule at a time
      alice   list space=!                                           | INVALID_INPUT space
      alice   list holder=!                                          | INVALID_INPUT holder
      alice   list policy=!                                          | INVALID_INPUT policy
      alice   list request=!                                         | INVALID_INPUT requestId
      alice   list size=0                                            | INVALID_INPUT pageSize
      alice   list size=-1                                           | INVALID_INPUT pageSize
      alice   list size=1001                                         | INVALID_INPUT pageSize
      alice   list path=/a                                           | INVALID_INPUT space
      alice   list holder=bob                                        | FORBIDDEN
      alice   list space=s path=a                                    | INVALID_INPUT path
      alice   list space=s path=/a//b                                | INVALID_INPUT path
      alice   list space=s path=/../b                                | INVALID_INPUT path

      # everything at once: each row puts right what the row above was refused for
      alice   list space=! holder=! policy=! request=! size=0 path=x | INVALID_INPUT space
      alice   list holder=! policy=! request=! size=0 path=x         | INVALID_INPUT holder
      alice   list holder=bob policy=! request=! size=0 path=x       | INVALID_INPUT policy
      alice   list holder=bob request=! size=0 path=x                | INVALID_INPUT requestId
      alice   list holder=bob size=0 path=x                          | INVALID_INPUT pageSize
      alice   list holder=bob path=x                                 | INVALID_INPUT space
      alice   list holder=bob scope=/x                               | INVALID_INPUT space
      alice   list holder=bob space=s path=x                         | FORBIDDEN
      alice   list space=s path=x                                    | INVALID_INPUT path
      alice   list space=s path=/x                                   | leases=none
      auditor list holder=bob size=1000                              | leases=none
      admin   set agents_see value=spaces                            | agents_see=spaces
      alice   list holder=bob                                        | leases=none
      """;

  static final String CHECK =
      """
      alice     check space=<none>    | INVALID_INPUT space
      alice     check space=~129      | INVALID_INPUT space
      alice:t   check space=s         | FORBIDDEN
      auditor:t check space=s         | FORBIDDEN
      alice     check ttl=367d        | INVALID_INPUT ttl
      alice     check wait=2h         | INVALID_INPUT wait
      alice     check policy=none     | INVALID_INPUT policy
      alice     check policy=work mode=shared | INVALID_INPUT mode
      alice     check policy=budget   | INVALID_INPUT budget

      # everything at once: each row puts right what the row above was refused for
      alice:t   check space=! ttl=367d wait=2h policy=none mode=shared | INVALID_INPUT space
      alice:t   check space=s ttl=367d wait=2h policy=none mode=shared | INVALID_INPUT ttl
      alice:t   check space=s wait=2h policy=none mode=shared          | INVALID_INPUT wait
      alice:t   check space=s policy=none mode=shared                  | FORBIDDEN
      alice:t   check space=t policy=none mode=shared                  | INVALID_INPUT policy
      alice:t   check space=t policy=budget mode=shared                | INVALID_INPUT mode
      alice:t   check space=t policy=budget                            | INVALID_INPUT budget
      alice:t   check space=t policy=work                              | free
      """;

  static final String DECLARE =
      """
      alice   acquire a1 space=used    | ACTIVE

      alice   declare s insensitive    | FORBIDDEN
      auditor declare s insensitive    | FORBIDDEN
      admin   declare <none>           | INVALID_INPUT space
      admin   declare s! insensitive   | INVALID_INPUT space
      admin:t declare s insensitive    | FORBIDDEN
      admin   declare used insensitive | INVALID_INPUT caseInsensitive

      # everything at once
      alice   declare !                | FORBIDDEN
      admin   declare ! insensitive    | INVALID_INPUT space
      admin   declare used             | sensitive     # as it is
      admin   declare s insensitive    | insensitive
      """;

  static final String SPACES =
      """
      admin   declare a insensitive | insensitive
      admin   declare b insensitive | insensitive
      admin   declare c insensitive | insensitive
      alice:b space a!              | INVALID_INPUT space
      alice:b space a               | FORBIDDEN
      alice:b space b               | insensitive
      alice   space z               | sensitive
      alice   spaces after=! size=0 | INVALID_INPUT pageToken
      alice   spaces size=0         | INVALID_INPUT pageSize
      alice   spaces size=1001      | INVALID_INPUT pageSize
      alice   spaces size=2         | spaces=a,b next=b
      alice   spaces size=2 after=b | spaces=c last
      alice:b spaces size=1         | spaces=b last
      alice   acquire x             | ACTIVE
      bob     acquire y wait=1m     | PENDING
      alice   in-the-way y          | held=x
      alice   in-the-way no         | free
      """;

  static final String ISSUE =
      """
      admin   issue t1                           | token=t1

      alice   issue t2                           | FORBIDDEN
      auditor issue t2                           | FORBIDDEN
      admin   issue <none>                       | INVALID_INPUT tokenId
      admin   issue t!                           | INVALID_INPUT tokenId
      admin   issue t2 actor=<none>              | INVALID_INPUT actor
      admin   issue t2 actor=~129                | INVALID_INPUT actor
      admin   issue t2 spaces-257                | INVALID_INPUT spaces
      admin   issue t2 spaces=a,b!               | INVALID_INPUT spaces[1]
      admin   issue t2 hash=0!                   | INVALID_INPUT secretHash
      admin   issue t2 hash=~129                 | INVALID_INPUT secretHash
      admin   issue t2 ttl=1ms-1ns               | INVALID_INPUT ttl
      admin   issue t2 ttl=366d+1ns              | INVALID_INPUT ttl
      admin:s issue t2                           | FORBIDDEN     # every space is more than s
      admin:s issue t2 spaces=s,u                | FORBIDDEN
      admin:s issue t2 spaces=u                  | FORBIDDEN
      admin   issue t2 role=gateway spaces=s     | INVALID_INPUT spaces
      admin:s issue t2 role=gateway spaces=s     | FORBIDDEN
      admin   issue t1                           | INVALID_INPUT tokenId

      # everything at once: each row puts right what the row above was refused for
      alice   issue t! actor=! spaces=a! hash=! ttl=-1s | FORBIDDEN
      admin   issue t! actor=! spaces=a! hash=! ttl=-1s | INVALID_INPUT tokenId
      admin   issue t1 actor=! spaces=a! hash=! ttl=-1s | INVALID_INPUT actor
      admin   issue t1 spaces=a! hash=! ttl=-1s  | INVALID_INPUT spaces[0]
      admin   issue t1 hash=! pool=! ttl=-1s     | INVALID_INPUT secretHash
      admin   issue t1 pool=! ttl=-1s            | INVALID_INPUT pool
      admin   issue t1 ttl=-1s                   | INVALID_INPUT ttl
      admin:s issue t1 ttl=-1s                   | INVALID_INPUT ttl
      admin:s issue t1                           | FORBIDDEN
      admin   issue t1                           | INVALID_INPUT tokenId
      admin   issue t2                           | token=t2
      admin   issue t3 hash=~128                 | token=t3
      admin:s issue t4 spaces=s                  | token=t4
      """;

  static final String REVOKE_TOKEN =
      """
           admin   issue t1            | token=t1
           alice   revoke-token t1     | FORBIDDEN
           auditor revoke-token t1     | FORBIDDEN
           admin   revoke-token <none> | INVALID_INPUT tokenId
           admin   revoke-token ~129   | INVALID_INPUT tokenId
           admin   revoke-token t2     | NOT_FOUND
           alice   revoke-token !      | FORBIDDEN
           admin:s revoke-token t2     | NOT_FOUND
           admin:s revoke-token t1     | NOT_FOUND     # it reaches every space
           admin   issue t3 spaces=s,t | token=t3
           admin:s revoke-token t3     | NOT_FOUND     # it reaches further
           admin:s,t revoke-token t3   | token=t3
           admin   revoke-token t1     | token=t1
           admin   revoke-token t1     | NOT_FOUND
      """;

  static final String TOKENS =
      """
           alice   tokens | FORBIDDEN
           auditor tokens | FORBIDDEN
           admin   tokens | tokens=none
           admin   create-pool p amounts=usd:9   | pool=p
           admin   issue all                     | token=all
           admin   issue drawing spaces=s pool=p | token=drawing
           admin   issue one spaces=s            | token=one
           admin   issue two spaces=s,t          | token=two
           admin:s tokens                        | tokens=one
           admin:s,t,u tokens                    | tokens=one,two
           admin   tokens                        | tokens=all,drawing,one,two
      """;

  static final String SET_CONFIG =
      """
      alice   set keep_history value=false                  | FORBIDDEN
      admin:s set keep_history value=false                  | FORBIDDEN     # concerns every space
      auditor set keep_history value=false                  | FORBIDDEN
      admin   set <none> value=1                            | INVALID_INPUT key
      admin   set ~129 value=1                              | INVALID_INPUT key
      admin   set max_renewals! value=1                     | INVALID_INPUT key
      admin   set color value=1                             | NOT_FOUND
      admin   set MAX_RENEWALS value=1                      | NOT_FOUND

      # how values are spelled
      admin   set keep_history value=<none>                 | INVALID_INPUT value
      admin   set keep_history value=TRUE                   | INVALID_INPUT value
      admin   set keep_history value=1                      | INVALID_INPUT value
      admin   set budget_thresholds value=0                 | INVALID_INPUT value
      admin   set budget_thresholds value=101               | INVALID_INPUT value
      admin   set budget_thresholds value=90,80             | INVALID_INPUT value
      admin   set budget_thresholds value=80,80             | INVALID_INPUT value
      admin   set budget_thresholds value=80,               | INVALID_INPUT value
      admin   set budget_thresholds value=1,2,3,4,5,6,7,8,9,10,11 | INVALID_INPUT value
      admin   set agents_see value=OWN                      | INVALID_INPUT value
      admin   set agents_see value=all                      | INVALID_INPUT value
      admin   set max_renewals value=<none>                 | INVALID_INPUT value
      admin   set max_renewals value=many                   | INVALID_INPUT value
      admin   set max_renewals value=true                   | INVALID_INPUT value
      admin   set max_renewals value=07                     | INVALID_INPUT value
      admin   set max_renewals value=+7                     | INVALID_INPUT value
      admin   set max_renewals value=-0                     | INVALID_INPUT value
      admin   set max_renewals value=7.0                    | INVALID_INPUT value
      admin   set max_renewals value=~5000                  | INVALID_INPUT value
      admin   set max_renewals value=9223372036854775808    | INVALID_INPUT value

      # bounds, just outside and just inside
      admin   set default_ttl_seconds value=0               | INVALID_INPUT value
      admin   set default_ttl_seconds value=31622401        | INVALID_INPUT value
      admin   set default_ttl_seconds value=1               | default_ttl_seconds=1
      admin   set default_ttl_seconds value=31622400        | default_ttl_seconds=31622400
      admin   set max_renewals value=-2                     | INVALID_INPUT value
      admin   set max_renewals value=2147483648             | INVALID_INPUT value
      admin   set max_renewals value=2147483647             | max_renewals=2147483647
      admin   set max_renewals value=-1                     | max_renewals=-1
      admin   set acquisition_timeout_ms value=0            | INVALID_INPUT value
      admin   set acquisition_timeout_ms value=3600001      | INVALID_INPUT value
      admin   set acquisition_timeout_ms value=3600000      | acquisition_timeout_ms=3600000
      admin   set cleanup_interval_seconds value=0          | INVALID_INPUT value
      admin   set cleanup_interval_seconds value=86401      | INVALID_INPUT value
      admin   set cleanup_interval_seconds value=86400      | cleanup_interval_seconds=86400
      admin   set history_retention_days value=0            | INVALID_INPUT value
      admin   set history_retention_days value=3651         | INVALID_INPUT value
      admin   set history_retention_days value=1            | history_retention_days=1

      # everything at once: each row puts right what the row above was refused for
      alice   set ! value=x                                 | FORBIDDEN
      admin   set ! value=x                                 | INVALID_INPUT key
      admin   set history value=x                           | NOT_FOUND
      admin   set keep_history value=x                      | INVALID_INPUT value
      admin   set keep_history value=false                  | keep_history=false
      alice   config                                        | settings=12
      """;

  /** Steps of the node's own are refused never. */
  static final String PRUNE_AND_EXPIRE =
      """
             admin prune before=0s | swept=0
             admin prune before=1d | swept=0
             admin expire          | swept=0 done
             node  grant           | swept=0 done
             node  turn            | swept=0 done
      """;
}
