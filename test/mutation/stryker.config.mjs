// Mutation tests of the rules and the engine: `npm run mutate`, or `npm run mutate -- --mutate src/domain/rule/step.ts` for one file.

// read by the tests in the processes that this one starts
process.env.PUGMARK_PROPERTY_RUNS ??= "15"

export default {
  plugins: ["@stryker-mutator/vitest-runner"],
  // of the questions about the past those that read nothing
  mutate: [
    "src/domain/rule/**/*.ts",
    "src/engine/**/*.ts",
    "src/backtest/{Backtest,Evaluation,Series,askRule,differences,firstStop,memoryForBacktest}.ts"
  ],
  testRunner: "vitest",
  vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  ignorePatterns: ["data", "dist", "sandbox", "client", "migrations"],
  // Stryker would rewrite the paths in it, with a compiler that TypeScript 7 has no longer; there are none
  tsconfigFile: "none",
  tempDirName: ".scratch/stryker",
  reporters: ["clear-text", "json"],
  jsonReporter: { fileName: ".scratch/mutation.json" },
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  allowConsoleColors: false,
  concurrency: 1,
  timeoutMS: 2000,
  thresholds: { high: 90, low: 85, break: 85 }
}
