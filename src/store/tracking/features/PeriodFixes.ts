// The fixes of all animals of a project in a period, a few animals at a time: those that rules and analyses use, as
// columns of numbers in time order.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import { gapAfterMs } from "../../../domain/tracking/reporting.ts"
import { seenOnes } from "../../access/visibilityConditions.ts"
import { uuids } from "../../sql/arrays.ts"
import { doubles } from "../../sql/binaryColumns.ts"
import { placeableFix } from "../entities/reporting.ts"
import { type Fixes, TooManyFixes } from "../positions/Positions.ts"

/** TrackedAnimal is an animal with a fix in the period. */
export interface TrackedAnimal {
  readonly id: string
  readonly name: string
  /** key of its type */
  readonly type: string
}

/** Period is `[from, to)` in epoch ms. */
interface Period {
  readonly from: number
  readonly to: number
}

/** MAX_READ_ANIMALS is how many animals are read by one statement. */
const MAX_READ_ANIMALS = 8

interface Row {
  readonly id: string
  readonly lon: Uint8Array | null
  readonly lat: Uint8Array | null
  readonly time: Uint8Array | null
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** Conditions on the fixes `p` of an animal; those moved in time have an index of their own. */
  const fixesOf = (
    time: "p.original_time" | "p.curated_time",
    projectId: string,
    id: string,
    { from, to }: Period
  ) => pg`
    p.entity_id = ${pg.literal(id)} and p.project_id = ${projectId}::uuid and ${pg.literal(placeableFix)}
      and ${pg.literal(time === "p.curated_time" ? "p.curated_time is not null" : "p.curated_time is null")}
      and ${pg.literal(time)} >= ${new Date(from)} and ${pg.literal(time)} < ${new Date(to)}`

  /** The animals that the caller sees with a fix in the period, by name. */
  const tracked = Effect.fn("PeriodFixes.tracked")(function* (
    projectId: string,
    visibility: Visibility,
    period: Period
  ) {
    const hasFix = (time: "p.original_time" | "p.curated_time") =>
      pg`exists (select from positions p where ${fixesOf(time, projectId, "e.id", period)})`
    return yield* pg<TrackedAnimal>`
      select e.id, e.name, t.key as type
      from entities e
        join entity_types t on t.id = e.entity_type_id
      where ${pg.and([
        pg`e.project_id = ${projectId}::uuid`,
        ...seenOnes(pg, visibility, "entities", "e.id"),
        pg`(${hasFix("p.original_time")} or ${hasFix("p.curated_time")})`
      ])}
      order by e.name, e.id`
  }, Effect.orDie)

  /** Calls `read` with the fixes of each animal; fails where all have more than `limit`. */
  const each = Effect.fn("PeriodFixes.each")(function* (
    projectId: string,
    animals: ReadonlyArray<TrackedAnimal>,
    period: Period,
    limit: number,
    read: (animal: TrackedAnimal, fixes: Fixes) => void
  ) {
    let fixCount = 0
    for (let begin = 0; begin < animals.length; begin += MAX_READ_ANIMALS) {
      const chunk = animals.slice(begin, begin + MAX_READ_ANIMALS)
      // each branch is in order by itself: merging is cheaper than sorting
      const branch = (time: "p.original_time" | "p.curated_time") => pg`
        (select coalesce(p.curated_lon, p.lon) as lon, coalesce(p.curated_lat, p.lat) as lat,
          ${pg.literal(time)} as time
        from positions p
        where ${fixesOf(time, projectId, "s.id", period)}
        order by ${pg.literal(time)}
        limit ${limit - fixCount + 1})`
      const rows = yield* pg<Row>`
        select s.id, c.lon, c.lat, c.time
        from unnest(${uuids(chunk.map(({ id }) => id))}) as s (id)
          cross join lateral (
            select string_agg(float8send(f.lon), ''::bytea) as lon,
              string_agg(float8send(f.lat), ''::bytea) as lat,
              string_agg(float8send(floor(date_part('epoch', f.time) * 1000 + 0.5)), ''::bytea) as time
            from (
              ${branch("p.original_time")} union all ${branch("p.curated_time")}
              order by time
              limit ${limit - fixCount + 1}
            ) f
          ) c`.pipe(Effect.orDie)
      const columns = new Map(rows.map((row) => [row.id, row]))
      for (const animal of chunk) {
        const row = columns.get(animal.id)
        const fixes = {
          lon: doubles(row?.lon ?? null),
          lat: doubles(row?.lat ?? null),
          time: doubles(row?.time ?? null)
        }
        fixCount += fixes.time.length
        if (fixCount > limit) return yield* new TooManyFixes({ limit })
        read(animal, fixes)
        yield* Effect.yieldNow
      }
    }
    return fixCount
  })

  /** After how many ms without a fix the place of an animal of the project is not known. */
  const breakMs = Effect.fn("PeriodFixes.breakMs")(function* (projectId: string) {
    const [project] = yield* pg<{ readonly gap: unknown }>`
      select settings -> 'gap_hours' as gap from projects where id = ${projectId}::uuid`
    return gapAfterMs(project?.gap)
  }, Effect.orDie)

  return { breakMs, each, tracked }
})

/** PeriodFixes reads the fixes of a period, animal by animal. */
export class PeriodFixes extends Context.Service<PeriodFixes>()("store/PeriodFixes", { make }) {
  static readonly layer = Layer.effect(PeriodFixes, make)
}
