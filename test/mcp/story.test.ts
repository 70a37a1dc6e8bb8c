// The guide's story, played by a client: an assistant is asked why cow 12 raised an alert last night, explains
// it, tries a changed rule on the past, and cannot put it in force. What it calls and is answered is read from
// the page.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { engineLayer } from "../../src/roles/engine.ts"
import { blocksIn, guidePage } from "../support/guide.ts"
import { makeMember } from "../support/http/people.ts"
import { expectStatus } from "../support/http/tracking.ts"
import { fixAt, makeWatched } from "../support/http/watched.ts"
import { connectMcp, LetIn, serveMcp } from "../support/mcp.ts"

const blocks = blocksIn(guidePage("ai-clients"), "json")

interface Step {
  readonly tool: string
  readonly with: Record<string, unknown>
}

/** That what the page shows is in what was answered; `…` is anything, and numbers may differ by a rounding. */
const assertShown = (shown: unknown, found: unknown, where: string): void => {
  if (shown === "…") return assert.isDefined(found, where)
  if (typeof shown === "number" && typeof found === "number") return assert.closeTo(found, shown, 1, where)
  if (typeof shown !== "object" || shown === null) return assert.strictEqual(found, shown, where)
  if (Array.isArray(shown)) assert.lengthOf(found as ReadonlyArray<unknown>, shown.length, where)
  for (const [key, one] of Object.entries(shown))
    assertShown(one, (found as Record<string, unknown> | undefined)?.[key], `${where}/${key}`)
}

const left = {
  trigger: { kind: "position" },
  conditions: { type: "spatial", relation: "exit" },
  event: { event_type: "LEFT", title: "{entity} left {feature}", severity: "warning", create_alert: true }
}

layer(engineLayer({ tickGraceSeconds: 20, lateQuietMs: 0 }).pipe(Layer.provideMerge(serveMcp())), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("the story of cow 12", (it) => {
  it.effect("is told by the tools as the guide tells it, and ends where people decide", () =>
    Effect.gen(function* () {
      const { letIn } = yield* LetIn
      const { alma: cow, path, project, report, rule } = yield* makeWatched
      yield* expectStatus(200, "PATCH", path, { timezone: "Europe/Berlin" })
      yield* expectStatus(200, "PATCH", `${path}/entities/${cow.id}`, { name: "Cow 12" })
      const { id: ruleId } = yield* rule("Left a meadow", left)
      const at = (minute: number, lon: number) => fixAt(cow.name, minute, lon)
      yield* report([at(-640, 0.005), at(-630, 0.005)])
      // one fix far out, and back; towards morning she goes for good
      yield* report([at(-620, 0.02), at(-610, 0.005), at(-420, 0.005), at(-410, 0.02), at(-400, 0.021)])
      const { items } = yield* expectStatus(200, "GET", `${path}/events?event_type=LEFT`)
      const [, night] = items
      const ids: Readonly<Record<string, string>> = {
        PROJECT: project,
        COW: cow.id,
        EVENT: night.id,
        ALERT: night.alert.id,
        RULE: ruleId
      }
      const filled = (block: string): unknown =>
        JSON.parse(
          block.replaceAll(/"([A-Z]{3,7})"/gu, (text, name: string) =>
            `"${ids[name] ?? ""}"`.replace(`""`, text)
          )
        )
      const person = yield* makeMember(project, "admin")
      const { token } = letIn(person.id, [project])
      const { call, refused, tools } = yield* connectMcp(token)
      for (let i = 0; i < blocks.length; i += 2) {
        const { tool, with: args } = filled(blocks[i]!) as Step
        const { body, isError, text } = yield* call(tool, args)
        assert.isFalse(isError, text)
        assertShown(filled(blocks[i + 1]!), body, tool)
      }
      // their person is an admin of the project; they may all the same not put anything in force
      assert.isFalse((yield* tools).some(({ name }) => /save|enable|update|rule_/.test(name)))
      for (const name of ["save_rule", "enable_rule", "update_rule"])
        assert.match(yield* refused(name, { project_id: project, rule_id: ruleId }), /not found|unknown/i)
      assert.deepInclude(yield* expectStatus(200, "GET", `${path}/rules/${ruleId}`), {
        current_version: 1,
        latest_version: 1,
        enabled: true
      })
    })
  )
})
