// The facts of one subject at one moment, as its memory holds them: asked many times a record, so an object
// with fields and no closures.
import type { Facts, Fix, Placement, Sample, WindowFigures } from "../../domain/rule/Facts.ts"
import type { RecordTypes } from "../../domain/rule/PositionFilter.ts"
import type { Observation } from "../../domain/rule/Observation.ts"
import type { SlidingWindow } from "../../domain/rule/SlidingWindow.ts"
import { countUpTo } from "./arrivals.ts"

const emptyWindow: WindowFigures = Object.freeze({
  count: 0,
  sum: 0,
  min: NaN,
  max: NaN,
  newest: null,
  oldest: null
})

/** The name of a window among those of a subject. */
export const windowKey = (metric: string, seconds: number): string => `${metric} ${seconds}`

/** What a subject's memory is made of. */
export interface Remembered {
  readonly latest: ReadonlyMap<string, Sample> | null
  readonly windows: ReadonlyMap<string, SlidingWindow> | null
  readonly receipts: ReadonlyArray<number> | null
  readonly gnss: Fix | undefined
  readonly network: Fix | undefined
  readonly placements: ReadonlyMap<string, Placement>
}

export class ActorFacts implements Facts {
  readonly at: number
  readonly trigger: Observation | null
  private readonly memory: Remembered
  private readonly placedBefore: ReadonlyMap<string, Placement>

  /** To be asked before the memory changes again. */
  constructor(
    memory: Remembered,
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
    const { receipts } = this.memory
    return receipts?.[countUpTo(receipts, this.at) - 1] ?? null
  }

  fix(recordTypes: RecordTypes): Fix | undefined {
    const { gnss, network } = this.memory
    if (recordTypes === "gnss" || network === undefined) return recordTypes === "network" ? undefined : gnss
    if (recordTypes === "network" || gnss === undefined) return network
    return network.at > gnss.at ? network : gnss
  }

  before(filterKey: string): Placement | null {
    return this.placedBefore.get(filterKey) ?? null
  }

  now(filterKey: string): Placement | null {
    return this.memory.placements.get(filterKey) ?? null
  }
}
