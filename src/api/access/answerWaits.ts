// The answers to checks of passwords that must wait: too many failures, or too many checks at a time.
import { TooMany, Unavailable } from "../../contract/http/errors.ts"
import type { Overloaded } from "../../passwords/HashQueue.ts"
import type { Throttled } from "../../store/access/LoginAttempts.ts"
import { respondRetryLater } from "../http/respondRetryLater.ts"

/** `answerWaits` answers by the tag of the failure: 429 and 503 with `Retry-After`. */
export const answerWaits = {
  Throttled: ({ seconds }: Throttled) =>
    respondRetryLater(
      new TooMany({
        code: "TOO_MANY_ATTEMPTS",
        detail: `Too many attempts have failed. The next one is looked at in ${seconds} s.`
      }),
      seconds
    ),
  Overloaded: ({ seconds }: Overloaded) =>
    respondRetryLater(
      new Unavailable({
        code: "CROWDED",
        detail:
          `So many passwords are being checked that this one was not. That is no failure. Come back ` +
          `in ${seconds} s: who does comes before those who come first.`
      }),
      seconds
    )
}
