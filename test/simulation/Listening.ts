// When the simulated service hears by each way in: beats while it does, outages on record where it did not, as the
// functions of the database keep them. Written anew, from the text of the decision.
import type { Outage } from "../../src/domain/hearing/Hearing.ts"
import type { HearingNews, KnownOutages, Vouch } from "../../src/engine/ports.ts"

/** A way in without a beat for so long is out, ms. */
const PATIENCE_MS = 15_000
const BEAT_MS = 2000
/** One that said nothing for so long may be out, ms. */
const DOUBT_MS = 4000

/** A way in: a data source that is dialled, or null, what is pushed. */
export type Way = string | null

export class Listening {
  readonly outages: Array<Outage>
  private readonly heardTo = new Map<Way, number>()
  private readonly beats = new Map<Way, number>()
  private readonly lost = new Set<Way>()

  constructor(outages: Array<Outage>) {
    this.outages = outages
  }

  /** A way in is heard from now on, and says so. */
  start(
    way: Way,
    now: number,
    after: (milliseconds: number, run: () => void) => void,
    clock: () => number
  ): void {
    this.lost.delete(way)
    this.hear(way, false, now)
    const beat = () => {
      if (this.lost.has(way)) return
      this.hear(way, true, clock())
      after(BEAT_MS, beat)
    }
    after(BEAT_MS, beat)
  }

  /** Without a word: what listened there died. */
  stop(way: Way): void {
    this.lost.add(way)
  }

  isHeard(way: Way): boolean {
    return this.heardTo.size === 0 || !this.lost.has(way)
  }

  look({ newest, open }: KnownOutages, vouch: Vouch | null, now: number): HearingNews {
    for (const [way, upTo] of vouch?.heard ?? []) {
      const known = this.heardTo.get(way)
      if (known !== undefined && known < upTo && known >= upTo - PATIENCE_MS) this.heardTo.set(way, upTo)
    }
    for (const [way, upTo] of vouch?.doubted ?? []) {
      const known = this.heardTo.get(way)
      if (known === undefined || known >= upTo || this.openOf(way) !== undefined) continue
      if (this.beats.get(way)! < now - DOUBT_MS) this.add(way, known, Infinity)
      else this.heardTo.set(way, Math.max(known, Math.min(upTo, now + 5000)))
    }
    for (const [way, known] of this.heardTo)
      if (known < now - PATIENCE_MS && this.openOf(way) === undefined) this.add(way, known, Infinity)
    return {
      asOf: now,
      outages: this.outages.filter((o) => o.id > newest || open.includes(o.id)),
      heardTo: new Map([...this.heardTo].filter(([way]) => this.openOf(way) === undefined))
    }
  }

  private openOf(way: Way): Outage | undefined {
    return this.outages.find((o) => o.sourceId === way && o.to === Infinity)
  }

  private add(sourceId: Way, from: number, to: number): void {
    this.outages.push({ id: this.outages.length + 1, sourceId, from, to })
  }

  private hear(way: Way, isLinked: boolean, now: number): void {
    const known = this.heardTo.get(way),
      open = this.openOf(way)
    this.heardTo.set(way, Math.max(now, known ?? now))
    this.beats.set(way, now)
    if (open !== undefined) this.outages[open.id - 1] = { ...open, to: now }
    else if (known !== undefined && !isLinked && now - known > 1000) this.add(way, known, now)
  }
}
