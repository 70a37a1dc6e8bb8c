// The queue of deliveries in SQL. A delivery is taken under a lease and completed by the worker with its newest
// claim, so that a frozen worker, which wakes after another took over, changes nothing.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import type { ClaimedDelivery, PreviousAttempt } from "../../domain/automation/ClaimedDelivery.ts"
import { languageOf } from "../../domain/automation/notifications.ts"
import type { Outcome } from "../../domain/automation/Outcome.ts"
import { formatInstant } from "../../domain/time.ts"
import { type Attempt, DeliveryQueue } from "../../delivery/ports.ts"
import { Alerts } from "../events/Alerts.ts"
import { ints, texts } from "../sql/arrays.ts"
import { codeOf, errorOf, insertDeliveryTraces } from "./deliveryTraces.ts"
import { dispatchEvents } from "./dispatchEvents.ts"
import { notifications } from "../sql/notifications.ts"
import { isHeld } from "../sql/lease.ts"
import { Events } from "../events/Events.ts"
import { wireTime } from "../sql/keyset.ts"
import { uuid7 } from "../sql/uuid7.ts"

/**
 * LEASE_TIME is how long a worker may take for an attempt before another one repeats it: twice the timeout of
 * the slowest channel.
 */
const LEASE_TIME = "60 seconds"

interface Row {
  readonly id: string
  readonly event_id: string | null
  readonly automation_id: string | null
  readonly automation_name: string
  readonly is_enabled: boolean | null
  readonly reminds_acknowledged: boolean
  readonly action_id: string
  readonly action_type: ClaimedDelivery["actionType"]
  readonly action: ClaimedDelivery["action"]
  readonly target: string
  /** the receiver group */
  readonly lane: string
  readonly attempts: number
  readonly epoch: number
  readonly tries: ReadonlyArray<PreviousAttempt>
  readonly is_asked: boolean
  readonly asked_at: string | null
  readonly secrets: ReadonlyArray<string>
  readonly chat_id: string | null
  /** of the receiver's account; null: there is no account, or it has no language */
  readonly account_language: string | null
  readonly project_language: string | null
  readonly project: ClaimedDelivery["project"]
}

const statuses = { Sent: "sent", Failed: "failed", Skipped: "skipped" } as const

/** DeliverySql is the `DeliveryQueue` on PostgreSQL. */
export const DeliverySql = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const pg = yield* PgClient.PgClient
    const events = yield* Events
    const alerts = yield* Alerts
    const wait = yield* notifications(pg, "deliveries", "deliveries")
    // a delivery under way has the status queued: its lease is when it is due again
    const mine = ({ deliveryId, epoch }: ClaimedDelivery) => isHeld(pg, { id: deliveryId, epoch }, "queued")

    /**
     * Receiver groups (the column `lane`) are found by skipping along the index, and each gives its due
     * deliveries up to its share: a group with a long queue costs no more than another.
     */
    const take = (busy: ReadonlyMap<string, number>, perGroup: number, most: number) => pg<Row>`
      with recursive lanes (lane) as (
        (select lane from deliveries where status = 'queued' order by lane limit 1)
        union all
        select (
          select d.lane
          from deliveries d
          where d.status = 'queued' and d.lane > l.lane
          order by d.lane
          limit 1
        )
        from lanes l
        where l.lane is not null
      ), due as (
        select t.id, t.next_attempt_at,
          coalesce(b.n, 0) + row_number() over (partition by l.lane order by t.next_attempt_at, t.id) as place
        from lanes l
          left join unnest(${texts([...busy.keys()])}, ${ints([...busy.values()])}) as b (lane, n)
            on b.lane = l.lane
          cross join lateral (
            select d.id, d.next_attempt_at
            from deliveries d
            where d.status = 'queued' and d.lane = l.lane and d.next_attempt_at <= now()
            order by d.next_attempt_at, d.id
            limit greatest(0, ${perGroup}::int4 - coalesce(b.n, 0))
            for update skip locked
          ) t
      ), taken as (
        update deliveries d set
          attempts = d.attempts + 1,
          epoch = d.epoch + 1,
          next_attempt_at = now() + ${LEASE_TIME}::interval
        from (select id from due order by place, next_attempt_at limit ${most}) c
        where d.id = c.id
        returning d.*
      )
      select t.id, t.event_id, t.automation_id, t.automation_name,
        a.enabled as is_enabled,
        coalesce(a.remind_acknowledged, false) as reminds_acknowledged,
        t.action_id, t.action_type, t.target, t.lane, t.attempts, t.epoch, t.tries,
        t.asked_at is not null as is_asked,
        ${pg.literal(wireTime("t.asked_at"))} as asked_at,
        (select x from jsonb_array_elements(a.actions) x where x ->> 'id' = t.action_id::text) as action,
        array(
          select s.secret
          from webhook_secrets s
          where s.automation_id = a.id and s.action_id = t.action_id
            and (s.expires_at is null or s.expires_at > now())
          order by s.created_at desc, s.id desc
        ) as secrets,
        case when u.enabled then u.telegram_chat_id::text end as chat_id,
        coalesce(u.preferences, m.preferences) ->> 'language' as account_language,
        p.settings ->> 'language' as project_language,
        jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'timezone', p.timezone) as project
      from taken t
        join projects p on p.id = t.project_id
        left join automations a on a.id = t.automation_id
        left join users u on u.id = case when t.action_type = 'telegram' then t.target::uuid end
        left join users m on m.email = case when t.action_type = 'email' then lower(t.target) end`

    const claim = Effect.fn("DeliveryQueue.claim")(function* (
      busy: ReadonlyMap<string, number>,
      perGroup: number,
      most: number
    ) {
      const rows = yield* take(busy, perGroup, most)
      if (rows.length === 0) return []
      const eventOf = new Map(
        (yield* events.byIds([...new Set(rows.flatMap(({ event_id }) => event_id ?? []))])).map((e) => [
          e.id,
          e
        ])
      )
      const alertOf = new Map(
        (yield* alerts.byIds(
          [...eventOf.values()].flatMap((e) => (e.alert === null ? [] : [e.alert.id]))
        )).map((a) => [a.id, a])
      )
      return rows.flatMap((r): ReadonlyArray<ClaimedDelivery> => {
        const event = r.event_id === null ? null : eventOf.get(r.event_id)
        return event === undefined
          ? []
          : [
              {
                // deliveries are removed with their event
                deliveryId: r.id,
                ...(event === null
                  ? { event, alert: null, askedAt: r.asked_at ?? "" }
                  : { event, alert: event.alert === null ? null : (alertOf.get(event.alert.id) ?? null) }),
                project: r.project,
                automation: { id: r.automation_id, name: r.automation_name },
                attempt: r.attempts,
                epoch: r.epoch,
                tries: r.tries,
                receiverGroup: r.lane,
                target: r.target,
                isAsked: r.is_asked,
                isEnabled: r.is_enabled,
                remindsAcknowledged: r.reminds_acknowledged,
                action: r.action,
                actionId: r.action_id,
                actionType: r.action_type,
                secrets: r.secrets,
                chatId: r.chat_id,
                language: languageOf(r.account_language, r.project_language)
              }
            ]
      })
    }, Effect.orDie)

    const finish = Effect.fn("DeliveryQueue.finish")(
      function* (claimed: ClaimedDelivery, outcome: Outcome, { at, durationMs }: Attempt) {
        const traceId = uuid7()
        const finished = yield* pg`
          update deliveries set
            status = ${statuses[outcome._tag]},
            code = ${codeOf(outcome)},
            error = ${errorOf(outcome)},
            finished_at = now(),
            trace_id = ${traceId}::uuid
          where ${mine(claimed)}
          returning id`
        if (finished.length > 0)
          yield* insertDeliveryTraces(pg, [
            { ...claimed, traceId, projectId: claimed.project.id, outcome, at: formatInstant(at), durationMs }
          ])
      },
      pg.withTransaction,
      Effect.orDie
    )

    const retry = Effect.fn("DeliveryQueue.retry")(function* (
      claimed: ClaimedDelivery,
      met: PreviousAttempt,
      delayMs: number
    ) {
      yield* pg`
        update deliveries set
          code = ${met.code},
          error = ${met.error},
          tries = tries || ${pg.json([met])},
          next_attempt_at = now() + make_interval(secs => ${delayMs / 1000})
        where ${mine(claimed)}`
    }, Effect.orDie)

    const release = Effect.fn("DeliveryQueue.release")(function* (claimed: ClaimedDelivery) {
      yield* pg`
        update deliveries set attempts = attempts - 1, next_attempt_at = now() where ${mine(claimed)}`
    }, Effect.orDie)

    return DeliveryQueue.of({
      dispatch: dispatchEvents(pg, events.byIds),
      claim,
      finish,
      retry,
      release,
      wait
    })
  })
)
