// When the service could hear a subject: outages of the ways by which its devices report. Silence counts only
// over times in which something sent would have been received.

/** A stretch `[from, to)` in which a way in was not heard; epoch ms, `to` Infinity: it goes on. */
export interface Outage {
  readonly id: number
  /** the data source; null: all that is pushed to the API */
  readonly sourceId: string | null
  readonly from: number
  readonly to: number
}

/** A way by which a device reports. */
export interface Route {
  readonly sourceId: string
  /** devices push to the API; false: the service connects to the source's broker or server */
  readonly pushed: boolean
  /** since when the device is registered there, epoch ms */
  readonly since: number
}

/** A device that reports for a subject, `[from, to)`; epoch ms. Without routes it pushes to the API. */
export interface Reporter {
  readonly routes?: ReadonlyArray<Route> | undefined
  readonly from: number
  readonly to: number
}

/** A stretch of time, `[from, to)`; epoch ms. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Outages that overlap or touch are one stretch; ascending. */
const merged = (outages: Iterable<Outage>): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  for (const { from, to } of [...outages].sort((a, b) => a.from - b.from || a.id - b.id)) {
    const last = stretches.at(-1)
    if (last !== undefined && from <= last.to)
      stretches[stretches.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else stretches.push({ from, to })
  }
  return stretches
}

/** Index of the first stretch that ends after a moment. */
const firstAfter = (stretches: ReadonlyArray<Stretch>, at: number): number => {
  let low = 0,
    high = stretches.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (stretches[middle]!.to <= at) low = middle + 1
    else high = middle
  }
  return low
}

const covers = (stretches: ReadonlyArray<Stretch> | undefined, at: number): boolean => {
  if (stretches === undefined) return false
  const stretch = stretches[firstAfter(stretches, at)]
  return stretch !== undefined && stretch.from <= at
}

/** The outages that are known, as the engine, replays and rule tests read them alike. */
export class Hearing {
  /** all outages that began up to then are known, epoch ms; Infinity: no other will be */
  knownTo: number
  /** up to when each way in is known to have been heard, of those that are not out; null: the API */
  heardTo: ReadonlyMap<string | null, number> = new Map()
  private readonly outages = new Map<number, Outage>()
  private readonly bySource = new Map<string | null, ReadonlyArray<Stretch>>()

  constructor(outages: Iterable<Outage> = [], knownTo = Infinity) {
    this.knownTo = knownTo
    this.learn(outages)
  }

  /** Whether no outage is known: then nothing has to be asked. */
  get isWhole(): boolean {
    return this.outages.size === 0
  }

  /** The newest outage that is known, by id; 0: none is. */
  get newest(): number {
    return Math.max(0, ...this.outages.keys())
  }

  /** Outages that are not over. */
  get open(): ReadonlyArray<Outage> {
    return [...this.outages.values()].filter(({ to }) => to === Infinity)
  }

  /** Takes outages that are new, or have ended since. */
  learn(outages: Iterable<Outage>): void {
    const changed = new Set<string | null>()
    for (const outage of outages) {
      this.outages.set(outage.id, outage)
      changed.add(outage.sourceId)
    }
    for (const sourceId of changed)
      this.bySource.set(sourceId, merged([...this.outages.values()].filter((o) => o.sourceId === sourceId)))
  }

  /** Forgets an outage that turned out to be none. */
  forget(id: number): void {
    const outage = this.outages.get(id)
    if (outage === undefined) return
    this.outages.delete(id)
    this.bySource.delete(outage.sourceId)
    this.learn([...this.outages.values()].filter((o) => o.sourceId === outage.sourceId))
  }

  /** The stretches of `[from, to)` in which some way in was not heard, ascending. */
  within(from: number, to: number): ReadonlyArray<Stretch> {
    const all = merged(this.outages.values())
    return all.flatMap((s) =>
      s.to <= from || s.from >= to ? [] : [{ from: Math.max(s.from, from), to: Math.min(s.to, to) }]
    )
  }

  /** Whether some way in was not heard at a moment. */
  hasOutageAt(at: number): boolean {
    for (const stretches of this.bySource.values()) if (covers(stretches, at)) return true
    return false
  }

  /** Whether nothing that the devices sent at a moment could be heard. */
  isDeafTo(reporters: ReadonlyArray<Reporter>, at: number): boolean {
    if (this.outages.size === 0) return false
    const reporting = reporters.filter(({ from, to }) => from <= at && at < to)
    // what wears nothing at that moment is heard by whatever it wore
    return (reporting.length === 0 ? reporters : reporting).every(({ routes = [] }) => {
      const registered = routes.filter(({ since }) => since <= at)
      return registered.length === 0
        ? covers(this.bySource.get(null), at)
        : registered.every((route) => this.isOut(route, at))
    })
  }

  /** The stretches of `[from, to)` in which nothing that the devices sent could be heard, ascending. */
  deafTo(reporters: ReadonlyArray<Reporter>, from: number, to: number): ReadonlyArray<Stretch> {
    if (this.outages.size === 0 || from >= to) return []
    const cuts = new Set<number>([from])
    const cut = (at: number) => {
      if (at > from && at < to) cuts.add(at)
    }
    let isTouched = false
    for (const way of new Set([null, ...reporters.flatMap((r) => r.routes ?? []).map((r) => r.sourceId)])) {
      const stretches = this.bySource.get(way) ?? []
      for (let i = firstAfter(stretches, from); i < stretches.length && stretches[i]!.from < to; i++) {
        isTouched = true
        cut(stretches[i]!.from)
        cut(stretches[i]!.to)
      }
    }
    if (!isTouched) return []
    for (const reporter of reporters) {
      cut(reporter.from)
      cut(reporter.to)
      for (const { since } of reporter.routes ?? []) cut(since)
    }
    const moments = [...cuts].sort((a, b) => a - b),
      deaf: Array<Stretch> = []
    for (const [i, at] of moments.entries()) {
      if (!this.isDeafTo(reporters, at)) continue
      const end = moments[i + 1] ?? to,
        last = deaf.at(-1)
      if (last?.to === at) deaf[deaf.length - 1] = { from: last.from, to: end }
      else deaf.push({ from: at, to: end })
    }
    return deaf
  }

  private isOut({ pushed, sourceId }: Route, at: number): boolean {
    return covers(this.bySource.get(sourceId), at) || (pushed && covers(this.bySource.get(null), at))
  }
}

/** Returns the ways in by any of which devices report: data sources, or null, the API. */
export const waysOf = (reporters: ReadonlyArray<Reporter>): ReadonlySet<string | null> =>
  new Set(
    reporters.flatMap(({ routes = [] }) =>
      routes.length === 0 ? [null] : routes.map((r) => (r.pushed ? null : r.sourceId))
    )
  )

/** Milliseconds of some stretches. */
export const lengthOf = (stretches: ReadonlyArray<Stretch>): number =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0)

/** Everything could be heard at any time. */
export const wholeHearing = new Hearing()
