// The corpus of hostile and odd inputs with the expected answers, one JSON object a line, and what must hold after each of them.
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { type Answer, TestServer } from "./server.ts"

export interface Line {
  readonly surface: string
  readonly name: string
  readonly input: unknown
  readonly expect: { readonly status: number | ReadonlyArray<number>; readonly outcome: string }
}

/** Where the fixtures of the tests are, that are no part of the product. */
export const SHARED = resolve(process.env["PUGMARK_SHARED"] ?? join(import.meta.dirname, "../../../shared"))

/** The lines of a surface. Throws where the corpus is missing: a test that cannot run has not passed. */
export const badInputs = (surface: string): ReadonlyArray<Line> => {
  const file = join(SHARED, "bad-inputs.jsonl")
  if (!existsSync(file)) throw new Error(`${file} is missing: set PUGMARK_SHARED to the folder that holds it`)
  const lines = readFileSync(file, "utf8").split("\n").filter((text) => text !== "").map((text): Line => JSON.parse(text))
  return lines.filter((line) => line.surface === surface)
}

export interface Generated {
  readonly $gen: string
  readonly [member: string]: unknown
}

/** Whether an input is a recipe, for what does not fit on a line. */
export const isGenerated = (input: unknown): input is Generated => typeof input === "object" && input !== null && "$gen" in input

/** The answer is one the line expects, and a refusal is a problem document. */
export const assertExpected = ({ expect, name }: Line, answer: Pick<Answer, "status" | "body">, what = "") => {
  assert.include([expect.status].flat(), answer.status, `${name} ${what}: ${JSON.stringify(answer.body).slice(0, 500)}`)
  if (answer.status >= 400) assert.isString(answer.body.code, name)
}

/** The service lives, answers at once, and nobody got at the prototypes. */
export const assertUnhurt = Effect.gen(function*() {
  const { send } = yield* TestServer
  const started = performance.now()
  assert.strictEqual((yield* send("GET", "//health", { token: null })).status, 200)
  assert.isBelow(performance.now() - started, 1000)
  assert.deepStrictEqual(Object.keys(Object.prototype), [])
})
