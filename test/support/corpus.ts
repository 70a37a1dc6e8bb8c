// The corpus of hostile and odd inputs with the expected answers, one JSON object a line.
import { fixtures } from "./fixtures.ts"

export interface Line {
  readonly surface: string
  readonly name: string
  readonly input: unknown
  readonly expect: { readonly status: number | ReadonlyArray<number>; readonly outcome: string }
}

/** Every line. Throws where the corpus is missing: a test that cannot run has not passed. */
export const readCorpus = (): ReadonlyArray<Line> =>
  fixtures
    .text("bad-inputs.jsonl")
    .split("\n")
    .filter((text) => text !== "")
    .map((text): Line => JSON.parse(text))
