// Who made a record, and who changed it last: by name, for whoever sees the record.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { wireTime } from "../sql/keyset.ts"
import { type Change, type Expected, Outdated } from "../sql/refusals.ts"

/** SQL. The user of this id as a `Person`; null: nobody, or nobody any more. `column` is a name of ours. */
export const personOf = (column: string): string => `(
  select jsonb_build_object('id', u.id, 'name', nullif(u.name, ''))
  from users u
  where u.id = ${column}
)`

/** SQL. The name that the user of this id has now; null: none, or there is no such user. */
const userName = (column: string): string => `(select nullif(u.name, '') from users u where u.id = ${column})`

/**
 * SQL. What whoever did something is called; `kind` and `id` tell who, `name` is what was written down then.
 * Users go by the name they have now: where they had none, their e-mail address was written down, which is
 * not for everybody who sees the record. Columns are names of ours.
 */
export const doerName = (kind: string, id: string, name: string): string =>
  `case ${kind} when 'user' then ${userName(id)} else ${name} end`

const actorName = (alias: string): string =>
  doerName(`${alias}.actor_kind`, `${alias}.actor_id`, `${alias}.actor_name`)

/** SQL. Whoever a row `alias` with `actor_kind`, `actor_id` and `actor_name` names, as a `Doer`. */
export const actorOf = (alias: string): string =>
  `jsonb_build_object('id', ${alias}.actor_id, 'name', ${actorName(alias)})`

/** SQL. As `actorOf`, and how they came in. */
export const actorWithKind = (alias: string): string =>
  `jsonb_build_object('kind', ${alias}.actor_kind, 'id', ${alias}.actor_id, 'name', ${actorName(alias)})`

/** Acts that give a record another edition, by the last word of their names. */
const edits = ["created", "added", "updated", "document_saved"]

/** SQL. That an entry `l` of the audit log is about an edit of a record of this kind. */
const edited = (type: string): string =>
  `l.object_type = '${type}' and l.action in (${edits.map((edit) => `'${type}.${edit}'`).join(", ")})`

const LAST = "order by l.at desc, l.id desc limit 1"

/** SQL. Who edited a record last, as a `Doer`; null: nobody remembers. `column`, its id, is a name of ours. */
export const doerOf = (type: string, column: string): string =>
  `(select ${actorOf("l")}
    from audit_log l where ${edited(type)} and l.object_id = ${column}::text ${LAST})`

/** A record that is being written. */
interface Written {
  /** as the audit log calls its kind */
  readonly type: "rule" | "member" | "feature" | "automation" | "entity" | "project"
  readonly projectId: string
  readonly id: string
}

/** What became of a record since somebody read it: its edition, and who gave it that one. */
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
    ${pg.literal(LAST)}`
  return { edition, by: last?.by ?? null, at: last?.at ?? null } satisfies Change
})

/** Refuses to overwrite another edition than the caller read; call it in the transaction, under the lock. */
export const checkEdition = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  expected: Expected,
  record: Written,
  edition: string
) {
  if (expected !== null && !expected.has(edition))
    return yield* new Outdated({ current: yield* lastChange(pg, record, edition) })
})
