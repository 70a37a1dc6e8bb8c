// Snoozes: the subjects about which a rule makes no alerts, and until when. Whether an event was snoozed is
// decided at its insert (JournalSql), by its `created_at`.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Struct } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { NewSnooze, Snooze } from "../../domain/event/Snooze.ts"
import { audit } from "../access/Audit.ts"
import { actorWithKind } from "../access/whoDid.ts"
import { after, placeTime, slice, type Window, wireTime } from "../sql/keyset.ts"
import { Missing, refusing } from "../sql/refusals.ts"
import { seenSubjects } from "../access/visibilityConditions.ts"

const columns = `
  z.rule_id, z.entity_id, z.device_id,
  ${wireTime("z.until")} as until,
  z.note,
  ${actorWithKind("z")} as actor,
  ${wireTime("z.created_at")} as created_at`

// the rule or its subject was removed meanwhile
const removed = {
  rule_snoozes_rule_id_fkey: () => new Missing(),
  rule_snoozes_entity_id_fkey: () => new Missing(),
  rule_snoozes_device_id_fkey: () => new Missing()
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(columns)

  const checkRule = Effect.fnUntraced(function* (projectId: string, ruleId: string) {
    const [rule] = yield* pg`
      select from rules
      where id = ${ruleId}::uuid and project_id = ${projectId}::uuid and archived_at is null`
    if (rule === undefined) return yield* new Missing()
  })

  const subjectOf = Effect.fnUntraced(function* (projectId: string, visibility: Visibility, id: string) {
    const [subject] = yield* pg<{ readonly kind: "entity" | "device" }>`
      select 'entity' as kind
      from entities
      where ${pg.and([
        pg`id = ${id}::uuid and project_id = ${projectId}::uuid`,
        ...seenSubjects(pg, visibility, "id")
      ])}
      union all
      select 'device'
      from project_assignments
      where ${pg.and([
        pg`device_id = ${id}::uuid and project_id = ${projectId}::uuid`,
        ...seenSubjects(pg, visibility, "device_id")
      ])}
      limit 1`
    return subject?.kind ?? (yield* new Missing())
  })

  /** Current ones, newest first. */
  const list = Effect.fn("Snoozes.list")(
    function* (projectId: string, visibility: Visibility, ruleId: string, window: Window) {
      yield* checkRule(projectId, ruleId)
      const rows = yield* pg<Snooze & { readonly place_time: string; readonly place_id: string }>`
        select ${selected}, z.subject_id as place_id, ${pg.literal(placeTime("z.created_at"))} as place_time
        from rule_snoozes z
        where ${pg.and([
          pg`z.rule_id = ${ruleId}::uuid
        and z.until >
          now()`,
          after(pg, window, "z.created_at", "z.subject_id"),
          ...seenSubjects(pg, visibility, "z.subject_id")
        ])}
        order by z.created_at desc, z.subject_id desc
        limit ${window.limit + 1}`
      const { items, next } = slice(window, rows, (row) => row.place_id)
      return { items: items.map((row) => Struct.omit(row, ["place_id"])), next }
    },
    Effect.catchTag("SqlError", Effect.die)
  )

  /**
   * Sets or replaces the snooze of a subject. Missing: no such rule, or neither an entity of the project
   * nor a device that was ever in it.
   */
  const put = Effect.fn("Snoozes.put")(
    function* (
      actor: Actor,
      projectId: string,
      visibility: Visibility,
      ruleId: string,
      subjectId: string,
      { note = null, until }: NewSnooze
    ) {
      yield* checkRule(projectId, ruleId)
      const isEntity = (yield* subjectOf(projectId, visibility, subjectId)) === "entity"
      const [snooze] = yield* pg<Snooze>`
        insert into rule_snoozes as z (
          rule_id, entity_id, device_id, until, note, actor_kind, actor_id, actor_name
        )
        values (
          ${ruleId}::uuid, ${isEntity ? subjectId : null}::uuid, ${isEntity ? null : subjectId}::uuid,
          ${new Date(until)}, ${note}, ${actor.kind}, ${actor.id}::uuid, ${actor.name}
        )
        on conflict (rule_id, subject_id) do update set until = excluded.until, note = excluded.note,
          actor_kind = excluded.actor_kind, actor_id = excluded.actor_id, actor_name = excluded.actor_name,
          created_at = now()
        returning ${selected}`
      yield* audit(pg, actor, {
        action: "rule.snoozed",
        objectType: "rule",
        objectId: ruleId,
        projectId,
        detail: { subject_id: subjectId, until: snooze!.until, note }
      })
      return snooze!
    },
    pg.withTransaction,
    refusing(removed)
  )

  const remove = Effect.fn("Snoozes.remove")(
    function* (actor: Actor, projectId: string, visibility: Visibility, ruleId: string, subjectId: string) {
      yield* checkRule(projectId, ruleId)
      const [row] = yield* pg`
        delete from rule_snoozes
        where ${pg.and([
          pg`rule_id = ${ruleId}::uuid and subject_id = ${subjectId}::uuid and until > now()`,
          ...seenSubjects(pg, visibility, "subject_id")
        ])}
        returning rule_id`
      if (row === undefined) return yield* new Missing()
      yield* audit(pg, actor, {
        action: "rule.unsnoozed",
        objectType: "rule",
        objectId: ruleId,
        projectId,
        detail: { subject_id: subjectId }
      })
    },
    pg.withTransaction,
    Effect.catchTag("SqlError", Effect.die)
  )

  return { list, put, remove }
})

/** Snoozes stores snoozes. */
export class Snoozes extends Context.Service<Snoozes>()("store/Snoozes", { make }) {
  static readonly layer = Layer.effect(Snoozes, make)
}
