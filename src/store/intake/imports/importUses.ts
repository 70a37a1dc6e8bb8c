// Reads what an import made and what else uses it: before a removal, and again during it.
import type { PgClient } from "@effect/sql-pg"
import type { Fragment } from "effect/sql/Statement"
import type { KeepReason } from "../../../domain/intake/ImportRemoval.ts"

/** Creation is an animal or a device that an import made. */
interface Creation {
  readonly id: string
  readonly name: string
  /** why it stays; empty: it is removed */
  readonly reasons: ReadonlyArray<KeepReason>
}

/** Makes the statements about what an import made; `ids` narrows them. */
export const importUses = (pg: PgClient.PgClient, projectId: string, importId: string) => {
  /** Records `r` that were not stored by the import. */
  const others = pg`not exists (
    select from import_batches b where b.import_id = ${importId}::uuid and b.batch_id = r.batch_id
  )`
  const hasRecords = (column: "entity_id" | "device_id", id: string) => pg`(
    exists (select from positions r where ${pg.literal(`r.${column} = ${id}`)} and ${others})
    or exists (select from measurements r where ${pg.literal(`r.${column} = ${id}`)} and ${others})
    or exists (select from device_states r where ${pg.literal(`r.${column} = ${id}`)} and ${others})
  )`
  /** Assignments `a` of a table that the import did not make. */
  const isAssigned = (
    table: "entity_assignment" | "project_assignment",
    column: string,
    id: string
  ) => pg`exists (
    select from ${pg.literal(`${table}s a where a.${column} = ${id}`)} and not exists (
      select from import_creations c
      where c.kind = ${table} and c.object_id = a.id and c.import_id = ${importId}::uuid
    )
  )`
  /**
   * A rule in use that names an id; the text of the document is searched, because an id occurs in it only
   * where it is named.
   */
  const isInRule = (id: string) => pg`exists (
    select from rules r
      join rule_versions v on v.rule_id = r.id and v.version = r.current_version
    where r.project_id = ${projectId}::uuid and r.archived_at is null
      and position(${pg.literal(id)}::text in v.document::text) > 0
  )`
  const isInRun = (id: string) => pg`exists (
    select from analysis_runs r
    where r.project_id = ${projectId}::uuid and r.name is not null and ${pg.literal(id)} = any(r.subject_ids)
  )`
  const isJudged = (id: string) => pg`exists (
    select from late_spans l where l.subject_id = ${pg.literal(id)} and l.replayed_at is null
  )`
  const reasons = (list: Readonly<Partial<Record<KeepReason, Fragment>>>) =>
    pg`array_remove(array[${pg.join(
      ", ",
      false
    )(
      Object.entries(list).map(([reason, holds]) => pg`case when ${holds} then ${reason}::text end`)
    )}], null)`

  const made = (kind: "entity" | "device", ids: Fragment | null) => pg`
    import_creations m where m.import_id = ${importId}::uuid and m.kind = ${kind}
      ${ids === null ? pg`` : pg`and m.object_id = any(${ids})`}`

  /** `isOver`: whether the records are removed, so that a subject that rules still evaluate stays. */
  const animals = (ids: Fragment | null, isOver: boolean) => pg<Creation>`
    select e.id, e.name, ${reasons({
      records: hasRecords("entity_id", "e.id"),
      assigned: isAssigned("entity_assignment", "entity_id", "e.id"),
      rule: isInRule("e.id"),
      automation: pg`exists (
        select from automations a where a.project_id = ${projectId}::uuid and e.id = any(a.entity_ids)
      )`,
      member: pg`exists (
        select from members m where m.project_id = ${projectId}::uuid and m.scope_entities @> array[e.id]
      )`,
      run: isInRun("e.id"),
      edited: pg.literal("e.updated_at > e.created_at"),
      ...(isOver ? { judging: isJudged("e.id") } : {})
    })} as reasons
    from entities e
    where e.id in (select m.object_id from ${made("entity", ids)})
    order by e.name, e.id`

  const devices = (ids: Fragment | null, isOver: boolean) => pg<Creation>`
    select d.id, d.name, ${reasons({
      records: hasRecords("device_id", "d.id"),
      assigned: pg`(${isAssigned("entity_assignment", "device_id", "d.id")}
        or ${isAssigned("project_assignment", "device_id", "d.id")})`,
      rule: isInRule("d.id"),
      member: pg`exists (select from members m where m.scope_devices @> array[d.id])`,
      run: isInRun("d.id"),
      edited: pg`(d.updated_at > d.created_at or (
        select count(*) from device_identities i where i.device_id = d.id
      ) > 1)`,
      ...(isOver ? { judging: isJudged("d.id") } : {})
    })} as reasons
    from devices d
    where d.id in (select m.object_id from ${made("device", ids)})
    order by d.name, d.id`

  return { animals, devices }
}
