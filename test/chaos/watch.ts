// A client that asks all through a fault and writes down what it was answered: ingest of single fixes, a
// list, and readiness.
import { Effect, Schedule } from "effect"
import type { Fix } from "../journeys/herd.ts"
import type { Service } from "../support/processes/service.ts"

/** One answer; `status` 0: nobody answered. `retryAfter`: what a 503 said, seconds; null: nothing. */
export interface Seen {
  readonly what: "ingest" | "list" | "ready"
  readonly at: number
  readonly status: number
  readonly retryAfter: string | null
  readonly ms: number
}

/** What it sees with. `fixOf` makes the next fix; those that were acknowledged are kept. */
export interface Eyes {
  readonly service: Service
  readonly sourceId: string
  readonly sourceToken: string
  readonly listPath: string
  readonly fixOf: () => Fix
}

export interface Watch {
  readonly seen: Array<Seen>
  readonly acknowledged: Array<Fix>
}

/** Longer than any answer may take. */
const PATIENCE_MS = 30_000
const EVERY = "200 millis"

/** Watches until interrupted. What is asked next does not wait for what is still unanswered. */
export const watch = (
  { fixOf, listPath, service, sourceId, sourceToken }: Eyes,
  { acknowledged, seen }: Watch
): Effect.Effect<never> => {
  const ask = (
    what: Seen["what"],
    path: string,
    init: RequestInit,
    told: (status: number) => void = () => {}
  ) =>
    Effect.promise(async () => {
      const at = Date.now(),
        answer = await fetch(`${service.origin}${path}`, {
          ...init,
          signal: AbortSignal.timeout(PATIENCE_MS)
        }).catch(() => null)
      await answer?.text().catch(() => "")
      seen.push({
        what,
        at,
        status: answer?.status ?? 0,
        retryAfter: answer?.headers.get("retry-after") ?? null,
        ms: Date.now() - at
      })
      told(answer?.status ?? 0)
    })
  const send = Effect.suspend(() => {
    const fix = fixOf()
    const headers = { authorization: `Bearer ${sourceToken}`, "content-type": "application/json" }
    return ask(
      "ingest",
      `/api/v1/ingest/http/${sourceId}`,
      { method: "POST", headers, body: JSON.stringify(fix) },
      (status) => {
        if (status === 202) acknowledged.push(fix)
      }
    )
  })
  const looks = [
    send,
    ask("list", `/api/v1${listPath}`, { headers: { authorization: `Bearer ${service.token}` } }),
    ask("ready", "/health/ready", {})
  ]
  return Effect.scoped(
    Effect.andThen(
      Effect.repeat(
        Effect.forEach(looks, (look) => Effect.forkScoped(look)),
        Schedule.spaced(EVERY)
      ),
      Effect.never
    )
  )
}
