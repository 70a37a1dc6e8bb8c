// Out as Movebank has it, and in again by our own import: what comes out then is the same.
import { assert, layer } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { runCommand } from "../../../src/cli/commands.ts"
import type { Screen } from "../../../src/cli/Screen.ts"
import { DAY, fileOf, makeHerd, walk } from "../../support/http/exports.ts"
import { startJobs } from "../../support/sql/jobs.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../support/http/server.ts"
import { expectStatus } from "../../support/http/tracking.ts"
import { STORY } from "../../support/stories.ts"

const folder = mkdtempSync(join(tmpdir(), "pugmark-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** A table without the ids of its rows. */
const withoutIds = (text: string) =>
  (parse(text) as ReadonlyArray<ReadonlyArray<string>>).map((cells) => cells.slice(1))

/** Imports a table into a project of its own with this name; its id. */
const importAs = Effect.fnUntraced(function* (slug: string, name: string, text: string, records: number) {
  const { url } = yield* TestServer
  const file = join(folder, `${slug}.csv`)
  writeFileSync(file, text)
  const said: Array<string> = []
  const screen: Screen["Service"] = {
    say: (line) => void said.push(line),
    complain: (line) => void said.push(line),
    progress: () => {}
  }
  const code = yield* Effect.promise(() =>
    runCommand(
      ["import", "movebank", file, "--project", slug, "--create-project", name],
      { PUGMARK_URL: url, PUGMARK_TOKEN: ADMIN_TOKEN, DATA_DIR: folder },
      screen
    )
  )
  assert.strictEqual(code, 0, said.join("\n"))
  assert.match(said.join("\n"), new RegExp(`^${records} accepted, 0 duplicates, 0 rejected`, "m"))
  const { items } = yield* expectStatus(200, "GET", "/projects?limit=500")
  return items.find((project: { readonly slug: string }) => project.slug === slug).id as string
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a Movebank CSV", (it) => {
  it.effect(
    "that Movebank's importer and our own accept again (round trip equal): names, taxa, namesakes, " +
      "what a fix says of itself, and what was curated",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* startJobs
          const sql = yield* SqlClient.SqlClient
          const name = 'Meadows "north", <all> of them'
          const herd = yield* makeHerd(
            ["Alma", "=Berta", "-5", "'=Carla", 'a "quoted", name', "Ørsted 山羊 💥", "Namesake", "Namesake"],
            { name }
          )
          for (const [i, animal] of herd.animals.entries()) yield* walk(herd, animal, 20 + i)
          yield* sql`update entities set attributes = '{"taxon": "Bos taurus"}' where name = 'Alma'
            and project_id = ${herd.project}::uuid`
          // fixes that say little of themselves, and one of the network
          yield* sql`update positions set altitude_m = null, speed_mps = null, heading_deg = null,
            accuracy_m = null, satellites = null, record_type = case
            when original_time = ${new Date(DAY)} then 'network' else 'gnss' end
      where entity_id = ${herd.animals[0]!.entity}::uuid and original_time < ${new Date(DAY + 5000)}`
          const [first] = yield* sql<{
            id: string
          }>`select id::text from positions where entity_id = ${herd.animals[1]!.entity}::uuid
            order by original_time limit 1`
          yield* expectStatus(201, "POST", `/projects/${herd.project}/curations`, {
            device_id: herd.animals[1]!.device,
            position_ids: [Number(first!.id)],
            set: { valid: false },
            reason: "in the car"
          })

          const order = { dataset: "positions", format: "movebank", sources: "all" }
          const out = yield* fileOf(herd.project, order)
          assert.strictEqual(out.export.row_count, 187, "what is marked as wrong is not in it")
          const again = yield* fileOf(yield* importAs("again", name, out.text, 187), order)
          const [one, other] = [withoutIds(out.text), withoutIds(again.text)]
          assert.deepStrictEqual(
            other.map((cells) => cells.join("|")).toSorted(),
            one.map((cells) => cells.join("|")).toSorted()
          )
          const { items } = yield* expectStatus(
            200,
            "GET",
            `/projects/${again.export.project_id}/entities?limit=50`
          )
          const names: ReadonlyArray<string> = items.map((e: { readonly name: string }) => e.name)
          assert.strictEqual(names.filter((e) => e.startsWith("Namesake [")).length, 2)
          assert.includeMembers([...names], ["=Berta", "-5", "'=Carla"], "no guard stays in a name")
        })
      ),
    STORY
  )

  it.effect(
    "with what is wrong in it says so: visible=false, marked by hand, and so it comes in and out again",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* startJobs
          const sql = yield* SqlClient.SqlClient
          const herd = yield* makeHerd(["Alma"])
          yield* walk(herd, herd.animals[0]!, 10)
          yield* sql`update positions set valid = false, curation_revision = 1
            where project_id = ${herd.project}::uuid and original_time < ${new Date(DAY + 3000)}`
          const { text } = yield* fileOf(herd.project, {
            dataset: "positions",
            format: "movebank",
            include_invalid: true
          })
          assert.deepStrictEqual(
            Map.groupBy(withoutIds(text).slice(1), ([visible]) => visible).get("false")?.length,
            3
          )
          const order = { dataset: "positions", format: "movebank" },
            wrong = yield* importAs("wrong", "Wrong", text, 10)
          const again = yield* fileOf(wrong, { ...order, include_invalid: true })
          const marks = (of: string) =>
            (parse(of, { columns: true }) as ReadonlyArray<Readonly<Record<string, string>>>)
              .map((row) =>
                ["timestamp", "visible", "manually-marked-outlier", "algorithm-marked-outlier"].map(
                  (name) => row[name]
                )
              )
              .map(String)
              .sort((a, b) => (a < b ? -1 : 1))
          assert.deepStrictEqual(marks(again.text), marks(text))
          assert.strictEqual((yield* fileOf(wrong, order)).export.row_count, 7)
        })
      )
  )
})
