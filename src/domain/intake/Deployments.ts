// Which tag was on which animal, and when, as a table of tracks tells it.
import { EARLIEST_MS } from "../time.ts"

/** The rows of one tag on one animal: first and last time, epoch ms. */
interface Span {
  readonly tag: string
  readonly individual: string
  first: number
  last: number
}

/**
 * A device to be, under its name in the table, and the animals it was on, in turn; half-open in epoch ms,
 * null for no end.
 */
export interface DeployedDevice {
  readonly device: string
  readonly on: ReadonlyArray<{
    readonly individual: string
    readonly from: number
    readonly to: number | null
  }>
}

/** Separates the two halves of a key; no identity has control characters. */
const KEY_SEPARATOR = "\u0000"

/**
 * Collects rows, then says which devices there are. A tag that was on several animals one after the other is
 * one device that changed hands at the first fix on the next; a tag whose animals overlap in time is one
 * device per animal, and so is one of which outliers alone tell.
 */
export class Deployments {
  private readonly spans = new Map<string, Span>()
  /** pairs of a tag and an animal of which outliers tell */
  private readonly doubtful = new Map<string, { readonly tag: string; readonly individual: string }>()

  /** Takes one row: a tag (or "" for none), the animal, and the time in epoch ms. */
  see(tag: string, individual: string, at: number): void {
    const key = tag + KEY_SEPARATOR + individual
    const span = this.spans.get(key)
    if (span === undefined) this.spans.set(key, { tag, individual, first: at, last: at })
    else {
      if (at < span.first) span.first = at
      if (at > span.last) span.last = at
    }
  }

  /** Takes a row that is marked as an outlier: it says that the tag was on the animal, and nothing of when. */
  seeOutlier(tag: string, individual: string): void {
    this.doubtful.set(tag + KEY_SEPARATOR + individual, { tag, individual })
  }

  get individuals(): ReadonlyArray<string> {
    return [...new Set([...this.spans.values(), ...this.doubtful.values()].map((s) => s.individual))]
  }

  /** The devices, and the name of the device that carried a row's tag on a row's animal. */
  settle(): {
    readonly devices: ReadonlyArray<DeployedDevice>
    readonly deviceOf: (tag: string, individual: string) => string
  } {
    const names = new Map<string, string>()
    const devices: Array<DeployedDevice> = []
    for (const [tag, spans] of Map.groupBy(this.spans.values(), (s) => s.tag)) {
      const inTurn = spans.toSorted((a, b) => a.first - b.first)
      const oneDevice = tag !== "" && inTurn.every((span, i) => i === 0 || span.first > inTurn[i - 1]!.last)
      if (oneDevice) {
        devices.push({
          device: tag,
          on: inTurn.map(({ first, individual }, i) => ({
            individual,
            from: i === 0 ? EARLIEST_MS : first,
            to: inTurn[i + 1]?.first ?? null
          }))
        })
      }
      for (const { individual } of inTurn) {
        const device = oneDevice ? tag : tag === "" ? individual : `${tag} (${individual})`
        names.set(tag + KEY_SEPARATOR + individual, device)
        if (!oneDevice) devices.push({ device, on: [{ individual, from: EARLIEST_MS, to: null }] })
      }
    }
    for (const [key, { individual, tag }] of this.doubtful) {
      if (names.has(key)) continue
      const device = tag === "" ? individual : `${tag} (${individual})`
      names.set(key, device)
      devices.push({ device, on: [{ individual, from: EARLIEST_MS, to: null }] })
    }
    return {
      devices,
      deviceOf: (tag, individual) => names.get(tag + KEY_SEPARATOR + individual) ?? individual
    }
  }
}
