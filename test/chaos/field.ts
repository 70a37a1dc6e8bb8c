// A round's project: set up as a customer does, what its devices will send, and what has to come of it.
import { Effect } from "effect"
import { type Client } from "../journeys/client.ts"
import { addCollar, addFence, addRule, type Fix, type Herd, makeHerd, type Wearer } from "../journeys/herd.ts"
import type { History } from "./customer.ts"
import { expectedEvents, expectedPlace } from "./expected.ts"
import type { Promises } from "./invariants.ts"
import { documents, fences, makeTracks, type RuleName, type Track, type TrackFix } from "./scenario.ts"

/** How many animals a field has, and fixes each of them. */
export interface FieldSize {
  readonly animals: number
  readonly fixes: number
}

const WHOLE: FieldSize = { animals: 15, fixes: 160 }
/**
 * Devices that report fix by fix; the others come in batches, through gateways that each speak for some of
 * them.
 */
const ALONE = 2
const GATEWAYS = 3

export interface Field {
  readonly herd: Herd
  readonly tracks: ReadonlyArray<Track & Wearer>
  readonly fenceIds: ReadonlyArray<string>
  readonly ruleIds: Readonly<Record<RuleName, string>>
  /** what each sender sends, in order: every device has one sender, so that its fixes arrive in order */
  readonly senders: ReadonlyArray<ReadonlyArray<ReadonlyArray<Fix>>>
}

export const itemOf = (collar: string, { at, lat, lon, speedMps }: TrackFix): Fix => ({
  device: collar,
  time: new Date(at).toISOString(),
  lon,
  lat,
  ...(speedMps === null ? {} : { speed_mps: speedMps })
})

const slices = <A>(all: ReadonlyArray<A>, draw: () => number): ReadonlyArray<ReadonlyArray<A>> => {
  const parts: Array<ReadonlyArray<A>> = []
  for (let from = 0; from < all.length;) {
    const size = 1 + Math.floor(draw() * 80)
    parts.push(all.slice(from, from + size))
    from += size
  }
  return parts
}

const sendersOf = (tracks: ReadonlyArray<Track>, draw: () => number) => {
  const alone = tracks.slice(0, ALONE).map((t) => t.fixes.map((fix) => [itemOf(t.collar, fix)]))
  const gateways = Array.from({ length: GATEWAYS }, (_, g) => {
    const mine = tracks.slice(ALONE).filter((_, i) => i % GATEWAYS === g)
    return slices(
      mine
        .flatMap((t) => t.fixes.map((fix) => [t.collar, fix] as const))
        .sort(([, a], [, b]) => a.at - b.at)
        .map(([collar, fix]) => itemOf(collar, fix)),
      draw
    )
  })
  return [...alone, ...gateways]
}

/** Makes the project of a seed. */
export const prepareField = (
  client: Client,
  seed: number,
  draw: () => number,
  size = WHOLE
): Effect.Effect<Field> =>
  Effect.gen(function* () {
    const tracks = makeTracks(seed, size.animals, size.fixes)
    const herd = yield* makeHerd(client, `chaos-${seed}`)
    const fenceIds = yield* Effect.forEach(fences, (rings, i) => addFence(client, herd, `Fence ${i}`, rings))
    const wearers = yield* Effect.forEach(tracks, (t) => addCollar(client, herd, t.collar, t.loose), {
      concurrency: 8
    })
    const ruleIds = yield* Effect.all(
      Object.fromEntries(
        Object.entries(documents(fenceIds)).map(([name, document]) => [
          name,
          addRule(client, herd, name, document)
        ])
      )
    )
    return {
      herd,
      fenceIds,
      ruleIds: ruleIds as Field["ruleIds"], // the names are those of the documents
      tracks: tracks.map((t, i) => ({ ...t, ...wearers[i]! })),
      senders: sendersOf(tracks, draw)
    }
  })

/**
 * What the project was promised in the end, by the service's own acknowledgements and by the slow loop over
 * its tracks.
 */
export const promisesOf = ({ fenceIds, herd, ruleIds, tracks }: Field, history: History): Promises => {
  const deviceOf = new Map(tracks.map((t) => [t.collar, t.deviceId]))
  const subjectOf = (t: Wearer) => t.entityId ?? t.deviceId
  return {
    projectId: herd.projectId,
    acknowledged: history.acknowledged.map((fix) => ({
      deviceId: deviceOf.get(fix.device)!,
      at: Date.parse(fix.time),
      lon: fix.lon,
      lat: fix.lat
    })),
    events: tracks.flatMap((t) =>
      expectedEvents(t.fixes, fences).map((e) => ({
        ruleId: ruleIds[e.rule],
        subjectId: subjectOf(t),
        featureId: e.fence === null ? null : fenceIds[e.fence]!,
        at: e.at
      }))
    ),
    places: tracks.map((t) => ({
      subjectId: subjectOf(t),
      inside: expectedPlace(t.fixes, fences).map((f) => fenceIds[f]!)
    })),
    handledAlerts: [...history.handled]
  }
}
