// E-mail, end to end: an event over HTTP, the worker, and a real mail server.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type Mail, openMailServer } from "../support/outside/mailServer.ts"
import { serve } from "../support/http/server.ts"
import { expectStatus, makeEntity, makeProject } from "../support/http/tracking.ts"
import { deliveriesOf, hurry, makeAutomation, report, settled, startWorker } from "../support/http/worker.ts"
import { until } from "../support/until.ts"

const FROM = "pugmark@farm.example"
const to = (...addresses: ReadonlyArray<string>) => [{ type: "email", to: addresses }]

/** Headers by their names in small letters, unfolded; and the body. */
const parse = ({ raw }: Mail) => {
  const [head = "", ...body] = raw.replaceAll("\r\n", "\n").split("\n\n")
  const lines = head
    .replaceAll(/\n[ \t]+/g, " ")
    .split("\n")
    .map((line): readonly [string, string] => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 2)
    ])
  return {
    headers: new Map(lines),
    names: lines.map(([name]) => name),
    text: body.join("\n\n").replaceAll("=\n", "")
  }
}

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("e-mail", (it) => {
  it.effect(
    "outside production goes to recipients on the allow list, and to others is skipped with the reason",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const mail = yield* openMailServer()
          const project = yield* makeProject({ name: "North range", timezone: "Europe/Berlin" })
          const cow = yield* makeEntity(project.id, { name: "Alma" })
          yield* makeAutomation(project.id, to("Ranger@Example.org", "stranger@example.org"))
          yield* startWorker({
            smtpUrl: `smtp://127.0.0.1:${mail.port}`,
            mailFrom: FROM,
            mailAllowList: ["other@example.org", "ranger@example.org"]
          })
          const event = yield* report(project.id, {
            title: "Alma left Home",
            severity: "warning",
            entity_id: cow.id,
            create_alert: true,
            time: new Date().toISOString(),
            geometry: { type: "Point", coordinates: [14.25, 51.05] }
          })
          const deliveries = yield* settled(project.id, event.id, 2)
          const of = (target: string) => deliveries.find((d) => d.target === target)
          assert.deepInclude(of("stranger@example.org"), {
            status: "skipped",
            code: "MAIL_NOT_ALLOWED",
            error: "stranger@example.org is not on the allow list"
          })
          assert.deepInclude(of("Ranger@Example.org"), { status: "sent", code: null, attempts: 1 })
          assert.lengthOf(mail.mails, 1)
          assert.deepInclude(mail.mails[0], { from: FROM, to: ["Ranger@example.org"] })
          const { headers, text } = parse(mail.mails[0]!)
          assert.strictEqual(headers.get("subject"), "[North range] WARNING: Alma left Home")
          assert.strictEqual(headers.get("from"), `Pugmark <${FROM}>`)
          assert.strictEqual(headers.get("to"), "Ranger@example.org")
          assert.strictEqual(headers.get("message-id"), `<${of("Ranger@Example.org")!.id}@farm.example>`)
          assert.strictEqual(headers.get("auto-submitted"), "auto-generated")
          for (const line of [
            "Who: Alma",
            "Where: 51.05000, 14.25000",
            "What: WOLF_SEEN, warning",
            "Alert: open",
            `Event: ${event.id}`
          ])
            assert.include(text, line)
          assert.match(text, /When: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Europe\/Berlin\)/)
          const trace = yield* expectStatus(200, "GET", `/traces/${of("stranger@example.org")!.trace_id}`)
          assert.deepInclude(trace, { kind: "delivery", status: "skipped", code: "MAIL_NOT_ALLOWED" })
          assert.include(trace.steps[2].detail.remedy, "MAIL_ALLOW_LIST")
        })
      )
  )

  it.effect("in production goes to everybody", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const mail = yield* openMailServer()
        const project = yield* makeProject()
        yield* makeAutomation(project.id, to("stranger@example.org"))
        yield* startWorker({ smtpUrl: `smtp://127.0.0.1:${mail.port}`, mailFrom: FROM, mailAllowList: null })
        const event = yield* report(project.id)
        assert.strictEqual((yield* settled(project.id, event.id))[0]!.status, "sent")
        assert.deepStrictEqual(mail.mails[0]!.to, ["stranger@example.org"])
      })
    )
  )

  it.effect(
    "without mail settings is skipped with the reason, and goes out when they are there and somebody asks again",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const mail = yield* openMailServer()
          const project = yield* makeProject()
          yield* makeAutomation(project.id, to("ranger@example.org"))
          const event = yield* report(project.id)
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* startWorker()
              assert.deepInclude((yield* settled(project.id, event.id))[0], {
                status: "skipped",
                code: "MAIL_NOT_SET_UP"
              })
            })
          )
          yield* startWorker({
            smtpUrl: `smtp://127.0.0.1:${mail.port}`,
            mailFrom: FROM,
            mailAllowList: null
          })
          const [skipped] = yield* deliveriesOf(project.id, event.id)
          yield* expectStatus(202, "POST", `/projects/${project.id}/deliveries/${skipped!.id}/redeliver`)
          assert.deepInclude((yield* settled(project.id, event.id))[0], {
            id: skipped!.id,
            status: "sent",
            code: null
          })
          assert.lengthOf(mail.mails, 1)
        })
      )
  )

  it.effect("has no header that a title, a name or a project could add", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const mail = yield* openMailServer()
        const sql = yield* SqlClient.SqlClient
        const evil = "x\r\nBcc: evil@example.org\r\n\r\nHello\u2028Bcc: evil@example.org"
        const project = yield* makeProject({ name: `P ${evil}` })
        const cow = yield* makeEntity(project.id, { name: `C ${evil}` })
        yield* makeAutomation(project.id, to("ranger@example.org"), { name: `A ${evil}` })
        yield* startWorker({ smtpUrl: `smtp://127.0.0.1:${mail.port}`, mailFrom: FROM, mailAllowList: null })
        const event = yield* report(project.id, { title: `T ${evil}`, description: evil, entity_id: cow.id })
        yield* settled(project.id, event.id)
        const { names, text } = parse(mail.mails[0]!)
        assert.deepStrictEqual(mail.mails[0]!.to, ["ranger@example.org"])
        assert.sameMembers(names, [
          "from",
          "to",
          "subject",
          "message-id",
          "date",
          "mime-version",
          "content-type",
          "content-transfer-encoding",
          "auto-submitted"
        ])
        assert.notMatch(text, /^Bcc/m)
        assert.notInclude(JSON.stringify(yield* sql`select error from deliveries`), "evil")
      })
    )
  )

  it.effect("has the same Message-ID in every attempt", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const mail = yield* openMailServer({
          judge: (_, seen) => (seen === 1 ? { status: 451, text: "greylisted, come back" } : null)
        })
        const project = yield* makeProject()
        yield* makeAutomation(project.id, to("ranger@example.org"))
        yield* startWorker({ smtpUrl: `smtp://127.0.0.1:${mail.port}`, mailFrom: FROM, mailAllowList: null })
        const event = yield* report(project.id)
        const [waiting] = yield* until(
          deliveriesOf(project.id, event.id),
          ([d]) => d?.code === "MAIL_REFUSED"
        )
        assert.deepInclude(waiting, {
          status: "queued",
          attempts: 1,
          error: "the mail server answered 451 greylisted, come back (EENVELOPE)"
        })
        yield* hurry
        const [first] = yield* settled(project.id, event.id)
        yield* expectStatus(202, "POST", `/projects/${project.id}/deliveries/${first!.id}/redeliver`)
        yield* settled(project.id, event.id)
        assert.deepStrictEqual(
          mail.mails.map((m) => parse(m).headers.get("message-id")),
          [`<${first!.id}@farm.example>`, `<${first!.id}@farm.example>`]
        )
      })
    )
  )

  it.effect("to a recipient that the server does not know fails at once, and the others get theirs", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const mail = yield* openMailServer({
          judge: (address) => (address.startsWith("gone") ? { status: 550, text: "no such user" } : null)
        })
        const project = yield* makeProject()
        yield* makeAutomation(project.id, to("gone@example.org", "ranger@example.org"))
        yield* startWorker({ smtpUrl: `smtp://127.0.0.1:${mail.port}`, mailFrom: FROM, mailAllowList: null })
        const event = yield* report(project.id)
        const deliveries = yield* settled(project.id, event.id, 2)
        assert.deepInclude(
          deliveries.find((d) => d.target === "gone@example.org"),
          {
            status: "failed",
            code: "MAIL_REFUSED",
            attempts: 1,
            error: "the mail server answered 550 no such user (EENVELOPE)"
          }
        )
        assert.deepStrictEqual(
          mail.mails.map((m) => m.to),
          [["ranger@example.org"]]
        )
      })
    )
  )

  it.effect("logs in with the password of SMTP_URL, and never tells it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const mail = yield* openMailServer({ password: "p4ssw0rd-of-mail" })
        const project = yield* makeProject()
        yield* makeAutomation(project.id, to("ranger@example.org"))
        const event = yield* report(project.id)
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* startWorker({
              smtpUrl: `smtp://pugmark:wr0ng-of-mail@127.0.0.1:${mail.port}`,
              mailFrom: FROM,
              mailAllowList: null
            })
            const [waiting] = yield* until(
              deliveriesOf(project.id, event.id),
              ([d]) => d?.code === "MAIL_REFUSED"
            )
            assert.deepInclude(waiting, { status: "queued", error: "the mail server answered 535 (EAUTH)" })
            assert.notInclude(JSON.stringify(waiting), "wr0ng")
          })
        )
        yield* startWorker({
          smtpUrl: `smtp://pugmark:p4ssw0rd-of-mail@127.0.0.1:${mail.port}`,
          mailFrom: FROM,
          mailAllowList: null
        })
        yield* hurry
        assert.strictEqual((yield* settled(project.id, event.id))[0]!.status, "sent")
        assert.lengthOf(mail.mails, 1)
      })
    )
  )

  it.effect("is tried again when the mail server cannot be reached", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* makeProject()
        yield* makeAutomation(project.id, to("ranger@example.org"))
        yield* startWorker({ smtpUrl: "smtp://127.0.0.1:9", mailFrom: FROM, mailAllowList: null })
        const event = yield* report(project.id)
        const [waiting] = yield* until(deliveriesOf(project.id, event.id), ([d]) => d?.code === "UNREACHABLE")
        assert.deepInclude(waiting, {
          status: "queued",
          attempts: 1,
          error: "the mail server cannot be used: ESOCKET"
        })
      })
    )
  )
})
