// The settings of delivery: what they mean, what is refused, and that no refusal repeats a secret.
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readSettings } from "../../src/config/readSettings.ts"

const read = (env: Readonly<Record<string, string>>) =>
  Effect.map(readSettings(env), (settings) => settings.delivery)

it.effect("without any there is no mail, no bot, and no way inside", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* read({}), {
      smtpUrl: null,
      mailFrom: null,
      mailAllowList: [],
      telegramBotToken: null,
      telegramApiUrl: "https://api.telegram.org",
      webhookAllowPrivate: false
    })
  })
)

it.effect("unless PUGMARK_ENV=production mail goes only to recipients in MAIL_ALLOW_LIST", () =>
  Effect.gen(function* () {
    const list = { MAIL_ALLOW_LIST: " a@example.org ,b@example.org," }
    assert.deepStrictEqual((yield* read(list)).mailAllowList, ["a@example.org", "b@example.org"])
    assert.deepStrictEqual((yield* read({ ...list, PUGMARK_ENV: "development" })).mailAllowList, [
      "a@example.org",
      "b@example.org"
    ])
    assert.isNull((yield* read({ ...list, PUGMARK_ENV: "production" })).mailAllowList)
  })
)

it.effect("are read as they are meant", () =>
  Effect.gen(function* () {
    assert.deepInclude(
      yield* read({
        SMTP_URL: "smtps://u:p@mail.example.org",
        MAIL_FROM: "pugmark@example.org",
        TELEGRAM_BOT_TOKEN: "12345:abcdefghijklmnopqrstuvwxyz",
        TELEGRAM_API_URL: "http://127.0.0.1:1/",
        WEBHOOK_ALLOW_PRIVATE: "TRUE"
      }),
      {
        smtpUrl: "smtps://u:p@mail.example.org",
        mailFrom: "pugmark@example.org",
        telegramBotToken: "12345:abcdefghijklmnopqrstuvwxyz",
        telegramApiUrl: "http://127.0.0.1:1",
        webhookAllowPrivate: true
      }
    )
  })
)

it.effect.each([
  ["SMTP_URL", { SMTP_URL: "https://u:hunter2@mail.example.org", MAIL_FROM: "a@example.org" }],
  ["SMTP_URL", { SMTP_URL: "hunter2", MAIL_FROM: "a@example.org" }],
  ["SMTP_URL", { SMTP_URL: "smtp://u:hunter2@mail.example.org" }],
  ["MAIL_FROM", { MAIL_FROM: "a@example.org" }],
  ["MAIL_FROM", { SMTP_URL: "smtp://u:hunter2@mail.example.org", MAIL_FROM: "Pugmark <a@example.org>" }],
  ["MAIL_ALLOW_LIST", { MAIL_ALLOW_LIST: "a@example.org;b@example.org" }],
  ["PUGMARK_ENV", { PUGMARK_ENV: "prod" }],
  ["TELEGRAM_BOT_TOKEN", { TELEGRAM_BOT_TOKEN: "hunter2" }],
  ["TELEGRAM_API_URL", { TELEGRAM_API_URL: "ftp://x" }],
  ["WEBHOOK_ALLOW_PRIVATE", { WEBHOOK_ALLOW_PRIVATE: "yes" }]
] as const)("%s stops the program: %j", ([name, env]) =>
  Effect.gen(function* () {
    const { message } = yield* Effect.flip(read(env))
    assert.include(message, name)
    assert.notInclude(message, "hunter2")
  })
)
