// The customer of a round: devices that repeat what nobody acknowledged, and a person who acknowledges
// alerts. Both keep a history of what the service promised; the checkers hold it against what is there in the
// end.
import { Effect, Schedule } from "effect"
import { type Answer, type Client, type Made, Unreachable } from "../journeys/client.ts"
import { type Fix, type Herd, send } from "../journeys/herd.ts"

/** What the service said it did. `complaints` are answers that no failure excuses. */
export interface History {
  readonly acknowledged: Array<Fix>
  readonly handled: Set<string>
  readonly complaints: Array<string>
  requests: number
  repeated: number
}

export const emptyHistory = (): History => ({
  acknowledged: [],
  handled: new Set(),
  complaints: [],
  requests: 0,
  repeated: 0
})

/** Statuses that ask for another try: the service is going, coming, or has no room. */
const later = new Set([502, 503])

/**
 * Repeats a request until it is answered; gives the answer. Between a death and the next start nobody
 * listens.
 */
export const insist = <A>(history: History, request: Effect.Effect<Answer<A>, Unreachable>) => {
  let tries = 0
  return Effect.suspend(() => {
    history.requests++
    if (tries++ > 0) history.repeated++
    return request
  }).pipe(
    Effect.flatMap((answer) => {
      if (answer.status < 500) return Effect.succeed(answer)
      if (!later.has(answer.status))
        history.complaints.push(`${answer.status} ${JSON.stringify(answer.body)}`)
      return new Unreachable({ message: String(answer.status) })
    }),
    Effect.retry(Schedule.spaced("20 millis")),
    Effect.orDie
  )
}

/** Sends batches one after another, each until it is acknowledged, some of them again although they were. */
export const sendAll = (
  client: Client,
  herd: Herd,
  batches: ReadonlyArray<ReadonlyArray<Fix>>,
  history: History,
  draw: () => number
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const once = Effect.fnUntraced(function* (batch: ReadonlyArray<Fix>, known: boolean) {
      const { body, status } = yield* insist(history, send(client, herd, batch))
      const all =
        status === 202 &&
        body.accepted + body.duplicates === batch.length &&
        body.rejected === 0 &&
        (!known || body.duplicates === batch.length)
      if (!all)
        history.complaints.push(
          `${known ? "a known batch" : "a batch"} of ${batch.length} ` +
            `fixes: ${status} ${JSON.stringify(body).slice(0, 300)}`
        )
      return status === 202
    })
    for (const batch of batches) {
      if (yield* once(batch, false)) history.acknowledged.push(...batch)
      if (draw() < 0.1) yield* once(batch, true)
    }
  })

/** Acknowledges open alerts until interrupted. */
export const handleAlerts = (client: Client, { projectId }: Herd, history: History): Effect.Effect<never> =>
  Effect.gen(function* () {
    const { body } = yield* insist(
      history,
      client.ask<{ readonly items: ReadonlyArray<Made> }>(
        "GET",
        `/projects/${projectId}/alerts?status=open&limit=2`
      )
    )
    for (const { id } of body.items) {
      const { status } = yield* insist(
        history,
        client.ask("POST", `/projects/${projectId}/alerts/${id}/acknowledge`, { note: "seen" })
      )
      if (status === 200) history.handled.add(id)
      else history.complaints.push(`acknowledging an alert: ${status}`)
    }
    yield* Effect.sleep("50 millis")
  }).pipe(Effect.forever)
