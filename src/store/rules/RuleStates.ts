// The engine's memory per rule and subject, for display: states, and the last placement of subjects.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { CanonicalDocument, Scope } from "../../domain/rule/Document.ts"
import type { FeatureType } from "../../domain/tracking/featureTypes.ts"
import { selectionsIn } from "../../domain/rule/leaves.ts"
import { pending } from "../../domain/rule/words/pending.ts"
import { blank, type RuleState } from "../../domain/rule/RuleState.ts"
import { readHolds, type StoredHold } from "../../domain/rule/storedHolds.ts"
import type { SubjectState } from "../../domain/rule/SavedRule.ts"
import { formatInstant } from "../../domain/time.ts"
import { uuids } from "../sql/arrays.ts"
import { after, placeTime, slice, type Window } from "../sql/keyset.ts"
import { Missing } from "../sql/refusals.ts"
import { seenSubjects } from "../access/visibilityConditions.ts"

interface Row {
  readonly place_time: string
  readonly subject_id: string
  readonly entity_id: string | null
  readonly name: string
  readonly active: boolean | null
  readonly since: Date | null
  readonly last_fired_at: Date | null
  readonly holds:
    | (Pick<RuleState, "arrivedAt" | "overdue"> & { readonly holds: ReadonlyArray<StoredHold> })
    | null
  readonly inside: ReadonlyArray<string> | null
}

interface FeatureRow {
  readonly id: string
  readonly name: string
  readonly featureType: FeatureType
  readonly revision: number
  readonly changedAt: number
}

const instant = (at: number | null) => (at === null ? null : formatInstant(at))

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /**
   * Returns the scope of a rule over subjects `s` with their entity `e`; the device of an entity is the one
   * it carries now.
   */
  const inScope = ({ device_ids, entity_ids, entity_type_ids, group_ids }: Scope) =>
    pg.and([
      pg.literal("true"),
      ...(entity_ids === undefined ? [] : [pg`e.id = any(${uuids(entity_ids)})`]),
      ...(entity_type_ids === undefined ? [] : [pg`e.entity_type_id = any(${uuids(entity_type_ids)})`]),
      ...(group_ids === undefined
        ? []
        : [
            pg`e.group_id in (
      with recursive below as (select id from groups where id = any(${uuids(group_ids)}) union select g.id
        from groups g join below b on g.parent_id = b.id) select id from below)`
          ]),
      ...(device_ids === undefined
        ? []
        : [
            pg`(s.subject_id = any(${uuids(device_ids)}) or exists (
      select from entity_assignments n where n.entity_id = e.id and n.device_id = any(${uuids(device_ids)})
        and n.valid_to is null))`
          ])
    ])

  /**
   * Subjects of which a rule has a state or, if it has a position condition, a placement; newest subjects
   * first.
   */
  const list = Effect.fn("RuleStates.list")(
    function* (projectId: string, visibility: Visibility, ruleId: string, window: Window) {
      const [rule] = yield* pg<{
        readonly document: CanonicalDocument
        readonly enabled: boolean
        readonly blankFrom: number
      }>`
        select v.document, r.enabled, r.blank_from_version::float8 as "blankFrom"
        from rules r
          join rule_versions v on v.rule_id = r.id and v.version = r.current_version
        where r.id = ${ruleId}::uuid and r.project_id = ${projectId}::uuid and r.archived_at is null`
      if (rule === undefined) return yield* new Missing()
      const selections = selectionsIn(rule.document.conditions)
      const features =
        selections.length === 0
          ? []
          : yield* pg<FeatureRow>`
            select id, name, feature_type as "featureType",
              revision, changed_at_version::float8 as "changedAt"
            from features
            where project_id = ${projectId}::uuid`
      const mine = new Map(selections.flatMap((select) => [...select(features)]))
      const rows = yield* pg<Row>`
        with state as (
          select *
          from rule_states
          where rule_id = ${ruleId}::uuid and blank_from_version = ${rule.blankFrom}::int8
            and ${rule.enabled}
        ), known as (
          select subject_id
          from state
          union
          select subject_id
          from subject_placements
          where project_id = ${projectId}::uuid and filter_key = ''
            and ${selections.length > 0 && rule.enabled}
        )
        select ${pg.literal(placeTime("timestamptz '2000-01-01'"))} as place_time,
          s.subject_id,
          e.id as entity_id,
          coalesce(e.name, d.name, s.subject_id::text) as name,
          t.active, t.since, t.last_fired_at, t.holds, p.inside
        from known s
          left join entities e on e.id = s.subject_id
          left join devices d on d.id = s.subject_id
          left join state t on t.subject_id = s.subject_id
          left join subject_placements p
            on p.subject_id = s.subject_id and p.project_id = ${projectId}::uuid and p.filter_key = ''
        where (t.subject_id is not null or ${inScope(rule.document.scope)})
          and ${pg.and([
            after(pg, window, "timestamptz '2000-01-01'", "s.subject_id"),
            ...seenSubjects(pg, visibility, "s.subject_id")
          ])}
        order by s.subject_id desc
        limit ${window.limit + 1}`
      const { items, next } = slice(window, rows, (row) => row.subject_id)
      return {
        next,
        items: items.map((r): SubjectState => {
          const state: RuleState = {
            ...blank,
            ...r.holds,
            holds: readHolds(r.holds?.holds ?? []),
            active: r.active ?? false,
            since: r.since?.getTime() ?? null,
            lastFiredAt: r.last_fired_at?.getTime() ?? null
          }
          const { reason, until } = pending(state, rule.document, (id) => mine.get(id)?.name ?? id)
          return {
            entity_id: r.entity_id,
            device_id: r.entity_id === null ? r.subject_id : null,
            name: r.name,
            active: state.active,
            since: instant(state.since),
            last_fired_at: instant(state.lastFiredAt),
            inside: (r.inside ?? []).flatMap((id) =>
              mine.has(id) ? [{ id, name: mine.get(id)!.name }] : []
            ),
            pending_until: instant(until),
            reason
          }
        })
      }
    },
    Effect.catchTag("SqlError", Effect.die)
  )

  return { list }
})

/** RuleStates reads states of rules. */
export class RuleStates extends Context.Service<RuleStates>()("store/RuleStates", { make }) {
  static readonly layer = Layer.effect(RuleStates, make)
}
