// Queues the deliveries of an automation again, many at once: for use after its address was corrected.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { type Action, receiversOf } from "../../domain/automation/Action.ts"
import { type EndedStatus, MAX_REDELIVERIES } from "../../domain/automation/Delivery.ts"
import { audit } from "../access/Audit.ts"
import { texts, uuids } from "../sql/arrays.ts"
import { ConstraintViolated, refusing } from "../sql/refusals.ts"
import { resetColumns } from "./deliveryRow.ts"

/** RedeliveryFilter selects the deliveries. */
interface RedeliveryFilter {
  readonly automation_id: string
  readonly status: EndedStatus
  /** epoch ms: those that ended since */
  readonly since: number
}

/** Makes the operation; `seen`: the conditions under which a delivery `d` is seen. */
export const makeRedeliverAll = (
  pg: PgClient.PgClient,
  seen: (visibility: Visibility) => ReadonlyArray<Fragment>
) =>
  Effect.fn("Deliveries.redeliverAll")(
    function* (
      actor: Actor,
      projectId: string,
      visibility: Visibility,
      { automation_id, since, status }: RedeliveryFilter
    ) {
      const [automation] = yield* pg<{ readonly actions: ReadonlyArray<Action & { readonly id: string }> }>`
        select actions
        from automations
        where id = ${automation_id}::uuid and project_id = ${projectId}::uuid`
      if (automation === undefined)
        return yield* new ConstraintViolated({
          pointer: "/automation_id",
          code: "UNKNOWN_REFERENCE",
          detail: "no such automation in this project"
        })
      const { actions } = automation
      // the address of a webhook may have changed; the recipient of a message is the same person
      const moved = actions.map((action) => (action.type === "webhook" ? receiversOf(action)[0] : undefined))
      const again = yield* pg`
        with chosen as (
          select d.id, d.action_id
          from deliveries d
          where ${pg.and([
            pg`d.project_id = ${projectId}::uuid and d.automation_id = ${automation_id}::uuid`,
            pg`d.event_id is not null and d.status = ${status} and d.finished_at >= ${new Date(since)}`,
            pg`d.action_id = any(${uuids(actions.map(({ id }) => id))})`,
            ...seen(visibility)
          ])}
          order by d.finished_at, d.id
          limit ${MAX_REDELIVERIES}
          for update of d
        )
        update deliveries d set
          ${pg.literal(resetColumns)},
          target = coalesce(a.target, d.target),
          lane = coalesce(a.lane, d.lane)
        from chosen c
          join unnest(
            ${uuids(actions.map(({ id }) => id))}, ${texts(moved.map((to) => to?.target ?? null))},
            ${texts(moved.map((to) => to?.receiverGroup ?? null))}
          ) as a (id, target, lane) on a.id = c.action_id
        where d.id = c.id
        returning 1 as one`
      const count = again.length
      if (count > 0) {
        yield* audit(pg, actor, {
          action: "automation.redelivered",
          objectType: "automation",
          objectId: automation_id,
          projectId,
          detail: { was: status, since: new Date(since).toISOString(), count }
        })
        yield* pg`select pg_notify('deliveries', '')`
      }
      return count
    },
    pg.withTransaction,
    refusing({})
  )
