// Tests an automation: one delivery to each of its receivers, without an event.
import type { PgClient } from "@effect/sql-pg"
import { Data, Effect } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import { type Action, receiversOf } from "../../domain/automation/Action.ts"
import { type Delivery, MAX_TESTS_PER_MINUTE } from "../../domain/automation/Delivery.ts"
import { audit } from "../access/Audit.ts"
import { texts, uuids } from "../sql/arrays.ts"
import { Missing, refusing } from "../sql/refusals.ts"
import { uuid7 } from "../sql/uuid7.ts"
import { deliveryColumns } from "./deliveryRow.ts"

/**
 * TooManyTests means that the project had as many tests as a minute allows; the next may come after
 * `seconds`.
 */
class TooManyTests extends Data.TaggedError("TooManyTests")<{ readonly seconds: number }> {}

/** Makes the operation, which queues the deliveries of a test, whether or not the automation is enabled. */
export const makeTestAutomation = (pg: PgClient.PgClient) =>
  Effect.fn("Automations.test")(
    function* (actor: Actor, projectId: string, id: string) {
      // tests of a project are serialised, so that the count is exact
      yield* pg`select from projects where id = ${projectId}::uuid for no key update`
      const [automation] = yield* pg<{ readonly name: string; readonly actions: ReadonlyArray<Action> }>`
        select a.name, a.actions
        from automations a
        where a.id = ${id}::uuid and a.project_id = ${projectId}::uuid
        for key share of a`
      if (automation === undefined) return yield* new Missing()
      const [asked] = yield* pg<{ readonly tests: number; readonly seconds: number | null }>`
        select count(distinct d.created_at)::int as tests,
          ceil(extract(epoch from min(d.created_at) + interval '1 minute' - now()))::int as seconds
        from deliveries d
        where d.project_id = ${projectId}::uuid and d.event_id is null
          and d.created_at > now() - interval '1 minute'`
      if (asked!.tests >= MAX_TESTS_PER_MINUTE)
        return yield* new TooManyTests({ seconds: Math.max(1, asked!.seconds ?? 1) })
      const rows = automation.actions.flatMap((action) =>
        receiversOf(action).map((receiver) => ({ id: uuid7(), action, ...receiver }))
      )
      const deliveries = yield* pg<Delivery>`
        insert into deliveries as d (
          id, project_id, automation_id, automation_name, action_id, action_type, target, lane, asked_at
        )
        select v.id, ${projectId}::uuid, ${id}::uuid, ${automation.name}, v.action_id, v.action_type, v.target,
          v.lane, now()
        from unnest(
          ${uuids(rows.map((r) => r.id))}, ${uuids(rows.map((r) => r.action.id))},
          ${texts(rows.map((r) => r.action.type))}, ${texts(rows.map((r) => r.target))},
          ${texts(rows.map((r) => r.receiverGroup))}
        ) as v (id, action_id, action_type, target, lane)
        returning ${pg.literal(deliveryColumns)}`
      yield* audit(pg, actor, {
        action: "automation.tested",
        objectType: "automation",
        objectId: id,
        projectId,
        detail: { name: automation.name, receivers: rows.length }
      })
      yield* pg`select pg_notify('deliveries', '')`
      return deliveries
    },
    pg.withTransaction,
    refusing({})
  )
