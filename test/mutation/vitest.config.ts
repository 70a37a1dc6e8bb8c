// The tests that concern rules and the engine and need no database: what a mutation run asks for every
// mutant, the quickest first.
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { TAGS } from "../projects.ts"
import { keptThread } from "./keptThread.ts"

class QuickestFirst extends BaseSequencer {
  override sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const duration = (file: TestSpecification) =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0
    return Promise.resolve(files.toSorted((a, b) => duration(a) - duration(b)))
  }
}

const isMutating = process.env["STRYKER_MUTATOR_WORKER"] !== undefined

export default defineConfig({
  // the runner of Stryker names the pool itself, so it is changed after that
  plugins: isMutating
    ? [
        {
          name: "kept",
          configureVitest: ({ project: { config } }) =>
            void Object.assign(config, { pool: keptThread.name, poolRunner: keptThread })
        }
      ]
    : [],
  test: {
    // fewer tests are quicker, and can only leave more mutants alive
    include: process.env["PUGMARK_MUTATION_TESTS"]?.split(";") ?? [
      "test/domain/rule/**/*.test.ts",
      "test/engine/**/*.test.ts",
      "test/backtest/**/*.test.ts",
      "test/testing/**/*.test.ts"
    ],
    // what measures, and what takes seconds
    exclude: ["test/engine/evaluate/limits.test.ts", "test/**/*.stories.test.ts"],
    setupFiles: isMutating ? ["test/mutation/forgetMutant.ts"] : [],
    tags: TAGS,
    testTimeout: 10_000,
    isolate: false,
    sequence: { sequencer: QuickestFirst }
  }
})
