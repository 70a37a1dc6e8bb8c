// A project of a test's own in the console that all share: a fence, a rule about leaving it, animals.
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { type Client, type Made, until } from "../../journeys/client.ts"
import { addCollar, addFence, addRule, type Herd, makeHerd, send, type Wearer } from "../../journeys/herd.ts"

const ring = [
  [14, 51],
  [14.1, 51],
  [14.1, 51.1],
  [14, 51.1],
  [14, 51]
] as const

export const PLACES = { inside: [14.05, 51.05], outside: [14.25, 51.05] } as const
export type Where = keyof typeof PLACES

export interface Alert extends Made {
  readonly status: string
  readonly title: string
  readonly event_id: string
}

export interface Meadow extends Herd {
  /** `/p/<slug>` */
  readonly path: string
  /** by name */
  readonly animals: Readonly<Record<string, Wearer & { readonly entityId: string }>>
  /** Fixes of the past. */
  readonly walk: (
    name: string,
    steps: ReadonlyArray<readonly [minutesAgo: number, where: Where]>
  ) => Effect.Effect<void>
  /** A fix of now outside: who was inside leaves, and the rule fires with the alert "<name> left Home". */
  readonly leave: (name: string) => Effect.Effect<void>
  /** Newest first. */
  readonly alerts: Effect.Effect<ReadonlyArray<Alert>>
  /** Waits until there are so many alerts; they are sent to the console at the same moment. */
  readonly alerted: (count: number) => Effect.Effect<ReadonlyArray<Alert>>
}

interface Template {
  readonly key: string
  readonly document: object
}

/** `word` begins the address of the project; the animals have no fix yet. */
export const makeMeadow = (
  client: Client,
  word: string,
  names: ReadonlyArray<string>
): Effect.Effect<Meadow> =>
  Effect.gen(function* () {
    const slug = `${word}-${randomBytes(3).toString("hex")}`
    const herd = yield* makeHerd(client, slug)
    const at = `/projects/${herd.projectId}`
    yield* addFence(client, herd, "Home", [ring])
    const templates = yield* client.all<Template>(`${at}/rules/templates`)
    yield* addRule(client, herd, "Geofence exit", templates.find((t) => t.key === "geofence_exit")!.document)
    const worn = yield* Effect.forEach(names, (name) => addCollar(client, herd, name))
    const walk: Meadow["walk"] = (name, steps) => {
      const fixes = steps.map(([ago, where]) => {
        const [lon, lat] = PLACES[where]
        return { device: name, time: new Date(Date.now() - ago * 60_000).toISOString(), lon, lat }
      })
      return Effect.asVoid(Effect.orDie(send(client, herd, fixes)))
    }
    const alerts = client.all<Alert>(`${at}/alerts`)
    return {
      ...herd,
      path: `/p/${slug}`,
      animals: Object.fromEntries(
        worn.map((wearer) => [wearer.collar, { ...wearer, entityId: wearer.entityId! }]) // none is loose
      ),
      walk,
      leave: (name) => walk(name, [[0, "outside"]]),
      alerts,
      alerted: (count) => until("the alerts", alerts, ({ length }) => length === count, 60)
    }
  })
