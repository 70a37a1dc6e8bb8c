// What evaluating needs beside the subject.
import type { Facts } from "../../domain/rule/Facts.ts"
import type { Moment } from "../../domain/rule/Observation.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import type { RuleSet } from "./RuleSet.ts"
import type { SubjectActor } from "./SubjectActor.ts"
import type { Decisions } from "./Decisions.ts"

/** EvaluationContext holds the edition of the rules, the decisions it adds to, and a source of ids. */
export interface EvaluationContext {
  readonly ruleSet: RuleSet
  readonly decisions: Decisions
  readonly nextId: () => string
  /** whether events of this moment are marked as late */
  readonly isLate: (moment: Moment) => boolean
  /** the facts for a rule of another edition; absent: all rules are of this edition */
  readonly factsOf?: (rule: Rule, facts: Facts, subjectActor: SubjectActor) => Facts
}

/** IsSpent is asked after each evaluated moment: whether no more may be evaluated now. */
export type IsSpent = () => boolean
