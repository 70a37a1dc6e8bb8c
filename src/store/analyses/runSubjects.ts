// What is known of the subjects and areas of a run.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { failure } from "../../domain/analysis/ErrorCode.ts"
import type { GrazingArea } from "../../domain/analysis/SandboxJob.ts"
import type { Deployment } from "../../domain/analysis/Tracks.ts"
import { type Claim, NotComputable } from "../../runner/ports.ts"
import { uuids } from "../sql/arrays.ts"

/** Numbers among free attributes. */
export const numbersOf = (attributes: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number" && Number.isFinite(entry[1])
    )
  )

/** Both in the order of the ids. */
export const runSubjects = (pg: PgClient.PgClient) => {
  const subjectsOf = Effect.fnUntraced(function* (claim: Claim, ids: ReadonlyArray<string>) {
    const rows = yield* pg<{
      id: string
      name: string
      type: string
      attributes: Record<string, unknown>
    }>`
      select e.id, e.name, t.key as type, e.attributes
      from unnest(${uuids(ids)}) with ordinality as wanted (id, place)
        join entities e on e.id = wanted.id and e.project_id = ${claim.projectId}::uuid
        join entity_types t on t.id = e.entity_type_id
      order by wanted.place`
    const worn = yield* pg<{ entity_id: string; device: string; from: Date; to: Date | null }>`
      select a.entity_id, d.name as device, a.valid_from as from, a.valid_to as to
      from entity_assignments a
        join devices d on d.id = a.device_id
      where a.entity_id = any(${uuids(ids)})
      order by a.valid_from, a.id`
    const deployments = Map.groupBy(worn, (w) => w.entity_id)
    return rows.map((row) => ({
      ...row,
      deployments: (deployments.get(row.id) ?? []).map(({ device, from, to }): Deployment => ({
        device,
        from: from.getTime(),
        to: to?.getTime() ?? null
      }))
    }))
  })

  const areasOf = Effect.fnUntraced(function* (claim: Claim, ids: ReadonlyArray<string>) {
    const rows = yield* pg<{
      id: string
      name: string
      geometry: GrazingArea["geometry"]
      attributes: Record<string, unknown>
    }>`
      select f.id, f.name, f.geometry, f.attributes
      from unnest(${uuids(ids)}) with ordinality as wanted (id, place)
        join features f on f.id = wanted.id and f.project_id = ${claim.projectId}::uuid
      order by wanted.place`
    return rows.length === ids.length
      ? rows.map((row): GrazingArea => ({ ...row, attributes: numbersOf(row.attributes) }))
      : yield* new NotComputable({
          failure: failure("ANALYSIS_FAILED", "An area of the run was removed since it was started.")
        })
  })

  return { subjectsOf, areasOf }
}
