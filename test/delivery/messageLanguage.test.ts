// The language of mails and chat messages, end to end: of the receiver's account, of the project, or English.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browserOf, makeMember, makePerson } from "../support/http/people.ts"
import { serve } from "../support/http/server.ts"
import { makeProject } from "../support/http/tracking.ts"
import { makeAutomation, report, settled, startWorker } from "../support/http/worker.ts"
import { BOT_TOKEN, openBotServer } from "../support/outside/botServer.ts"
import { type Mail, openMailServer } from "../support/outside/mailServer.ts"

const BARE_ADDRESS = "station@example.org"
const to = (...addresses: ReadonlyArray<string>) => [{ type: "email", to: addresses }]

const decoded = (text: string, encoding: string): string =>
  (encoding.toLowerCase().startsWith("b")
    ? Buffer.from(text, "base64")
    : Buffer.from(
        text
          .replaceAll("=\n", "")
          .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
        "latin1"
      )
  ).toString("utf8")

/** The subject and the text of a mail, without what they are encoded with. */
const read = ({ raw }: Mail) => {
  const [head = "", ...body] = raw.replaceAll("\r\n", "\n").split("\n\n")
  const header = (name: string): string =>
    new RegExp(`^${name}: (.*)$`, "im").exec(head.replaceAll(/\n[ \t]+/g, " "))?.[1] ?? ""
  return {
    subject: header("subject")
      .replaceAll("?= =?", "?==?")
      .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, encoding: string, text: string) =>
        decoded(text.replaceAll("_", " "), encoding)
      ),
    text: decoded(body.join("\n\n"), header("content-transfer-encoding"))
  }
}

/** Chooses Spanish on the page of the person's account. */
const chooseSpanish = (ask: Effect.Success<ReturnType<typeof browserOf>>) =>
  Effect.map(ask("PATCH", "/auth/me", { body: { preferences: { language: "es" } } }), ({ status }) =>
    assert.strictEqual(status, 200)
  )

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("the language of a message", (it) => {
  it.effect(
    "by mail is that of the account with the address, otherwise of the project, otherwise English",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const mail = yield* openMailServer()
          yield* startWorker({
            smtpUrl: `smtp://127.0.0.1:${mail.port}`,
            mailFrom: "pugmark@farm.example",
            mailAllowList: null
          })
          const member = yield* makePerson()
          yield* chooseSpanish(yield* browserOf(member))
          // an account that leaves the language to its browser
          const undecided = yield* makePerson()

          /** The mails about an event of a project with these settings, by address. */
          const mailsOf = Effect.fnUntraced(function* (
            settings: object,
            ...addresses: ReadonlyArray<string>
          ) {
            const project = yield* makeProject({ name: "North", timezone: "Europe/Madrid", settings })
            yield* makeAutomation(project.id, to(...addresses))
            const before = mail.mails.length
            const event = yield* report(project.id, {
              severity: "critical",
              create_alert: true,
              time: new Date().toISOString()
            })
            yield* settled(project.id, event.id, addresses.length)
            return new Map(mail.mails.slice(before).map((one) => [one.to[0], read(one)]))
          })

          const byDefault = yield* mailsOf({}, member.email, BARE_ADDRESS)
          const spanish = byDefault.get(member.email)!
          assert.strictEqual(spanish.subject, "[North] CRÍTICA: A wolf")
          assert.match(spanish.text, /^Cuándo: \d{1,2} \p{L}+ \d{4}, \d{1,2}:\d\d:\d\d \(Europe\/Madrid\)$/mu)
          assert.include(spanish.text, "Aviso de la automatización «Tell».")
          const english = byDefault.get(BARE_ADDRESS)!
          assert.strictEqual(english.subject, "[North] CRITICAL: A wolf")
          assert.match(english.text, /^When: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Europe\/Madrid\)$/m)
          assert.include(english.text, 'Told by the automation "Tell".')

          const inSpanish = yield* mailsOf({ language: "es" }, undecided.email, BARE_ADDRESS)
          assert.strictEqual(inSpanish.size, 2)
          for (const { subject, text } of inSpanish.values()) {
            assert.strictEqual(subject, "[North] CRÍTICA: A wolf")
            assert.include(text, "Alerta: abierta")
          }
        })
      )
  )

  it.effect("by chat is that of the user whose chat it is, in the bot's answer too", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const bot = yield* openBotServer
        yield* startWorker({ telegramBotToken: BOT_TOKEN, telegramApiUrl: bot.url })
        const project = yield* makeProject({ name: "North" })
        const member = yield* makeMember(project.id, "viewer")
        yield* chooseSpanish(member.ask)
        const { body } = yield* member.ask("POST", "/auth/me/telegram")
        bot.write(81, (body as { readonly command: string }).command)
        yield* bot.wrote(1)
        assert.strictEqual(
          bot.sent[0]!.text,
          `Este chat está vinculado a ${member.email}. ` +
            "Aquí llegan los mensajes de las automatizaciones que le nombran."
        )
        yield* makeAutomation(project.id, [{ type: "telegram", user_id: member.id }])
        const event = yield* report(project.id, { severity: "warning" })
        assert.strictEqual((yield* settled(project.id, event.id))[0]!.status, "sent")
        assert.match(bot.sent[1]!.text, /^\[North\] ADVERTENCIA: A wolf\n/)
      })
    )
  )
})
