// What judging works with and within.
import type { Facts } from "../../domain/rule/Facts.ts"
import type { Moment } from "../../domain/rule/Observation.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import type { RuleSet } from "./RuleSet.ts"
import type { SubjectActor } from "./SubjectActor.ts"
import type { BatchResult } from "./BatchResult.ts"

/** What judging needs besides the subject: the edition of the rules, where decisions go, and ids. */
export interface EvaluationContext {
  readonly ruleSet: RuleSet
  readonly changes: BatchResult
  readonly nextId: () => string
  /** whether what is found out at this moment is found out late */
  readonly isLate: (moment: Moment) => boolean
  /** facts as a rule of another edition finds them; absent: all rules are of this edition */
  readonly factsOf?: (rule: Rule, facts: Facts, subjectActor: SubjectActor) => Facts
}

/** Asked after each moment that was judged: whether no more may be judged now. */
export type IsSpent = () => boolean
