// `pugmark rules test RULE.json --fixture FILE.jsonl`: a rule played over a fixture, on no server's clock.
import { Effect, Result } from "effect"
import { writeFileSync } from "node:fs"
import { formatInstant, parseInstant } from "../../domain/time.ts"
import { Scene, type SceneEvent } from "../../testing/Scene.ts"
import type { Given, Words } from "../flags.ts"
import type { Work } from "../lazily.ts"
import { CommandFailed, OK_EXIT_CODE, REFUSED_EXIT_CODE } from "../outcome.ts"
import { type Expected, type Fixture, readFixture } from "./Fixture.ts"
import { readRuleFile, type RuleFile } from "./ruleFile.ts"
import type { testRuleFlags } from "./rulesFlags.ts"
import { Screen } from "../Screen.ts"
import { testOnServer } from "./testOnServer.ts"

const brief = (e: SceneEvent) =>
  [
    `${e.time}  ${e.title}`,
    e.reason === "reminder" ? "  (reminder)" : "",
    e.alert ? "  + alert" : "",
    e.ended_at === null ? "" : `  until ${e.ended_at}`
  ].join("")

const sameTime = (a: string, b: string) => parseInstant(a) !== null && parseInstant(a) === parseInstant(b)

const fits = (event: SceneEvent, expected: Expected): boolean =>
  Object.entries(expected).every(([key, value]) => {
    const actual = event[key as keyof SceneEvent]
    return (
      actual === value || (typeof actual === "string" && typeof value === "string" && sameTime(actual, value))
    )
  })

/** Expected events that did not come, and events that were not expected. */
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
export const play = (rule: RuleFile, fixture: Pick<Fixture, "steps">, where: string) =>
  playing(rule, fixture, where, (scene) => scene.events)

/** Returns the same, and what is asked of the scene at its end. */
export const playing = <A>(
  rule: RuleFile,
  { steps }: Pick<Fixture, "steps">,
  where: string,
  ask: (scene: Scene) => A
): Effect.Effect<A, CommandFailed> =>
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
      return ask(scene)
    })
    return Effect.mapError(
      Effect.fromResult(played),
      (e) =>
        new CommandFailed({
          message: `${line === 0 ? rule.name : `${where}:${line}`}: ${e instanceof Error ? e.message : String(e)}`
        })
    )
  })

/** Returns a fixture as text: what is given, and these events as the expected ones. */
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

/** Plays a rule over a fixture and says which events came, and which should have; or over a project's past. */
export const testRule: Work<Given<typeof testRuleFlags> & Words> = (given, env) =>
  Effect.gen(function* () {
    if (given.project !== undefined) return yield* testOnServer(given, env)
    for (const flag of ["against", "from", "to", "fail-if"] as const)
      if ((given[flag]?.length ?? 0) > 0)
        return yield* new CommandFailed({ message: `--${flag} goes with --project SLUG` })
    const { say } = yield* Screen
    const [file, more] = given.words
    if (file === undefined || more !== undefined)
      return yield* new CommandFailed({
        message: "say which rule to test, one file: pugmark rules test RULE.json --fixture FILE.jsonl"
      })
    if (given.fixture === undefined)
      return yield* new CommandFailed({ message: "say what to test it with: --fixture FILE.jsonl" })
    const rule = yield* readRuleFile(file)
    const fixture = yield* readFixture(given.fixture)
    const events = yield* play(rule, fixture, given.fixture)
    for (const e of events) say(given.json ? JSON.stringify(e) : brief(e))
    if (given.update) {
      yield* update(given.fixture, fixture, events)
      return OK_EXIT_CODE
    }
    const { missing, unexpected } =
      fixture.expected.length === 0 ? { missing: [], unexpected: [] } : compare(events, fixture.expected)
    for (const e of missing)
      say(`missing     ${formatInstant(parseInstant(e.time) ?? 0)}  ${JSON.stringify(e)}`)
    for (const e of unexpected) say(`unexpected  ${brief(e)}`)
    if (!given.json) {
      const verdict =
        fixture.expected.length === 0
          ? "none were named as expected"
          : missing.length + unexpected.length === 0
            ? "as expected"
            : `${missing.length} missing, ${unexpected.length} unexpected`
      say(`${events.length} event${events.length === 1 ? "" : "s"}; ${verdict}`)
    }
    return missing.length + unexpected.length === 0 ? OK_EXIT_CODE : REFUSED_EXIT_CODE
  })
