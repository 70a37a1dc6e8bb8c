// What tells people outside: the mail server and the bot, where they are set up.
import { Effect } from "effect"
import { codeOf, fault, type Finding, warning, well } from "./Finding.ts"

/** ChannelSettings are the settings of mail and chat. */
interface ChannelSettings {
  readonly smtpUrl: string | null
  readonly mailAllowList: ReadonlyArray<string> | null
  readonly telegramBotToken: string | null
  readonly telegramApiUrl: string
}

const CHECK_TIMEOUT_MS = 10_000

const mailFixes: Readonly<Record<string, string>> = {
  EAUTH: "Correct user and password in SMTP_URL; what means something in addresses is written as %XX.",
  ECONNECTION: "Correct host and port in SMTP_URL: 587 is usual for smtp://, 465 for smtps://.",
  ESOCKET: "Correct host and port in SMTP_URL: 587 is usual for smtp://, 465 for smtps://.",
  EDNS: "Correct the host in SMTP_URL.",
  ETIMEDOUT: "Check host and port in SMTP_URL, and whether a firewall is between: many networks block 25.",
  ETLS: "The server's TLS is not what SMTP_URL says: smtps:// begins with TLS, smtp:// turns to it."
}

const checkMail = (url: string, allowList: ReadonlyArray<string> | null): Effect.Effect<Finding> =>
  Effect.tryPromise({
    try: async () => {
      const { createTransport } = await import("nodemailer")
      const transport = createTransport({
        url,
        connectionTimeout: CHECK_TIMEOUT_MS,
        greetingTimeout: CHECK_TIMEOUT_MS,
        socketTimeout: CHECK_TIMEOUT_MS
      })
      try {
        await transport.verify()
      } finally {
        transport.close()
      }
      return allowList !== null && allowList.length === 0
        ? warning(
            "Mail",
            "The mail server lets us in, but nobody may get mail.",
            "Outside production only MAIL_ALLOW_LIST gets mail: name recipients there, or set " +
              "PUGMARK_ENV=production."
          )
        : well("Mail", "the mail server lets us in")
    },
    catch: codeOf
  }).pipe(
    Effect.catch((code) =>
      Effect.succeed(
        fault("Mail", `The mail server cannot be used: ${code}`, mailFixes[code] ?? "Correct SMTP_URL.")
      )
    )
  )

const checkBot = (token: string, api: string): Effect.Effect<Finding> =>
  Effect.tryPromise({
    try: async (signal) => {
      const answer = await fetch(`${api}/bot${token}/getMe`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
        signal: AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)])
      })
      const { result } = (await answer.json()) as { readonly result?: { readonly username?: string } }
      return answer.ok
        ? well("Telegram", `the bot is @${result?.username ?? "?"}`)
        : fault(
            "Telegram",
            `The Bot API answers ${answer.status}.`,
            answer.status === 401 || answer.status === 404
              ? "Correct TELEGRAM_BOT_TOKEN: @BotFather shows it under /mybots."
              : "Ask again later, or correct TELEGRAM_API_URL."
          )
    },
    catch: (error) => codeOf(error instanceof Error ? error.cause : error)
  }).pipe(
    Effect.catch((code) =>
      Effect.succeed(
        fault(
          "Telegram",
          `The Bot API cannot be reached${code === "" ? "" : `: ${code}`}.`,
          "Check the way from this machine to TELEGRAM_API_URL (a firewall, a proxy)."
        )
      )
    )
  )

/** A channel that is not set up is no fault. */
export const checkChannels = ({
  mailAllowList,
  smtpUrl,
  telegramApiUrl,
  telegramBotToken
}: ChannelSettings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.all(
    [
      ...(smtpUrl === null ? [] : [checkMail(smtpUrl, mailAllowList)]),
      ...(telegramBotToken === null ? [] : [checkBot(telegramBotToken, telegramApiUrl)])
    ],
    { concurrency: "unbounded" }
  )
