// What a subject's memory is made from when its actor is made.
import type { Fix, Placement, Sample } from "../../domain/rule/Facts.ts"
import type { RuleState } from "../../domain/rule/RuleState.ts"
import type { StateValue } from "../../domain/rule/stateChange.ts"

/** Memory is what the records up to the cursor leave of a subject. */
export interface Memory {
  readonly watermark: number | null
  /** the newest device fix and the newest network location */
  readonly fix: Fix | undefined
  readonly networkFix: Fix | undefined
  readonly latest: ReadonlyMap<string, Sample>
  /** samples of the metrics that windows read, ascending, as far back as the longest of them reaches */
  readonly samples: ReadonlyMap<string, ReadonlyArray<Sample>>
  /** the last values of its devices' states, by `stateValueKey` */
  readonly lastStates: ReadonlyMap<string, StateValue>
  /** by key of the filter */
  readonly placements: ReadonlyMap<string, Placement>
  readonly states: ReadonlyArray<{
    readonly ruleId: string
    readonly blankFrom: number
    readonly state: RuleState
    readonly episode: string | null
  }>
  /** by rule: the version that decided that state, and its effective time; absent: not read */
  readonly decided?: ReadonlyMap<string, { readonly version: number; readonly at: number }>
  /** the edition the subject was evaluated with last; null: none yet */
  readonly edition: number | null
  /** its scope key then, text of `scopeKeyOf`; null: not stored */
  readonly scopeKey: string | null
  /** ticks and deadlines evaluated before that began, as in BatchResult.ts */
  readonly ticksAfter: number
  readonly judged: ReadonlyMap<string, number>
}

/** The memory of a subject without records. */
export const noMemory: Memory = {
  watermark: null,
  fix: undefined,
  networkFix: undefined,
  latest: new Map(),
  samples: new Map(),
  lastStates: new Map(),
  placements: new Map(),
  states: [],
  edition: null,
  scopeKey: null,
  ticksAfter: -Infinity,
  judged: new Map()
}
