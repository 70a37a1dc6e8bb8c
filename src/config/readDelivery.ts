// How automations reach the world, from the environment.
import { Effect, Schema } from "effect"
import { MailAddress } from "../domain/automation/Action.ts"
import { type DeliverySettings, type Environment, SettingError } from "./Settings.ts"

const isMailAddress = Schema.is(MailAddress)

/** Values that hold secrets are not repeated in messages. */
export const readDelivery = (env: Environment): Effect.Effect<DeliverySettings, SettingError> => {
  const given = (name: string) => (env[name] === undefined || env[name] === "" ? null : env[name])
  const bad = (name: string, takes: string) =>
    new SettingError({ message: `${name} cannot be used: ${takes}` })
  return Effect.gen(function* () {
    const smtpUrl = given("SMTP_URL")
    if (smtpUrl !== null && !(URL.canParse(smtpUrl) && /^smtps?:\/\/./.test(smtpUrl)))
      return yield* bad(
        "SMTP_URL",
        "smtp://user:password@host:587, or smtps:// where the connection begins with TLS"
      )
    const mailFrom = given("MAIL_FROM")
    if (mailFrom !== null && !isMailAddress(mailFrom)) return yield* bad("MAIL_FROM", "a bare e-mail address")
    if ((smtpUrl === null) !== (mailFrom === null))
      return yield* bad(
        smtpUrl === null ? "MAIL_FROM" : "SMTP_URL",
        "e-mail needs both SMTP_URL and MAIL_FROM"
      )
    const environment = given("PUGMARK_ENV") ?? "development"
    if (environment !== "production" && environment !== "development")
      return yield* bad("PUGMARK_ENV", "production or development")
    const allowed = (given("MAIL_ALLOW_LIST") ?? "")
      .split(",")
      .map((a) => a.trim())
      .filter((a) => a !== "")
    const wrong = allowed.find((a) => !isMailAddress(a))
    if (wrong !== undefined)
      return yield* bad(
        "MAIL_ALLOW_LIST",
        `e-mail addresses separated by commas, and ${JSON.stringify(wrong)} is none`
      )
    const telegramBotToken = given("TELEGRAM_BOT_TOKEN")
    if (telegramBotToken !== null && !/^\d+:[\w-]{20,}$/.test(telegramBotToken))
      return yield* bad("TELEGRAM_BOT_TOKEN", "the token that @BotFather gave, digits:letters")
    const telegramApiUrl = given("TELEGRAM_API_URL") ?? "https://api.telegram.org"
    if (!URL.canParse(telegramApiUrl) || !/^https?:/.test(telegramApiUrl))
      return yield* bad("TELEGRAM_API_URL", "an http or https address")
    const allowPrivate = (given("WEBHOOK_ALLOW_PRIVATE") ?? "false").toLowerCase()
    if (allowPrivate !== "true" && allowPrivate !== "false")
      return yield* bad("WEBHOOK_ALLOW_PRIVATE", "true or false")
    return {
      smtpUrl,
      mailFrom,
      telegramBotToken,
      mailAllowList: environment === "production" ? null : allowed,
      telegramApiUrl: telegramApiUrl.replace(/\/+$/, ""),
      webhookAllowPrivate: allowPrivate === "true"
    }
  })
}
