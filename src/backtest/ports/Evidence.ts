// What an event was evaluated on, and what has become of it: the records it names as they are now, and records
// of its span that came later.
import { Context, type Effect } from "effect"
import type { WindowRead } from "../../domain/rule/conditions/ConditionKind.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Kind } from "../../domain/rule/Outcome.ts"
import type { Reads } from "../../domain/rule/Reads.ts"
import type { RuleState } from "../../domain/rule/RuleState.ts"

/** Claim is a stored event of a rule; evidence of older versions of the program may have fewer members. */
export interface Claim {
  readonly time: number
  readonly createdAt: number
  readonly title: string
  readonly severity: string
  readonly superseded: boolean
  readonly ruleId: string
  readonly ruleName: string
  readonly version: number
  readonly subject: Subject
  readonly entityName: string | null
  readonly deviceName: string
  readonly context: { readonly kind: Kind; readonly feature: { readonly id: string } | null }
  readonly evidence: {
    readonly rule_set_version: number
    readonly state_before: RuleState
    readonly records: ReadonlyArray<EvidenceRecord>
    readonly windows?: ReadonlyArray<WindowRead>
    /** stretches in which the subject could not be heard, RFC 3339 */
    readonly unheard?: ReadonlyArray<{ readonly from: string; readonly to: string }>
  }
}

/** EvidenceRecord is a record as it was read; members that are absent were not read. */
export interface EvidenceRecord {
  readonly kind: string
  readonly id: number
  readonly at?: string
  readonly [figure: string]: unknown
}

/** Evidence reads the records of events. */
export class Evidence extends Context.Service<
  Evidence,
  {
    /**
     * Returns the records as they are now, in the same form; null: gone, invalid, in conflict, or of another
     * subject.
     */
    readonly today: (claim: Claim) => Effect.Effect<ReadonlyArray<EvidenceRecord | null>>
    /** Returns records of the span up to the event that came, or were curated, after it was made. */
    readonly later: (claim: Claim, reads: Reads, from: number) => Effect.Effect<ReadonlyArray<EvidenceRecord>>
  }
>()("backtest/Evidence") {}
