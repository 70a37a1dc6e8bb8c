// The facts of one subject at one moment, read from its memory. They are read many times a record, so this is
// an object with fields and no closures.
import type { Stretch } from "../../domain/hearing/Hearing.ts"
import type { Facts, Fix, Placement, Sample, WindowFigures } from "../../domain/rule/Facts.ts"
import type { RecordTypes } from "../../domain/rule/PositionFilter.ts"
import type { Observation } from "../../domain/rule/Observation.ts"
import type { SlidingWindow } from "../../domain/rule/SlidingWindow.ts"
import { countUpTo, type Delayed } from "./arrivals.ts"
import { isUnheard, type Listened, unheardIn } from "./heard.ts"

const emptyWindow: WindowFigures = Object.freeze({
  count: 0,
  sum: 0,
  min: NaN,
  max: NaN,
  newest: null,
  oldest: null
})

/** Returns the key of a window among those of a subject. */
export const windowKey = (metric: string, seconds: number): string => `${metric} ${seconds}`

/** SubjectMemory is what is kept of a subject to answer its rules. */
export interface SubjectMemory extends Listened {
  readonly latest: ReadonlyMap<string, Sample> | null
  readonly windows: ReadonlyMap<string, SlidingWindow> | null
  readonly arrivals: ReadonlyArray<number> | null
  readonly delayed: ReadonlyArray<Delayed> | null
  readonly latestGnss: Fix | undefined
  readonly latestNetwork: Fix | undefined
  readonly placements: ReadonlyMap<string, Placement>
}

/** ActorFacts answers rules from a subject's memory; valid until the memory changes. */
export class ActorFacts implements Facts {
  readonly at: number
  readonly trigger: Observation | null
  private readonly memory: SubjectMemory
  private readonly placedBefore: ReadonlyMap<string, Placement>

  /** Makes the facts of a moment; `placedBefore`: the placements before its fix. */
  constructor(
    memory: SubjectMemory,
    at: number,
    trigger: Observation | null,
    placedBefore: ReadonlyMap<string, Placement>
  ) {
    this.memory = memory
    this.at = at
    this.trigger = trigger
    this.placedBefore = placedBefore
  }

  latest(metric: string): Sample | undefined {
    return this.memory.latest?.get(metric)
  }

  window(metric: string, seconds: number): WindowFigures {
    return this.memory.windows?.get(windowKey(metric, seconds))?.at(this.at) ?? emptyWindow
  }

  lastSeen(): number | null {
    const { delayed, arrivals } = this.memory
    const received = arrivals?.[countUpTo(arrivals, this.at) - 1] ?? null
    return delayed === null ? received : this.lastSent(received, delayed)
  }

  unheard(since: number): ReadonlyArray<Stretch> {
    return unheardIn(this.memory, since, this.at)
  }

  /**
   * Returns the newest arrival or, if newer, the time of a delayed record sent while the subject could not be
   * heard: it counts as a sign of life at that time.
   */
  private lastSent(received: number | null, delayed: ReadonlyArray<Delayed>): number | null {
    let last = received
    for (const { sentAt } of delayed)
      if (sentAt <= this.at && (last === null || sentAt > last) && isUnheard(this.memory, sentAt))
        last = sentAt
    return last
  }

  fix(recordTypes: RecordTypes): Fix | undefined {
    const { latestGnss, latestNetwork } = this.memory
    if (recordTypes === "gnss" || latestNetwork === undefined)
      return recordTypes === "network" ? undefined : latestGnss
    if (recordTypes === "network" || latestGnss === undefined) return latestNetwork
    return latestNetwork.at > latestGnss.at ? latestNetwork : latestGnss
  }

  before(filterKey: string): Placement | null {
    return this.placedBefore.get(filterKey) ?? null
  }

  now(filterKey: string): Placement | null {
    return this.memory.placements.get(filterKey) ?? null
  }
}
