// What a subject's memory is made from where it wakes cold.
import type { Fix, Placement, Sample } from "../../domain/rule/Facts.ts"
import type { RuleState } from "../../domain/rule/RuleState.ts"
import type { Said } from "../../domain/rule/stateChange.ts"

/** A subject's memory as the records up to the cursor leave it. */
export interface Memory {
  readonly watermark: number | null
  /** the newest device fix and the newest network location */
  readonly fix: Fix | undefined
  readonly networkFix: Fix | undefined
  readonly latest: ReadonlyMap<string, Sample>
  /** samples of the metrics that windows read, ascending, as far back as the longest of them reaches */
  readonly samples: ReadonlyMap<string, ReadonlyArray<Sample>>
  /** what its devices said last of their states, by `saidKey` */
  readonly said: ReadonlyMap<string, Said>
  /** by key of the filter */
  readonly placements: ReadonlyMap<string, Placement>
  readonly states: ReadonlyArray<{
    readonly ruleId: string
    readonly blankFrom: number
    readonly state: RuleState
    readonly episode: string | null
  }>
  /** by rule: which version decided that state, and of which effective time it is; absent: not asked for */
  readonly decided?: ReadonlyMap<string, { readonly version: number; readonly at: number }>
  /** the edition of the rule set the subject was judged with last; null: none yet */
  readonly edition: number | null
  /** what the subject was to scopes then, as `scopeKeyOf` says it; null: not on record */
  readonly scopeKey: string | null
  /** ticks and deadlines that were judged before that began, as in BatchResult.ts */
  readonly ticksAfter: number
  readonly judged: ReadonlyMap<string, number>
}

/** The memory of a subject nobody has seen. */
export const noMemory: Memory = {
  watermark: null,
  fix: undefined,
  networkFix: undefined,
  latest: new Map(),
  samples: new Map(),
  said: new Map(),
  placements: new Map(),
  states: [],
  edition: null,
  scopeKey: null,
  ticksAfter: -Infinity,
  judged: new Map()
}
