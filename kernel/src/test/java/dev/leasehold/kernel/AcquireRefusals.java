package dev.leasehold.kernel;

/** Refusals to grant a lease, in the order of the kernel's checks. */
final class AcquireRefusals {

  private AcquireRefusals() {}

  /** With a quota of {@link RefusalTest#QUOTA} leases. */
  static final String ACQUIRE =
      """
      # given
      bob       acquire held scope=/held/**                            | ACTIVE
      bob       acquire job own-id policy=work space=w                 | ACTIVE
      alice     acquire mine scope=/mine request=r1                    | ACTIVE
      admin     declare folded insensitive                             | insensitive

      # one rule at a time
      carol     acquire <none>                                         | INVALID_INPUT leaseId
      carol     acquire ~129                                           | INVALID_INPUT leaseId
      carol     acquire a!                                             | INVALID_INPUT leaseId
      carol     acquire x space=<none>                                 | INVALID_INPUT space
      carol     acquire x space=~129                                   | INVALID_INPUT space
      carol     acquire x space=s:t                                    | INVALID_INPUT space
      admin     acquire x holder=<none>                                | INVALID_INPUT holder
      admin     acquire x holder=~129                                  | INVALID_INPUT holder
      admin     acquire x holder=b*b                                   | INVALID_INPUT holder
      carol     acquire x session=~129                                 | INVALID_INPUT session
      carol     acquire x session=?                                    | INVALID_INPUT session
      carol     acquire x request=~129                                 | INVALID_INPUT requestId
      carol     acquire x request=?                                    | INVALID_INPUT requestId
      carol     acquire x ttl=-1ns                                     | INVALID_INPUT ttl
      carol     acquire x ttl=1ms-1ns                                  | INVALID_INPUT ttl
      carol     acquire x ttl=366d+1ns                                 | INVALID_INPUT ttl
      carol     acquire x renewals=-2                                  | INVALID_INPUT maxRenewals
      carol     acquire x labels=33                                    | INVALID_INPUT labels
      carol     acquire x label=:v                                     | INVALID_INPUT labels
      carol     acquire x label=~257:v                                 | INVALID_INPUT labels
      carol     acquire x label=k:~257                                 | INVALID_INPUT labels
      carol     acquire x policy=checkout base=~257                    | INVALID_INPUT baseCommit
      carol     acquire x policy=checkout base=a label=baseCommit:b    | INVALID_INPUT baseCommit
      carol     acquire x policy=checkout base=a labels=32             | INVALID_INPUT labels
      carol     acquire x base=a                                       | INVALID_INPUT baseCommit
      auditor   acquire x                                              | FORBIDDEN
      carol     acquire x holder=bob                                   | FORBIDDEN
      carol:t   acquire x space=s                                      | FORBIDDEN
      admin:t   acquire x space=s                                      | FORBIDDEN
      alice     acquire x request=r1 scope=/other                      | INVALID_INPUT requestId
      carol     acquire x policy=loan                                  | INVALID_INPUT policy
      carol     acquire x policy=File                                  | INVALID_INPUT policy
      carol     acquire x policy=~200!                                 | INVALID_INPUT policy
      carol     acquire x policy=work mode=shared                      | INVALID_INPUT mode
      carol     acquire x policy=budget mode=shared                    | INVALID_INPUT mode
      carol     acquire x policy=workflow mode=shared                  | INVALID_INPUT mode
      carol     acquire x policy=checkout mode=shared                  | INVALID_INPUT mode
      carol     acquire x policy=budget own-id                         | INVALID_INPUT leaseId
      carol     acquire x policy=workflow own-id                       | INVALID_INPUT leaseId
      carol     acquire x policy=file own-id                           | INVALID_INPUT leaseId
      carol     acquire x policy=checkout own-id                       | INVALID_INPUT leaseId
      carol:s   acquire x own-id policy=work                           | INVALID_INPUT leaseId
      admin:s   acquire w/x own-id policy=work                         | INVALID_INPUT leaseId
      carol     acquire x policy=budget renewals=0                     | INVALID_INPUT maxRenewals
      carol     acquire x policy=checkout renewals=-1                  | INVALID_INPUT maxRenewals
      carol     acquire x policy=budget                                | INVALID_INPUT budget
      carol     acquire x space=folded scope=/[Z-a]                    | INVALID_INPUT scope[0]
      carol     acquire job own-id policy=work                         | LEASE_ALREADY_EXISTS
      carol     acquire held                                           | LEASE_ALREADY_EXISTS
      bob       acquire x                                              | QUOTA_EXCEEDED
      admin     acquire x holder=bob                                   | QUOTA_EXCEEDED
      carol     acquire x scope=/held/1                                | SCOPE_OVERLAP by=held
      carol     acquire x scope=/**                                    | SCOPE_OVERLAP by=held,mine
      carol     acquire x space=w                                      | ALREADY_LEASED by=job

      # given
      alice     acquire all policy=work space=t                        | ACTIVE

      # everything at once: each row puts right what the row above was refused for
      auditor:w acquire <none> own-id space=! holder=! session=! request=! ttl=-1s \
                 renewals=-2 labels=33                                 | INVALID_INPUT leaseId
      auditor:w acquire held own-id space=! holder=! session=! request=! ttl=-1s \
                 renewals=-2 labels=33                                 | INVALID_INPUT space
      auditor:w acquire held own-id holder=! session=! request=! ttl=-1s \
                 renewals=-2 labels=33                                 | INVALID_INPUT holder
      auditor:w acquire held own-id holder=bob session=! request=! ttl=-1s \
                 renewals=-2 labels=33                                 | INVALID_INPUT session
      auditor:w acquire held own-id holder=bob request=! ttl=-1s \
                 renewals=-2 labels=33                                 | INVALID_INPUT requestId
      auditor:w acquire held own-id holder=bob request=r1 ttl=-1s \
                 renewals=-2 labels=33                                 | INVALID_INPUT ttl
      auditor:w acquire held own-id holder=bob request=r1 \
                 renewals=-2 labels=33                                 | INVALID_INPUT maxRenewals
      auditor:w acquire held own-id holder=bob request=r1 \
                 renewals=1 labels=33                                  | INVALID_INPUT labels
      auditor:w acquire held own-id holder=bob request=r1 \
                 renewals=1 policy=loan base=~257                      | INVALID_INPUT baseCommit
      auditor:w acquire held own-id holder=bob request=r1 \
                 renewals=1 policy=loan                                | FORBIDDEN # a reader
      alice:w   acquire held own-id holder=bob request=r1 \
                 renewals=1 policy=loan                                | FORBIDDEN # for another
      alice:w   acquire held own-id request=r1 renewals=1 policy=loan  | FORBIDDEN # not its space
      alice     acquire held own-id request=r1 renewals=1 policy=loan  | INVALID_INPUT requestId
      alice     acquire held own-id renewals=1 policy=loan             | INVALID_INPUT policy
      alice     acquire held own-id renewals=1 policy=budget \
                 mode=shared space=folded scope=/[Z-a]                 | INVALID_INPUT mode
      alice     acquire held own-id renewals=1 policy=budget \
                 space=folded scope=/[Z-a]                             | INVALID_INPUT leaseId
      alice     acquire held renewals=1 policy=budget \
                 space=folded scope=/[Z-a]                             | INVALID_INPUT maxRenewals
      alice     acquire held policy=budget base=a \
                 space=folded scope=/[Z-a]                             | INVALID_INPUT baseCommit
      alice     acquire held policy=budget space=folded scope=/[Z-a]   | INVALID_INPUT budget
      alice     acquire held policy=checkout space=folded scope=/[Z-a] | INVALID_INPUT scope[0]
      alice     acquire held policy=checkout scope=/held/x             | LEASE_ALREADY_EXISTS
      alice     acquire x policy=checkout scope=/held/x                | QUOTA_EXCEEDED
      carol     acquire x policy=checkout scope=/held/x                | SCOPE_OVERLAP by=held
      carol     acquire x policy=checkout scope=/free                  | ACTIVE
      """;
}
