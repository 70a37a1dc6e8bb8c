// The guide's page on devices nobody knew, line by line as an operator types it, against the whole
// service.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { execFile, spawnSync } from "node:child_process"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { TestSql } from "../support/sql/database.ts"
import { blocksIn, guidePage } from "../support/guide.ts"
import { startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"

/** The project of one's own, which the page goes on with, and the page. */
const project = blocksIn(guidePage("first-project")).find((code) => code.includes(`"slug": "north"`))!
const section = blocksIn(guidePage("unknown-devices")).find((code) => code.includes("create-devices"))!

const hasTools = spawnSync("bash", ["-c", "command -v jq curl"]).status === 0

layer(TestSql, { excludeTestServices: true, timeout: "60 seconds" })(
  "the guide on devices nobody knew",
  (it) => {
    it.effect.runIf(hasTools)(
      "does what it says: the kept report is stored, the records follow a corrected assignment, a wrong fix is taken out",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { origin, token } = yield* startService({
              directory: yield* temporaryDirectory,
              analyses: false,
              databaseUrl: Redacted.value(yield* DatabaseUrl)
            })
            const setUp =
              `export T="authorization: Bearer ${token}" A=${origin}/api/v1 J="content-type: ` +
              `application/json"\n`
            const said = yield* Effect.promise(
              () =>
                new Promise<string>((resolve, reject) => {
                  execFile(
                    "bash",
                    [
                      "-euo",
                      "pipefail",
                      "-c",
                      `${setUp}{ ${project}\n} > /dev/null\n{ ${section}\n} | jq -cs .`
                    ],
                    { timeout: 60_000, env: { PATH: process.env["PATH"] } },
                    (error, stdout, stderr) =>
                      error === null ? resolve(stdout) : reject(new Error(stdout + stderr, { cause: error }))
                  )
                })
            )
            assert.deepStrictEqual(JSON.parse(said), [
              "DEVICE_NOT_FOUND",
              { kind: "kept_reports", status: "completed", records_done: 1 },
              {
                status: "completed",
                progress: 100,
                counts: { positions: 1, measurements: 0, states: 0, chunks: 1 }
              },
              "queued",
              { added: 0, removed: 0 },
              1
            ])
          })
        ),
      120_000
    )
  }
)
