// SQL for who made a record and who changed it last, by name.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { wireTime } from "../sql/keyset.ts"
import { type Change, type Expected, Outdated } from "../sql/refusals.ts"

/** SQL. The user of this id as a `Person`; null: there is none, or no longer. `column` is a trusted name. */
export const personOf = (column: string): string => `(
  select jsonb_build_object('id', u.id, 'name', nullif(u.name, ''))
  from users u
  where u.id = ${column}
)`

/** SQL. The current name of the user of this id; null: the user has none, or does not exist. */
const userName = (column: string): string => `(select nullif(u.name, '') from users u where u.id = ${column})`

/**
 * SQL. The name of an actor: `kind` and `id` identify it, `name` is the one noted at the time. Users go by
 * their current name: where a user had none, their e-mail address was noted, which not every reader of the
 * record may see. Columns are trusted names.
 */
export const doerName = (kind: string, id: string, name: string): string =>
  `case ${kind} when 'user' then ${userName(id)} else ${name} end`

const actorName = (alias: string): string =>
  doerName(`${alias}.actor_kind`, `${alias}.actor_id`, `${alias}.actor_name`)

/** SQL. The actor of a row `alias` with `actor_kind`, `actor_id` and `actor_name`, as a `Doer`. */
export const actorOf = (alias: string): string =>
  `jsonb_build_object('id', ${alias}.actor_id, 'name', ${actorName(alias)})`

/** SQL. As `actorOf`, with the kind of credential. */
export const actorWithKind = (alias: string): string =>
  `jsonb_build_object('kind', ${alias}.actor_kind, 'id', ${alias}.actor_id, 'name', ${actorName(alias)})`

/** Last words of the acts that give a record a new edition. */
const edits = ["created", "added", "updated", "document_saved"]

/** SQL. Whether an entry `l` of the audit log is about an edit of a record of this kind. */
const edited = (type: string): string =>
  `l.object_type = '${type}' and l.action in (${edits.map((edit) => `'${type}.${edit}'`).join(", ")})`

const NEWEST_ENTRY_SQL = "order by l.at desc, l.id desc limit 1"

/** SQL. The last editor of a record, as a `Doer`; null: unknown. `column`, its id, is a trusted name. */
export const doerOf = (type: string, column: string): string =>
  `(select ${actorOf("l")}
    from audit_log l where ${edited(type)} and l.object_id = ${column}::text ${NEWEST_ENTRY_SQL})`

/** A record that is being written. */
interface Written {
  /** as the audit log calls its kind */
  readonly type: "rule" | "member" | "feature" | "automation" | "entity" | "project"
  readonly projectId: string
  readonly id: string
}

/** Returns the last change of a record: its edition, and who made that. */
export const lastChange = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  { id, projectId, type }: Written,
  edition: string
) {
  const [last] = yield* pg<Pick<Change, "by" | "at">>`
    select ${pg.literal(actorOf("l"))} as by,
      ${pg.literal(wireTime("l.at"))} as at
    from audit_log l
    where ${pg.literal(edited(type))} and l.object_id = ${id}
      and l.project_id = ${projectId}::uuid
    ${pg.literal(NEWEST_ENTRY_SQL)}`
  return { edition, by: last?.by ?? null, at: last?.at ?? null } satisfies Change
})

/** Refuses to overwrite another edition than the caller read; called in the transaction, under the lock. */
export const checkEdition = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  expected: Expected,
  record: Written,
  edition: string
) {
  if (expected !== null && !expected.has(edition))
    return yield* new Outdated({ current: yield* lastChange(pg, record, edition) })
})
