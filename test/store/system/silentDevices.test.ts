// Who is silent is found by looking at each device, also in a project of which the planner knows nothing yet.
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { v7 } from "uuid"
import { makeMatterKinds } from "../../../src/store/system/matterKinds.ts"
import { uuids } from "../../../src/store/sql/arrays.ts"
import { TestSql } from "../../support/sql/database.ts"

const DEVICES = 100
const FIXES = 200

interface Node {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Node>
}

const nodesOf = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Fixes of some devices, one a minute until ten days ago. */
const insertFixes = (
  pg: PgClient.PgClient,
  project: string,
  devices: ReadonlyArray<string>,
  fixes: number
) => pg`
  insert into positions (
    device_id, project_id, entity_id, record_type, original_time, lon, lat, received_at, batch_id
  )
  select d, ${project}::uuid, d, 'gnss', now() - interval '10 days' - n * interval '1 minute', 0, 0, now(), 0
  from unnest(${uuids(devices)}) d, generate_series(1, ${fixes}::int) n`

layer(TestSql, { timeout: "60 seconds" })("silent devices", (it) => {
  it.effect("are read by their own index where only another project was there to be analysed", () =>
    Effect.gen(function* () {
      const pg = yield* PgClient.PgClient
      const project = v7(),
        devices = Array.from({ length: DEVICES }, () => v7())
      yield* pg`insert into projects (id, slug, name, timezone)
        values (${project}::uuid, ${`silent-${project}`}, 'Silent', 'UTC')`
      yield* pg`insert into devices (id, name, status)
        select d, d::text, 'active' from unnest(${uuids(devices)}) d`
      yield* pg`insert into project_assignments (id, device_id, project_id, valid_from)
        select gen_random_uuid(), d, ${project}::uuid, now() - interval '1 year'
        from unnest(${uuids(devices)}) d`
      yield* insertFixes(
        pg,
        v7(),
        Array.from({ length: DEVICES }, () => v7()),
        1000
      )
      yield* pg`analyze positions`
      yield* insertFixes(pg, project, devices, FIXES)

      const { inParts } = makeMatterKinds(pg)
      const [told] = yield* pg<{ readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Node }> }>`
        explain (analyze, timing off, format json) select count(*) from (${inParts(project)}) k`
      const read = nodesOf(told!["QUERY PLAN"][0]!.Plan).filter((node) =>
        (node["Relation Name"] ?? "").startsWith("positions")
      )
      assert.isAbove(read.length, 0)
      for (const node of read)
        assert.isAtMost(
          (node["Rows Removed by Filter"] ?? 0) * node["Actual Loops"],
          10 * DEVICES,
          JSON.stringify(node)
        )
    })
  )

  it.effect("behind a source that is lost are one matter, its own: but for who was silent before", () =>
    Effect.gen(function* () {
      const pg = yield* PgClient.PgClient
      const project = v7(),
        broker = v7(),
        other = v7()
      yield* pg`insert into projects (id, slug, name, timezone)
        values (${project}::uuid, ${`behind-${project}`}, 'Behind', 'UTC')`
      for (const source of [broker, other])
        yield* pg`
          insert into data_sources (id, name, adapter_key, project_ids, config, token_hash)
          values (${source}::uuid, 'gateway', 'generic_mqtt', array[${project}::uuid],
            '{"mqtt": {"url": "mqtt://gateway"}}', sha256(${source}::text::bytea))`
      yield* pg`insert into outages (source_id, began_at) values (${broker}::uuid, now() - interval '5 days')`
      const addDevice = Effect.fnUntraced(function* (sources: ReadonlyArray<string>, daysAgo: number) {
        const device = v7()
        yield* pg`insert into devices (id, name, status) values (${device}::uuid, 'Collar', 'active')`
        yield* pg`
          insert into project_assignments (id, device_id, project_id, valid_from)
          values (${v7()}::uuid, ${device}::uuid, ${project}::uuid, now() - interval '1 year')`
        for (const source of sources)
          yield* pg`
            insert into device_identities (id, device_id, data_source_id, external_id)
            values (${v7()}::uuid, ${device}::uuid, ${source}::uuid, ${device})`
        yield* pg`
          insert into positions (
            device_id, project_id, entity_id, record_type, original_time, lon, lat, received_at, batch_id
          )
          select ${device}::uuid, ${project}::uuid, null, 'gnss', at, 14, 51, at, 0
          from (select now() - make_interval(days => ${daysAgo}) as at) t`
        return device
      })
      yield* addDevice([broker], 5)
      const before = yield* addDevice([broker], 9)
      const byBoth = yield* addDevice([broker, other], 5)
      const pushes = yield* addDevice([], 5)
      const { inParts } = makeMatterKinds(pg)
      const silent = pg<{ readonly id: string }>`
        select object_id as id from (${inParts(project)}) k where code = 'DEVICE_SILENT'`
      assert.sameMembers(
        (yield* silent).map(({ id }) => id),
        [before, byBoth, pushes]
      )
      // one that is switched off is no matter, so that its devices are
      yield* pg`update data_sources set enabled = false where id = ${broker}::uuid`
      assert.lengthOf(yield* silent, 4)
    })
  )
})
