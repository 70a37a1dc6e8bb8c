// The lines of the corpus of hostile and odd inputs, and what must hold after each of them.
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type Line, readCorpus } from "../corpus.ts"
import { type Answer, TestServer } from "./server.ts"

export type { Line }

const corpus = readCorpus()

/** The lines of a surface. */
export const badInputs = (surface: string): ReadonlyArray<Line> =>
  corpus.filter((line) => line.surface === surface)

export interface Generated {
  readonly $gen: string
  readonly [member: string]: unknown
}

/** Whether an input is a recipe, for what does not fit on a line. */
export const isGenerated = (input: unknown): input is Generated =>
  typeof input === "object" && input !== null && "$gen" in input

/** The answer is one the line expects, and a refusal is a problem document. */
export const assertExpected = (
  { expect, name }: Line,
  answer: Pick<Answer, "status" | "body">,
  what = ""
) => {
  assert.include(
    [expect.status].flat(),
    answer.status,
    `${name} ${what}: ${JSON.stringify(answer.body).slice(0, 500)}`
  )
  if (answer.status >= 400) assert.isString(answer.body.code, name)
}

/** The service lives, answers at once, and nobody got at the prototypes. */
export const assertUnhurt = Effect.gen(function* () {
  const { send } = yield* TestServer
  const started = performance.now()
  assert.strictEqual((yield* send("GET", "//health", { token: null })).status, 200)
  assert.isBelow(performance.now() - started, 1000)
  assert.deepStrictEqual(Object.keys(Object.prototype), [])
})
