// The guide's snippets of exports, automations and analyses, typed in their order into one shell as they stand
// there, after those of "Your first project" with which they begin. Finding D8: what a newcomer types has
// something to show for it.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { execFile, spawnSync } from "node:child_process"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { join } from "node:path"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { TestSql } from "../support/sql/database.ts"
import { blocksIn, guidePage } from "../support/guide.ts"
import { type Service, startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { freePort } from "../support/machine.ts"
import { COW } from "../support/http/tracking.ts"
import { makeClient, type Made } from "./client.ts"

const blocksOf = (page: string, language?: string) => blocksIn(guidePage(page), language)

const hasTools = spawnSync("bash", ["-c", "command -v jq curl"]).status === 0

/** One shell types them all; each block's words apart. The service and the receiver have ports of their own. */
const type = (service: Service, folder: string, port: number, blocks: ReadonlyArray<string>) =>
  Effect.promise(
    () =>
      new Promise<ReadonlyArray<string>>((resolve, reject) => {
        const setUp =
          `export T="authorization: Bearer ${service.token}" A=${service.origin}/api/v1 ` +
          `J="content-type: application/json"`
        // a person reads for longer than a busy machine takes
        const alerted =
          'until curl -s -H "$T" $A/projects/$P/alerts | jq -e ".items[0]" > /dev/null; do sleep 0.1; done'
        const typedHere = (typed: string) =>
          typed
            .replaceAll("9000", String(port))
            .replaceAll("do sleep 1;", "do sleep 0.1;")
            .replace(/^sleep 1 .*$/mu, () => alerted)
        const script = [setUp, ...blocks.map(typedHere)].join("\nprintf '\\f'\n")
        execFile(
          "bash",
          ["--norc", "-euo", "pipefail", "-c", script],
          { cwd: folder, timeout: 60_000, env: { PATH: process.env["PATH"], HOME: folder } },
          (error, stdout, stderr) =>
            error === null ? resolve(stdout.split("\f").slice(1)) : reject(new Error(stdout + stderr))
        )
      })
  )

/** What the page on analyses finds on the demo farm: a cow of its weight, and where she was. */
const settleDemo = Effect.fnUntraced(function* (service: Service) {
  const { ask, post } = makeClient(service)
  const demo = yield* post("/projects", { name: "Demo", slug: "demo", timezone: "Europe/Berlin" })
  const cow = yield* post(`/projects/${demo.id}/entities`, {
    name: "Berta",
    entity_type_id: COW,
    attributes: { body_mass_kg: 520 }
  })
  yield* post(`/projects/${demo.id}/entities`, {
    name: "The youngest",
    entity_type_id: COW,
    attributes: { body_mass_kg: 90 }
  })
  const source = yield* post<Made & { readonly token: string }>("/data-sources", {
    name: "Demo collars",
    adapter_key: "generic_http",
    project_ids: [demo.id]
  })
  const collar = yield* post("/devices", {
    name: "Collar of Berta",
    external_id: "berta",
    data_source_id: source.id
  })
  yield* post(`/devices/${collar.id}/project-assignments`, {
    project_id: demo.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  yield* post(`/projects/${demo.id}/entity-assignments`, {
    device_id: collar.id,
    entity_id: cow.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  const now = Math.floor(Date.now() / 1000)
  const fixes = Array.from({ length: 40 }, (_, n) => ({
    device: "berta",
    time: now - 86_400 + n * 600,
    lat: 51.05 + (n % 7) / 1000,
    lon: 14.05 + (n % 5) / 1000
  }))
  assert.strictEqual((yield* ask("POST", `/ingest/http/${source.id}`, fixes, source.token)).status, 202)
})

layer(TestSql, { excludeTestServices: true, timeout: "60 seconds" })("the guide, followed in order", (it) => {
  it.effect.runIf(hasTools)(
    "its exports hold the fixes that were sent, its automation reaches its receiver, its analysis has figures, its values a series",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const directory = yield* temporaryDirectory,
            port = yield* freePort
          const service = yield* startService({
            directory,
            databaseUrl: Redacted.value(yield* DatabaseUrl),
            settings: { WEBHOOK_ALLOW_PRIVATE: "true" }
          })
          yield* settleDemo(service)
          // the clone, as far as the receiver needs it
          const folder = join(directory, "clone")
          mkdirSync(folder)
          symlinkSync(
            fileURLToPath(new URL("../../node_modules", import.meta.url)),
            join(folder, "node_modules")
          )
          writeFileSync(
            join(folder, "receiver.mjs"),
            blocksOf("automations", "js")[0]!.replace("9000", String(port))
          )

          const [, farm] = blocksOf("first-project"),
            sections = ["exports", "automations", "analyses", "measurements"].map(
              (page) => blocksOf(page)[0]!
            ),
            [, undefinedMetric] = blocksOf("data-sources")
          const [begun, exported, told, analysed, measured, defined] = yield* type(service, folder, port, [
            farm!,
            ...sections,
            undefinedMetric!
          ])
          assert.match(begun!, /"accepted":2[\s\S]*"Alma left Home"\n$/)
          assert.match(exported!, /"status": "completed",\n {2}"progress": 100,\n {2}"row_count": 2,/)
          assert.match(exported!, /\n"id",[^\n]*\n[^\n]*14\.05[^\n]*\n[^\n]*14\.25[^\n]*\n2\n$/)
          assert.match(told!, /\{"accepted":2\}/)
          assert.match(told!, /^\S+ Alma left Home$/m)
          assert.match(
            told!,
            new RegExp(
              `\\{"status":"sent","target":"http://127.0.0.1:${port}/?","attempts":1,"code":null,"error":null\\}`
            )
          )
          assert.match(analysed!, /^"completed"\nnull\n\{[\s\S]*"fixes": 40,[\s\S]*\}\n\[/)
          assert.match(measured!, /^\{"accepted":1\}\n\{"time":"[^"]*","value":3\.71,"unit":"V"\}\n/)
          assert.match(measured!, /^\{"metric":"battery_voltage","value":3\.71,"unit":"V","age_seconds":/m)
          assert.match(measured!, /^\{"metric":"temperature_c","total_points":1,"thinned":false,/m)
          assert.match(
            defined!,
            /"accepted"[^\n]*\n\{"key":"rumen_temperature","value_type":"number","unit":"°F"\}\ntrue\n$/
          )
        })
      ),
    90_000
  )
})
