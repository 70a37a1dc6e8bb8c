// The positions of a whole project, newest first: whatever the number of its animals, and wherever the rows lie.
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { v7 } from "uuid"
import { Positions } from "../../../../src/store/tracking/positions/Positions.ts"
import { Timelines } from "../../../../src/store/tracking/map/Timelines.ts"
import type { Place } from "../../../../src/store/sql/keyset.ts"
import { TestSql } from "../../../support/sql/database.ts"

const services = Layer.mergeAll(Positions.layer, Timelines.layer).pipe(Layer.provideMerge(TestSql))
const DAY = 86_400_000

/**
 * A project with so many animals, whose fixes end so many days ago: three of each animal, days apart, some of
 * a device without an animal, some moved in time, some wrong or in conflict; and another project beside it.
 */
const makeProject = Effect.fnUntraced(function* (animals: number, daysAgo: number) {
  const pg = yield* PgClient.PgClient
  const [project, other] = [v7(), v7()]
  for (const id of [project, other])
    yield* pg`insert into projects (id, slug, name, timezone) values (${id}::uuid, ${`p-${id}`}, 'P', 'UTC')`
  for (const [owner, size] of [
    [project, animals],
    [other, 5]
  ] as const)
    yield* pg`insert into entities (id, project_id, entity_type_id, name)
      select gen_random_uuid(), ${owner}::uuid, (select id from entity_types limit 1), i::text
      from generate_series(1, ${size}::int4) i`
  yield* pg`
    insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat, received_at,
      batch_id, valid, conflicting, curated_time)
    select gen_random_uuid(), e.project_id, case when n = 2 and random() < 0.2 then null else e.id end, 'gnss',
      t.at, random(), random(), now(), 1, random() > 0.1, random() < 0.1,
      case when random() < 0.1 then t.at - random() * interval '9 days' end
    from entities e, generate_series(0, 2) n,
      lateral (select now() - (${daysAgo}::int4 + n * 20 * random()) * interval '1 day'
        - random() * interval '1 hour' as at where e.id is not null) t
    where e.project_id in (${project}::uuid, ${other}::uuid)`
  return project
})

layer(services, { excludeTestServices: true, timeout: "120 seconds" })("the positions of a project", (it) => {
  for (const [animals, daysAgo] of [
    [4, 0],
    [320, 0],
    [320, 40]
  ] as const)
    it.effect(`with ${animals} animals are all listed, newest first, ${daysAgo} days after the last`, () =>
      Effect.gen(function* () {
        const pg = yield* PgClient.PgClient
        const positions = yield* Positions
        const project = yield* makeProject(animals, daysAgo)
        for (const include_invalid of [false, true]) {
          const expected = yield* pg<{ id: number }>`
              select id::float8 as id
              from positions
              where project_id = ${project}::uuid and (${include_invalid}::bool or (valid and not conflicting))
              order by coalesce(curated_time, original_time) desc, id desc`
          const listed: Array<number> = []
          let after: Place | null = null
          do {
            const page: Effect.Success<ReturnType<typeof positions.list>> = yield* positions.list(
              project,
              null,
              { sources: "all", include_invalid },
              { limit: 37, after }
            )
            listed.push(...page.items.map(({ id }) => id))
            after = page.next
          } while (after !== null)
          assert.deepStrictEqual(
            listed,
            expected.map(({ id }) => id)
          )
        }
        const counts = yield* (yield* Timelines).count(
          {
            projectId: project,
            visibility: null,
            from: Date.now() - 100 * DAY,
            to: Date.now() + DAY,
            entityIds: []
          },
          200 * DAY
        )
        const [total] = yield* pg<{ n: number }>`
            select count(*)::int4 as n
            from positions
            where project_id = ${project}::uuid and valid and not conflicting`
        assert.deepStrictEqual(
          counts.map(({ fixes }) => fixes),
          [total!.n]
        )
      })
    )
})
