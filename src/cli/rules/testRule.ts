// `pugmark rules test RULE.json --fixture FILE.jsonl`: a rule played over a fixture, on no server's clock.
import { Effect, Result } from "effect"
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { formatInstant, parseInstant } from "../../domain/time.ts"
import { Scene, type SceneEvent } from "../../testing/Scene.ts"
import { type Command, CommandFailed, OK, REFUSED } from "../Command.ts"
import { type Expected, type Fixture, readFixture } from "./Fixture.ts"
import { readRuleFile, type RuleFile } from "./ruleFile.ts"
import { Screen } from "../Screen.ts"

const brief = (e: SceneEvent) =>
  `${e.time}  ${e.title}${e.reason === "reminder" ? "  (reminder)" : ""}${e.alert ? "  + alert" : ""}${e.ended_at === null ? "" : `  until ${e.ended_at}`}`

const sameTime = (a: string, b: string) => parseInstant(a) !== null && parseInstant(a) === parseInstant(b)

const fits = (event: SceneEvent, expected: Expected): boolean =>
  Object.entries(expected).every(([key, value]) => {
    const actual = event[key as keyof SceneEvent]
    return (
      actual === value || (typeof actual === "string" && typeof value === "string" && sameTime(actual, value))
    )
  })

/** Expected events that did not come, and events nobody expected. */
export const compare = (events: ReadonlyArray<SceneEvent>, expected: ReadonlyArray<Expected>) => {
  const left = [...events]
  const missing = expected.filter((e) => {
    const at = left.findIndex((event) => fits(event, e))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return { missing, unexpected: left }
}

/** What the rule makes of the fixture. */
export const play = (
  rule: RuleFile,
  { steps }: Pick<Fixture, "steps">,
  where: string
): Effect.Effect<ReadonlyArray<SceneEvent>, CommandFailed> =>
  Effect.suspend(() => {
    let line = 0
    const played = Result.try(() => {
      const scene = new Scene({
        rule: rule.document,
        name: rule.name,
        features: rule.features ?? [],
        carriers: rule.carriers ?? {}
      })
      for (const step of steps) {
        line = step.line
        if (step.clock !== undefined) scene.clock(step.clock)
        else scene.send(step.item!, step.received_at)
      }
      line = 0
      return scene.events
    })
    return Effect.mapError(
      Effect.fromResult(played),
      (e) =>
        new CommandFailed({
          message: `${line === 0 ? rule.name : `${where}:${line}`}: ${e instanceof Error ? e.message : String(e)}`
        })
    )
  })

/** A fixture as text: what is given, and these events as the expected ones. */
export const fixtureText = (given: ReadonlyArray<string>, events: ReadonlyArray<SceneEvent>): string =>
  [
    ...given,
    ...events.map(({ feature, reason, time, title }) =>
      JSON.stringify({ expect: { time, title, reason, feature } })
    )
  ].join("\n") + "\n"

const update = (file: string, { given }: Fixture, events: ReadonlyArray<SceneEvent>) =>
  Effect.mapError(
    Effect.fromResult(Result.try(() => writeFileSync(file, fixtureText(given, events)))),
    () => new CommandFailed({ message: `${file} cannot be written` })
  )

export const rulesTest: Command = {
  name: "rules test",
  summary: "play a rule over a fixture, without a server",
  usage: `pugmark rules test RULE.json --fixture FILE.jsonl [--update] [--json]

Plays a rule over what devices send, on a clock that moves only with the fixture, and compares the events it makes with those expected.
RULE.json is a rule document, or a file written by pugmark rules export (document, features, names). Each line of the fixture is one of
  {"device": "c1", "time": "2026-05-01T12:00:00Z", "lat": 1, "lon": 2, …}   an item, as POST /ingest/http/… takes it; "received_at" if it came late
  {"clock": "2026-05-01T13:00:00Z"}                                        the clock reaches a time: holds complete, schedules tick
  {"expect": {"time": "2026-05-01T12:00:40Z", "title": "…"}}               an event that must come; members left out may be anything

Exit code: 0 exactly the expected events came (or none were named), 2 they differ, 1 the rule or the fixture cannot be read.

Options
  --fixture FILE             the fixture
  --update                   write the events that came into the fixture as the expected ones
  --json                     the events as JSON lines`,
  run: (argv) =>
    Effect.gen(function* () {
      const { say } = yield* Screen
      const read = Result.try(() =>
        parseArgs({
          args: [...argv],
          options: { fixture: { type: "string" }, update: { type: "boolean" }, json: { type: "boolean" } },
          allowPositionals: true
        })
      )
      if (Result.isFailure(read))
        return yield* new CommandFailed({
          message: read.failure instanceof Error ? read.failure.message : "the options cannot be read"
        })
      const {
        positionals: [file, more],
        values
      } = read.success
      if (file === undefined || more !== undefined)
        return yield* new CommandFailed({
          message: "say which rule to test, one file: pugmark rules test RULE.json --fixture FILE.jsonl"
        })
      if (values.fixture === undefined)
        return yield* new CommandFailed({ message: "say what to test it with: --fixture FILE.jsonl" })
      const rule = yield* readRuleFile(file)
      const fixture = yield* readFixture(values.fixture)
      const events = yield* play(rule, fixture, values.fixture)
      for (const e of events) say(values.json === true ? JSON.stringify(e) : brief(e))
      if (values.update === true) {
        yield* update(values.fixture, fixture, events)
        return OK
      }
      const { missing, unexpected } =
        fixture.expected.length === 0 ? { missing: [], unexpected: [] } : compare(events, fixture.expected)
      for (const e of missing)
        say(`missing     ${formatInstant(parseInstant(e.time) ?? 0)}  ${JSON.stringify(e)}`)
      for (const e of unexpected) say(`unexpected  ${brief(e)}`)
      if (values.json !== true)
        say(
          `${events.length} event${events.length === 1 ? "" : "s"}; ${fixture.expected.length === 0 ? "none were named as expected" : missing.length + unexpected.length === 0 ? "as expected" : `${missing.length} missing, ${unexpected.length} unexpected`}`
        )
      return missing.length + unexpected.length === 0 ? OK : REFUSED
    })
}
