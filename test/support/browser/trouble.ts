// What goes wrong in a meadow and no request brings about: written into the product's database, for the product to
// meet it there.
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { v7 } from "uuid"
import type { Made } from "../../journeys/client.ts"
import type { Meadow } from "./meadow.ts"
import type { Console } from "./theConsole.ts"

const within = <A, E>(url: string, use: (pg: PgClient.PgClient) => Effect.Effect<A, E>) =>
  PgClient.makeClient({ url: Redacted.make(url), applicationName: "pugmark tests" }).pipe(
    Effect.flatMap(use),
    Effect.scoped,
    Effect.provide(Reactivity.layer),
    Effect.orDie
  )

/** An enabled rule that cannot be evaluated: its newest version knows a condition that this release does not. */
export const makeBrokenRule = (
  { client, databaseUrl }: Pick<Console, "client" | "databaseUrl">,
  { projectId }: Pick<Meadow, "projectId">,
  name: string
): Effect.Effect<Made> =>
  Effect.gen(function* () {
    const document = {
      trigger: { kind: "position" },
      scope: {},
      conditions: { type: "threshold", metric: "speed_mps", op: ">", value: 1 },
      event: { event_type: "FAST", title: "{entity}" }
    }
    const path = `/projects/${projectId}/rules`
    const rule = yield* client.post(path, { name, document, enabled: false })
    yield* within(databaseUrl, (pg) =>
      pg.withTransaction(
        Effect.all([
          pg`insert into rule_versions (rule_id, version, document, runnable)
            select rule_id, 2, document || ${pg.json({ conditions: { type: "exec" } })}, true
            from rule_versions where rule_id = ${rule.id}::uuid`,
          pg`update rules set current_version = 2 where id = ${rule.id}::uuid`
        ])
      )
    )
    yield* client.ask("PATCH", `${path}/${rule.id}`, { enabled: true })
    return rule
  }).pipe(Effect.orDie)

/** A job of a device that does not come to its turn: another one holds it up, whose lease still lasts. */
export const holdUpJob = (
  { databaseUrl }: Pick<Console, "databaseUrl">,
  deviceId: string
): Effect.Effect<void> =>
  within(
    databaseUrl,
    (pg) => pg`
      insert into jobs (id, kind, status, device_id, due_at, started_at, lease_until)
      values (${v7()}::uuid, 'attribution', 'running', ${deviceId}::uuid, now(), now(), now() + interval '110 seconds'),
        (${v7()}::uuid, 'attribution', 'queued', ${deviceId}::uuid, now() - interval '11 minutes', null, null)`
  ).pipe(Effect.asVoid)

/** A mail about an event that arrived. */
export const tellOf = (
  { databaseUrl }: Console,
  { projectId }: Meadow,
  event: string,
  target: string
): Effect.Effect<void> =>
  within(
    databaseUrl,
    (pg) => pg`
      insert into deliveries (id, project_id, event_id, automation_name, action_id, action_type, target, lane,
        status, attempts, finished_at)
      values (${v7()}::uuid, ${projectId}::uuid, ${event}::uuid, 'Tell the rangers', ${v7()}::uuid, 'email', ${target},
        'email', 'sent', 1, now())`
  ).pipe(Effect.asVoid)

/** Messages about an event that an automation could not deliver. */
export const failDeliveries = (
  { databaseUrl }: Console,
  { projectId }: Meadow,
  of: { readonly event: string; readonly automation: string; readonly action: string; readonly count: number }
): Effect.Effect<void> =>
  within(databaseUrl, (pg) =>
    Effect.forEach(
      Array.from({ length: of.count }, (_, i) => `ranger-${i}@example.org`),
      (target) => pg`
        insert into deliveries (id, project_id, event_id, automation_id, automation_name, action_id, action_type,
          target, lane, status, code, error, attempts, finished_at)
        values (${v7()}::uuid, ${projectId}::uuid, ${of.event}::uuid, ${of.automation}::uuid, 'Tell the rangers',
          ${of.action}::uuid, 'email', ${target}, 'email', 'failed', 'UNREACHABLE', 'mailbox full', 3, now())`,
      { discard: true }
    )
  )

/** Messages that an automation sent or not at moments of the past, each to an address of mail. */
export const recordDeliveries = (
  { databaseUrl }: Console,
  { projectId }: Meadow,
  of: { readonly automation: string; readonly action: string },
  made: ReadonlyArray<{
    readonly event: string
    readonly target: string
    readonly status: "sent" | "failed" | "skipped"
    /** in the project's time zone, such as `2026-05-01 04:00` */
    readonly at: string
  }>
): Effect.Effect<void> =>
  within(databaseUrl, (pg) =>
    Effect.forEach(
      made,
      ({ at, event, status, target }) => pg`
        insert into deliveries (id, project_id, event_id, automation_id, automation_name, action_id, action_type,
          target, lane, status, code, attempts, created_at, finished_at)
        select ${v7()}::uuid, p.id, ${event}::uuid, ${of.automation}::uuid, 'Tell the rangers',
          ${of.action}::uuid, 'email', ${target}, 'email', ${status},
          case ${status}::text when 'failed' then 'UNREACHABLE' when 'skipped' then 'SNOOZED' end, 1,
          ${at}::timestamp at time zone p.timezone, ${at}::timestamp at time zone p.timezone
        from projects p
        where p.id = ${projectId}::uuid`,
      { discard: true }
    )
  )

/** Access tokens of somebody's AI clients are as they are after a quarter of an hour: their time is over. */
export const runOut = (userId: string, { databaseUrl }: Pick<Console, "databaseUrl">): Effect.Effect<void> =>
  within(
    databaseUrl,
    (pg) =>
      pg`update oauth_entries set expires_at = now(),
        payload = payload || jsonb_build_object('exp', extract(epoch from now())::int - 5)
        where kind = 'AccessToken'
          and grant_id in (select id from client_grants where user_id = ${userId}::uuid)`
  )
