// E-mail through the deployment's mail server. Outside production only recipients on the allow list get mail,
// so that a copy of real data on a developer's machine sends none.
import { Effect } from "effect"
import { createTransport, type Transporter } from "nodemailer"
import type { ClaimedDelivery } from "../../domain/automation/ClaimedDelivery.ts"
import { subjectOf, textOf } from "../../domain/automation/Message.ts"
import { failed, type Outcome, sent, skipped } from "../../domain/automation/Outcome.ts"
import { replaceUnstorableText } from "../../domain/intake/storable.ts"
import type { Channel } from "../ports.ts"

/** MailSettings are the settings of e-mail. */
export interface MailSettings {
  /** `smtp://user:password@host:587`; null: e-mail is not set up */
  readonly smtpUrl: string | null
  /** one bare address */
  readonly mailFrom: string | null
  /** addresses that may get mail; null: all */
  readonly mailAllowList: ReadonlyArray<string> | null
}

const CONNECTION_STEP_MS = 10_000
const TIMEOUT_MS = 30_000

/**
 * MAX_ANSWER_CHARACTERS is how much of a mail server's answer is stored; its answer to a login may repeat the
 * password and is not stored.
 */
const MAX_ANSWER_CHARACTERS = 200

const outcomeOf = (cause: unknown): Outcome => {
  const {
    code = "UNKNOWN",
    response = "",
    responseCode: status
  } = (cause instanceof Error ? cause : {}) as {
    readonly code?: string
    readonly response?: string
    readonly responseCode?: number
  }
  if (status === undefined) return failed("UNREACHABLE", `the mail server cannot be used: ${code}`)
  const isLogin = code === "EAUTH" || status === 530
  const said =
    isLogin || response === ""
      ? String(status)
      : replaceUnstorableText(response.slice(0, MAX_ANSWER_CHARACTERS))
  // 5xx to the recipient or the message is final; to the login it is a setting that an operator can correct
  return failed("MAIL_REFUSED", `the mail server answered ${said} (${code})`, {
    final: status >= 500 && !isLogin
  })
}

/**
 * Sends the mail, with the same `Message-ID` in every attempt, so that a duplicate can be recognised.
 * Addresses are passed as addresses, never as header text.
 */
const send = (transport: Transporter, from: string, claimed: ClaimedDelivery) =>
  Effect.tryPromise({
    try: () =>
      transport.sendMail({
        from: { name: "Pugmark", address: from },
        to: { name: "", address: claimed.target },
        subject: subjectOf(claimed, claimed.language),
        text: textOf(claimed, claimed.language),
        messageId: `<${claimed.deliveryId}@${from.slice(from.lastIndexOf("@") + 1)}>`,
        headers: { "Auto-Submitted": "auto-generated" },
        disableFileAccess: true,
        disableUrlAccess: true
      }),
    catch: outcomeOf
  })

/** Makes the channel. */
export const email = ({ mailAllowList, mailFrom, smtpUrl }: MailSettings): Channel => {
  if (smtpUrl === null || mailFrom === null)
    return () => Effect.succeed(skipped("MAIL_NOT_SET_UP", "there are no mail settings"))
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECTION_STEP_MS,
    greetingTimeout: CONNECTION_STEP_MS,
    socketTimeout: CONNECTION_STEP_MS,
    dnsTimeout: CONNECTION_STEP_MS
  })
  const allowed =
    mailAllowList === null ? null : new Set(mailAllowList.map((address) => address.toLowerCase()))
  return (claimed) => {
    if (allowed !== null && !allowed.has(claimed.target.toLowerCase()))
      return Effect.succeed(skipped("MAIL_NOT_ALLOWED", `${claimed.target} is not on the allow list`))
    return send(transport, mailFrom, claimed).pipe(
      Effect.as(sent("accepted by the mail server")),
      Effect.catch((outcome) => Effect.succeed(outcome)),
      Effect.timeoutOrElse({
        duration: TIMEOUT_MS,
        orElse: () =>
          Effect.succeed(failed("TIMED_OUT", `the mail server took more than ${TIMEOUT_MS / 1000} s`))
      })
    )
  }
}
