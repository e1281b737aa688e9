package dev.leasehold.kernel;

/** Refusals of extensions, in the order in which the kernel checks. */
final class ExtensionRefusals {

  private ExtensionRefusals() {}

  /** Of {@code many} three requests are open: events 14 to 16. */
  private static final String GIVEN =
      """
         admin policy desk base=checkout extensions=true               | policy=desk extensible
         admin policy year base=desk ttl=366d                          | policy=year extensible
         alice acquire x policy=desk scope=/x request=r1               | ACTIVE
         bob   acquire strict policy=checkout scope=/strict            | ACTIVE
         bob   acquire plain scope=/plain                              | ACTIVE
         carol acquire gone policy=desk scope=/gone                    | ACTIVE
         carol release gone                                            | RELEASED
         frank acquire brief policy=desk ttl=1s scope=/brief           | ACTIVE
         erin  acquire taken policy=desk scope=/taken                  | ACTIVE
         admin revoke taken                                            | EVICTED
         bob   acquire leaving policy=desk scope=/leaving              | ACTIVE
         bob   release leaving after=1h                                | ACTIVE
         grace acquire many policy=desk scope=/many                    | ACTIVE
         grace request-extension many ttl=1h                           | ACTIVE asked=14
         grace request-extension many ttl=1h                           | ACTIVE asked=15
         grace request-extension many ttl=1h                           | ACTIVE asked=16
         carol acquire waits policy=desk scope=/x wait=1h              | PENDING
         alice derive x as=child holder=heidi                          | ACTIVE
         bob   acquire ending policy=desk scope=/ending                | ACTIVE
         admin revoke ending notice=1h                                 | ACTIVE
         bob   acquire long policy=year scope=/long                    | ACTIVE
      1s admin get brief                                               | EXPIRED
      """;

  static final String REQUEST =
      GIVEN
          + """
          # one rule at a time
          alice   request-extension ~129 ttl=1h                       | INVALID_INPUT leaseId
          alice   request-extension x ttl=1h request=?                | INVALID_INPUT requestId
          alice   request-extension x                                 | INVALID_INPUT ttl
          alice   request-extension x ttl=-1h                         | INVALID_INPUT ttl
          alice   request-extension x ttl=366d+1ns                    | INVALID_INPUT ttl
          alice   request-extension x ttl=1h justification=<none>     | INVALID_INPUT justification
          alice   request-extension x ttl=1h justification=<blank>    | INVALID_INPUT justification
          alice   request-extension x ttl=1h justification=~1025      | INVALID_INPUT justification
          alice   request-extension x ttl=1h request=r1               | INVALID_INPUT requestId
          alice   request-extension no ttl=1h                         | LEASE_NOT_FOUND
          alice:t request-extension x ttl=1h                          | LEASE_NOT_FOUND
          carol   request-extension gone ttl=1h                       | LEASE_ALREADY_TERMINAL
          frank   request-extension brief ttl=1h                      | LEASE_EXPIRED
          erin    request-extension taken ttl=1h                      | LEASE_EVICTED
          bob     request-extension x ttl=1h                          | NOT_HOLDER
          admin   request-extension x ttl=1h                          | NOT_HOLDER
          carol   request-extension waits ttl=1h                      | LEASE_VIOLATION
          bob     request-extension leaving ttl=1h                    | LEASE_ALREADY_TERMINAL
          bob     request-extension strict ttl=1h                     | NOT_RENEWABLE
          bob     request-extension plain ttl=1h                      | NOT_RENEWABLE
          heidi   request-extension child ttl=1ms                     | INVALID_INPUT ttl # its parent
          bob     request-extension ending ttl=1ms                    | INVALID_INPUT ttl # announced
          bob     request-extension long ttl=1s+1ns                   | INVALID_INPUT ttl # 366 days
          grace   request-extension many ttl=1h                       | QUOTA_EXCEEDED

          # everything at once: each row puts right what the row above was refused for
          alice:t request-extension ! request=! justification=<none>     | INVALID_INPUT leaseId
          alice:t request-extension no request=! justification=<none>    | INVALID_INPUT requestId
          alice:t request-extension no request=r1 justification=<none>   | INVALID_INPUT ttl
          alice:t request-extension no request=r1 ttl=1h justification=<none> \
              | INVALID_INPUT justification
          alice:t request-extension no request=r1 ttl=366d               | LEASE_NOT_FOUND
          alice   request-extension many request=r1 ttl=366d             | INVALID_INPUT requestId
          alice   request-extension many request=r2 ttl=366d             | NOT_HOLDER
          grace   request-extension many request=r2 ttl=366d             | INVALID_INPUT ttl
          grace   request-extension many request=r2 ttl=1h               | QUOTA_EXCEEDED
          alice   request-extension x request=r2 ttl=1h justification=~1024 | ACTIVE
          bob     request-extension long ttl=1s                          | ACTIVE
          """;

  static final String APPROVE =
      GIVEN
          + """
          alice   approve 14                      | FORBIDDEN
          grace   approve 14                      | FORBIDDEN
          admin:s approve 14                      | FORBIDDEN
          admin   approve !                       | INVALID_INPUT id
          admin   approve 14 reason=<none>        | INVALID_INPUT reason
          admin   approve 1                       | NOT_FOUND
          admin   approve 14 ttl=-1s              | INVALID_INPUT ttl
          admin   approve 14 ttl=1h+1ns           | INVALID_INPUT ttl # more than was asked for
          admin   approve 14 ttl=30m reason=yes   | APPROVED asks-ttl=1h granted-ttl=30m pool= by=admin
          admin   approve 14 ttl=30m reason=yes   | APPROVED # a retry
          admin   approve 14 reason=yes           | INVALID_INPUT id # another decision
          admin   decline 14 reason=yes           | INVALID_INPUT id
          admin   decline 15 reason=no            | DECLINED granted-ttl=0s
          admin   decline 15 reason=no            | DECLINED # a retry
          admin   approve 15                      | INVALID_INPUT id

          # what has come in between
          grace   release many after=1h           | ACTIVE
          admin   approve 16                      | LEASE_ALREADY_TERMINAL
          alice   request-extension x ttl=1h      | ACTIVE asked=26
          admin   revoke x notice=1h              | ACTIVE
          admin   approve 26                      | INVALID_INPUT ttl # its end is announced
          """;
}
