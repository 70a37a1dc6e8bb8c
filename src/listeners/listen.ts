// Listens for every source that has a broker, or a websocket server: one connection each, made again whenever it
// ends. Who listens is agreed upon in the database, so that several workers are one listener.
import { Cause, Clock, Effect, FiberMap, Random, Ref } from "effect"
import type { Protocol } from "../domain/tracking/DataSource.ts"
import { type AnyListening, type Condition, type Connect, type Heard, Inbox, Subscriptions } from "./ports.ts"

/** How quickly a listener is about its work. */
export interface Pace {
  /** how often the sources are looked at, ms; a third of the lease at most */
  readonly roundMs: number
  /** how long to wait before a connection that failed is made again, ms; twice as long each time */
  readonly pauseMs: number
}

const usual: Pace = { roundMs: 2000, pauseMs: 1000 }
const MAX_PAUSE_MS = 60_000

/** How long to wait after so many failures in a row: twice as long each time, and not all at the same moment. */
export const pauseMs = (failures: number, chance: number, first = usual.pauseMs): number =>
  Math.min(MAX_PAUSE_MS, first * 2 ** (failures - 1)) * (0.5 + chance / 2)

/** Runs until interrupted. */
export const listen = Effect.fnUntraced(function* (connect: Connect<AnyListening>, pace: Pace = usual) {
  const subscriptions = yield* Subscriptions
  const inbox = yield* Inbox
  const fibers = yield* FiberMap.make<string>()
  const editions = new Map<string, string>()
  const conditions = new Map<string, Condition>()

  const tell = (id: string) =>
    Effect.suspend(() => {
      const condition = conditions.get(id)
      if (condition === undefined) return Effect.void
      conditions.set(id, { ...condition, messages: 0 })
      return subscriptions.tell(id, condition)
    })

  const become = (
    id: string,
    status: Condition["status"],
    error: string | null,
    protocol: Protocol | null = null
  ) =>
    Effect.suspend(() => {
      const { lastMessageAt = null, mark = null, messages = 0 } = conditions.get(id) ?? {}
      conditions.set(id, { status, error, protocol, messages, lastMessageAt, mark })
      return tell(id)
    })

  const take = Effect.fnUntraced(function* (source: AnyListening, group: ReadonlyArray<Heard>) {
    yield* subscriptions.ensureHeard(source.id)
    yield* inbox.take(source, group)
    const { messages = 0, ...condition } = conditions.get(source.id) ?? {
      status: "connected",
      error: null,
      protocol: null,
      mark: null
    }
    conditions.set(source.id, {
      ...condition,
      mark: group.findLast((heard) => heard.mark !== undefined)?.mark ?? condition.mark,
      messages: messages + group.length,
      lastMessageAt: yield* Clock.currentTimeMillis
    })
  })

  /** One connection after the other. */
  const attend = Effect.fnUntraced(function* (source: AnyListening) {
    const failures = yield* Ref.make(0)
    /** epoch ms; null: it is not connected */
    let since: number | null = null
    const connected = (protocol: Protocol | null) =>
      Effect.andThen(
        Effect.map(Clock.currentTimeMillis, (now) => {
          since = now
        }),
        Effect.andThen(subscriptions.hear([source.id]), become(source.id, "connected", null, protocol))
      )
    /** A connection did well when something came of it, or when it lasted. */
    const taken = (group: ReadonlyArray<Heard>) => Effect.andThen(take(source, group), Ref.set(failures, 0))
    const fail = Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const hasLasted = since !== null && now - since >= MAX_PAUSE_MS
      since = null
      return Ref.updateAndGet(failures, (n) => (hasLasted ? 1 : n + 1))
    })
    yield* subscriptions.lose(source.id)
    yield* become(source.id, "connecting", null)
    /** As it is now: what came since is stored. */
    const asStored = () => {
      const mark = conditions.get(source.id)?.mark ?? null
      return "websocket" in source && mark !== null ? { ...source, mark } : source
    }
    return yield* Effect.suspend(() => connect(asStored(), connected, taken)).pipe(
      Effect.onExit(() => subscriptions.lose(source.id)),
      Effect.catch(({ code, detail, remedy }) =>
        Effect.andThen(
          Effect.logWarning("the connection of a data source is lost", {
            data_source_id: source.id,
            code,
            detail
          }),
          become(source.id, "failed", `${detail} ${remedy}`)
        )
      ),
      Effect.catchCauseIf(
        (cause) => !Cause.hasInterruptsOnly(cause),
        (cause) =>
          Effect.logError("listening for a data source met a defect", cause, { data_source_id: source.id })
      ),
      Effect.andThen(
        Effect.flatMap(fail, (n) =>
          Effect.flatMap(Random.next, (chance) => Effect.sleep(pauseMs(n, chance, pace.pauseMs)))
        )
      ),
      Effect.forever
    )
  })

  const round = Effect.gen(function* () {
    const held = yield* subscriptions.hold
    const heard: Array<string> = []
    const wanted = new Set(held.map((source) => source.id))
    for (const id of editions.keys()) {
      if (wanted.has(id)) continue
      editions.delete(id)
      conditions.delete(id)
      yield* FiberMap.remove(fibers, id)
      yield* subscriptions.lose(id)
    }
    for (const source of held) {
      if (editions.get(source.id) !== source.edition) {
        editions.set(source.id, source.edition)
        yield* FiberMap.run(fibers, source.id, attend(source)) // in place of what ran with the setting before
      }
      if (conditions.get(source.id)?.status === "connected") heard.push(source.id)
      if ((conditions.get(source.id)?.messages ?? 0) > 0) yield* tell(source.id)
    }
    yield* subscriptions.hear(heard)
  })

  /** The last state is stored before the sources are released: the next worker continues from there. */
  const leave = Effect.andThen(
    Effect.forEach(
      conditions,
      ([id, { messages }]) => (messages > 0 ? Effect.ignoreCause(tell(id)) : Effect.void),
      { discard: true }
    ),
    subscriptions.release
  )

  return {
    /** How many sources are listened for, and how many are connected. */
    progress: Effect.sync(() => ({
      sources: editions.size,
      connected: [...conditions.values()].filter((c) => c.status === "connected").length
    })),
    run: round.pipe(
      Effect.catchCauseIf(
        (cause) => !Cause.hasInterruptsOnly(cause),
        (cause) => Effect.logWarning("the data sources that listen cannot be looked at", cause)
      ),
      Effect.andThen(Effect.sleep(pace.roundMs)),
      Effect.forever,
      Effect.ensuring(Effect.andThen(FiberMap.clear(fibers), Effect.ignoreCause(leave)))
    )
  }
})
