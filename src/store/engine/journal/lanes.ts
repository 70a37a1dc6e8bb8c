// Lanes of projects: the place of each of them in a partition. A lane is changed only if it is as it was read.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { type BatchResult, Fenced, type Lane } from "../../../engine/ports.ts"
import { bigints, bools, instants, ints, uuids } from "../../sql/arrays.ts"

/** Reads the lanes of partitions. */
export const readLanes = (sql: SqlClient.SqlClient, partitions: ReadonlyArray<number>) =>
  Effect.map(
    sql<{
      partition: number
      project_id: string
      position: number
      up_to: number
      subject_id: string | null
      at: Date | null
      ticked: boolean
      opened_at: Date
      rule_id: string | null
    }>`
      select partition, project_id,
        position::float8 as position,
        up_to::float8 as up_to,
        subject_id, at, ticked, opened_at, rule_id
      from project_lanes
      where partition = any(${ints(partitions)})
      order by opened_at, project_id, partition`,
    (rows) =>
      rows.map((r): Lane => ({
        partition: r.partition,
        projectId: r.project_id,
        position: r.position,
        upTo: r.up_to,
        openedAt: r.opened_at.getTime(),
        ruleId: r.rule_id,
        place:
          r.subject_id === null ? null : { subjectId: r.subject_id, at: r.at!.getTime(), ticked: r.ticked }
      }))
  )

/** Returns the lanes as a table `l`. */
const laneTable = (sql: SqlClient.SqlClient, lanes: ReadonlyArray<Lane>) => sql`
  unnest(${ints(lanes.map((l) => l.partition))}, ${uuids(lanes.map((l) => l.projectId))},
    ${bigints(lanes.map((l) => l.position))}, ${bigints(lanes.map((l) => l.upTo))},
    ${uuids(lanes.map((l) => l.place?.subjectId ?? null))},
      ${instants(lanes.map((l) => l.place?.at ?? null))},
      ${bools(lanes.map((l) => l.place?.ticked ?? false))},
    ${instants(lanes.map((l) => l.openedAt))}, ${uuids(lanes.map((l) => l.ruleId))})
      as l (partition, project_id, position, up_to, subject_id, at, ticked, opened_at, rule_id)`

/** Opens, moves and closes lanes; fails where one is not as it was read. */
export const moveLanes = (sql: SqlClient.SqlClient, { lanes }: BatchResult) => {
  const left = lanes.flatMap(({ before }) => before ?? []),
    made = lanes.flatMap(({ after }) => after ?? [])
  const leave = sql`
    delete from project_lanes p
    using ${laneTable(sql, left)}
    where p.partition = l.partition and p.project_id = l.project_id and p.position = l.position
      and p.up_to = l.up_to and p.subject_id is not distinct from l.subject_id
      and p.at is not distinct from l.at and p.ticked = l.ticked
    returning p.partition`
  const make = sql`
    insert into project_lanes (
      partition, project_id, position, up_to, subject_id, at, ticked, opened_at, rule_id
    )
    select partition, project_id, position, up_to, subject_id, at, ticked, opened_at, rule_id
    from ${laneTable(sql, made)}
    on conflict do nothing
    returning partition`
  return Effect.gen(function* () {
    if (left.length > 0 && (yield* leave).length !== left.length)
      return yield* new Fenced({ message: "a lane is not where it was", partitions: [] })
    if (made.length > 0 && (yield* make).length !== made.length)
      return yield* new Fenced({ message: "a lane is there already", partitions: [] })
  })
}
