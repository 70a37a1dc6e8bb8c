// What a rule is tested with: a file of JSON lines, each an item as devices send it, a step of the clock, or
// an event that is expected.
import { Effect, Result } from "effect"
import { readItem } from "../../intake/receive.ts"
import type { Item } from "../../domain/intake/Report.ts"
import type { SceneEvent } from "../../testing/Scene.ts"
import { CommandFailed } from "../outcome.ts"
import { readJson, readText } from "./ruleFile.ts"

/** An expected event: the members it names must be equal. */
export type Expected = Partial<SceneEvent> & Pick<SceneEvent, "time">

/** Step is one moment of a fixture. */
interface Step {
  readonly line: number
  readonly item?: Item
  /** arrival of the item, RFC 3339; its own time unless given */
  readonly received_at?: string
  readonly clock?: string
}

/** Fixture is a test of a rule: what is sent, and the events expected. */
export interface Fixture {
  readonly steps: ReadonlyArray<Step>
  readonly expected: ReadonlyArray<Expected>
  /** the lines that are not expectations, as they stand */
  readonly given: ReadonlyArray<string>
}

const readLine = (
  value: unknown,
  line: number,
  where: string
): Effect.Effect<{ readonly step?: Step; readonly expect?: Expected }, CommandFailed> => {
  const fail = (message: string) => Effect.fail(new CommandFailed({ message: `${where}: ${message}` }))
  if (value === null || typeof value !== "object" || Array.isArray(value))
    return fail('a line is an object: an item, {"clock": time} or {"expect": {…}}')
  const { clock, expect, received_at, ...rest } = value as {
    readonly clock?: unknown
    readonly expect?: unknown
    readonly received_at?: unknown
  }
  if (expect !== undefined) {
    if (expect === null || typeof expect !== "object" || !("time" in expect))
      return fail("an expected event needs its time")
    return Effect.succeed({ expect: expect as Expected })
  }
  if (clock !== undefined)
    return typeof clock === "string"
      ? Effect.succeed({ step: { line, clock } })
      : fail("clock takes an RFC 3339 time")
  if (received_at !== undefined && typeof received_at !== "string")
    return fail("received_at takes an RFC 3339 time")
  const item = readItem(rest)
  if (Result.isFailure(item)) return fail(`${item.failure.pointer} ${item.failure.detail}`)
  return Effect.succeed({
    step: { line, item: item.success, ...(received_at === undefined ? {} : { received_at }) }
  })
}

/** Reads a fixture; a line that says nothing sensible fails with its number. */
export const readFixture = (file: string): Effect.Effect<Fixture, CommandFailed> =>
  Effect.gen(function* () {
    const steps: Array<Step> = [],
      expected: Array<Expected> = [],
      given: Array<string> = []
    for (const [i, text] of (yield* readText(file)).split(/\r?\n/).entries()) {
      if (text.trim() === "") continue
      const where = `${file}:${i + 1}`
      const { expect, step } = yield* readLine(yield* readJson(text, where), i + 1, where)
      if (expect !== undefined) expected.push(expect)
      else if (step !== undefined) {
        steps.push(step)
        given.push(text)
      }
    }
    return { steps, expected, given }
  })
