package dev.leasehold.kernel;

/** Refusals of commands about providers, in the order of the kernel's checks. */
final class ProviderRefusals {

  private ProviderRefusals() {}

  static final String ADD =
      """
      # given
      admin   add-provider o                                    | provider=o version=1

      # one rule at a time
      alice   add-provider p                                    | FORBIDDEN
      auditor add-provider p                                    | FORBIDDEN
      gateway add-provider p                                    | FORBIDDEN
      admin:s add-provider p                                    | FORBIDDEN # of no space
      admin   add-provider <none>                               | INVALID_INPUT name
      admin   add-provider p!                                   | INVALID_INPUT name
      admin   add-provider p kind=<none>                        | INVALID_INPUT kind
      admin   add-provider p kind=other                         | INVALID_INPUT kind
      admin   add-provider p url=<none>                         | INVALID_INPUT url
      admin   add-provider p url=api.example.com                | INVALID_INPUT url
      admin   add-provider p url=ftp://api.example.com          | INVALID_INPUT url
      admin   add-provider p url=https://                       | INVALID_INPUT url
      admin   add-provider p url=https://u:p@api.example.com    | INVALID_INPUT url
      admin   add-provider p url=https://api.example.com?q      | INVALID_INPUT url
      admin   add-provider p url=https://~2048                  | INVALID_INPUT url
      admin   add-provider p url=https://äpi.example.com        | INVALID_INPUT url
      admin   add-provider p key=<none>                         | INVALID_INPUT key
      admin   add-provider p key=~4225                          | INVALID_INPUT key
      admin   add-provider o                                    | INVALID_INPUT name

      # everything at once: each row puts right what the row above was refused for
      alice   add-provider o! kind=k url=u key=<none>           | FORBIDDEN
      admin   add-provider o! kind=k url=u key=<none>           | INVALID_INPUT name
      admin   add-provider o kind=k url=u key=<none>            | INVALID_INPUT kind
      admin   add-provider o url=u key=<none>                   | INVALID_INPUT url
      admin   add-provider o key=<none>                         | INVALID_INPUT key
      admin   add-provider o                                    | INVALID_INPUT name
      admin   add-provider p kind=Anthropic url=http://[::1]:80/v/ | provider=p kind=anthropic
      """;

  static final String CHANGE =
      """
      # given
      admin   add-provider o                                    | provider=o version=1

      alice   rotate-provider o                                 | FORBIDDEN
      admin:s rotate-provider o                                 | FORBIDDEN
      admin   rotate-provider o!                                | INVALID_INPUT name
      admin   rotate-provider o key=<none>                      | INVALID_INPUT key
      admin   rotate-provider no                                | NOT_FOUND
      admin   rotate-provider o version=1                       | INVALID_INPUT key # it has that
      admin   rotate-provider o version=3                       | INVALID_INPUT key
      admin   rotate-provider o version=2 key=l                 | provider=o version=2 key=l

      alice   reencrypt-provider o version=2                    | FORBIDDEN
      admin   reencrypt-provider o! version=2                   | INVALID_INPUT name
      admin   reencrypt-provider o version=2 key=<none>         | INVALID_INPUT key
      admin   reencrypt-provider no version=2                   | NOT_FOUND
      admin   reencrypt-provider o version=1                    | INVALID_INPUT version
      admin   reencrypt-provider o version=2 key=m              | provider=o version=2 key=m

      alice   provider o                                        | FORBIDDEN
      auditor:s provider o                                      | FORBIDDEN
      admin   provider o!                                       | INVALID_INPUT name
      admin   provider no                                       | NOT_FOUND
      auditor provider o                                        | provider=o
      gateway provider o                                        | provider=o
      alice   providers                                         | FORBIDDEN
      gateway providers                                         | FORBIDDEN
      admin:s providers                                         | FORBIDDEN
      auditor providers                                         | providers=o

      alice   remove-provider o                                 | FORBIDDEN
      admin   remove-provider o!                                | INVALID_INPUT name
      admin   remove-provider no                                | NOT_FOUND
      admin   remove-provider o                                 | provider=o
      admin   providers                                         | providers=none
      """;
}
