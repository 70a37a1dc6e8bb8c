// The delivery of the role `work`, in the process of the test, on the test's database.
import { Effect, Layer, type Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { ChannelSettings } from "../../../src/delivery/channels/openChannels.ts"
import { deliveryLayer, type MessageSettings } from "../../../src/roles/delivery.ts"
import type { Delivery } from "../../../src/domain/automation/Delivery.ts"
import { DatabaseUrl } from "../../../src/store/sql/Pg.ts"
import { expectStatus } from "./tracking.ts"
import { until } from "../until.ts"
import type { TestServer } from "./server.ts"

const nothing: ChannelSettings = {
  smtpUrl: null,
  mailFrom: null,
  mailAllowList: [],
  telegramBotToken: null,
  telegramApiUrl: "http://127.0.0.1:9",
  webhookAllowPrivate: true
}

/**
 * Runs until the scope closes, which is an orderly stop. Receivers of the test are on this machine, so
 * private addresses are allowed unless said.
 */
export const startWorker = (
  settings: Partial<MessageSettings> = {}
): Effect.Effect<void, never, Scope.Scope | DatabaseUrl> =>
  Effect.gen(function* () {
    const url = yield* DatabaseUrl
    yield* Layer.build(
      deliveryLayer({ ...nothing, ...settings }).pipe(Layer.provide(Layer.succeed(DatabaseUrl, url)))
    )
  }).pipe(Effect.orDie)

/** What is due later is due now. */
export const hurry = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update deliveries set next_attempt_at = now() where status = 'queued'`
  yield* sql`select pg_notify('deliveries', '')`
}).pipe(Effect.orDie)

export const makeAutomation = (projectId: string, actions: ReadonlyArray<object>, more: object = {}) =>
  expectStatus(201, "POST", `/projects/${projectId}/automations`, { name: "Tell", actions, ...more })

/** An event of a person. */
export const report = (projectId: string, more: object = {}) =>
  expectStatus(201, "POST", `/projects/${projectId}/events`, {
    event_type: "WOLF_SEEN",
    title: "A wolf",
    ...more
  })

export const deliveriesOf = (
  projectId: string,
  eventId: string
): Effect.Effect<ReadonlyArray<Delivery>, never, TestServer> =>
  Effect.map(
    expectStatus(200, "GET", `/projects/${projectId}/deliveries?event_id=${eventId}`),
    ({ items }) => items
  )

/** The deliveries of an event, once none of them waits. */
export const settled = (
  projectId: string,
  eventId: string,
  count = 1
): Effect.Effect<ReadonlyArray<Delivery>, never, TestServer> =>
  until(
    deliveriesOf(projectId, eventId),
    (items) => items.length >= count && items.every((d) => d.status !== "queued")
  )
