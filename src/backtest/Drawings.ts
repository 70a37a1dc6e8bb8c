// Charts of a backtest, recorded while it runs: of the tested rule all that its conditions read, of the
// baseline when it was true. Both are evaluated at the records and ticks that start them, with the facts of
// that moment.
import type { Evaluated } from "../domain/rule/conditions/Evaluated.ts"
import type { Facts, Placement } from "../domain/rule/Facts.ts"
import { leaves } from "../domain/rule/leaves.ts"
import type { Observation, Subject } from "../domain/rule/Observation.ts"
import { isTriggeredBy, type Rule } from "../domain/rule/Rule.ts"
import type { Who } from "../domain/rule/scope.ts"
import type { SubjectActor } from "../engine/evaluate/SubjectActor.ts"
import { type Drawn, Evaluation, MAX_POINTS } from "./Evaluation.ts"
import { type Span, Spans } from "./Spans.ts"

/** MAX_DRAWN_SUBJECTS bounds the subjects that are drawn, MAX_DRAWN_POINTS the points of all their figures. */
export const MAX_DRAWN_SUBJECTS = 50
const MAX_DRAWN_POINTS = 50_000

/** Drawing is the chart of one subject. */
export interface Drawing extends Drawn {
  readonly subject: Subject
  readonly who: Who
  /** when the baseline was true; null: there is none */
  readonly baseline: ReadonlyArray<Span> | null
}

interface SubjectDrawing {
  readonly actor: SubjectActor
  readonly evaluation: Evaluation
  readonly baseline: Spans | null
}

/** Evaluates a rule; a failure draws nothing, and the result reports it. */
const evaluateOrNull = (rule: Rule, facts: Facts): Evaluated | null => {
  try {
    return rule.evaluate(facts)
  } catch {
    return null
  }
}

/** Drawings records the charts of a backtest. */
export class Drawings {
  /** number of subjects beyond MAX_DRAWN_SUBJECTS */
  undrawn = 0
  private readonly rule: Rule
  private readonly baseline: Rule | null
  private readonly paths: ReadonlyArray<string>
  private readonly noted = new Map<string, SubjectDrawing>()

  constructor(rule: Rule, baseline: Rule | null) {
    this.rule = rule
    this.baseline = baseline
    this.paths = leaves(rule.document.conditions, "/conditions").map((l) => l.pointer)
  }

  enter(actor: SubjectActor): void {
    const { baseline, rule } = this
    if (!actor.applicable.rules.has(rule)) return
    if (this.noted.size >= MAX_DRAWN_SUBJECTS) {
      this.undrawn++
      return
    }
    const isCompared = baseline !== null && actor.applicable.rules.has(baseline)
    this.noted.set(actor.subject.id, {
      actor,
      evaluation: new Evaluation(this.paths),
      baseline: isCompared ? new Spans() : null
    })
  }

  /** Records the evaluation at the records of one instant; `before`: the placements until then. */
  atRecords(
    actor: SubjectActor,
    seen: ReadonlyArray<Observation>,
    at: number,
    before: ReadonlyMap<string, Placement>
  ): void {
    this.note(actor, at, (rule) => {
      const sample = seen.findLast((o) => isTriggeredBy(rule, o))
      return sample === undefined ? null : actor.facts(at, sample, before)
    })
  }

  /** Records the evaluation at a tick. */
  atTick(actor: SubjectActor, at: number): void {
    this.note(actor, at, ({ everyMs }) =>
      everyMs === null || at % everyMs !== 0 ? null : actor.facts(at, null, actor.placements)
    )
  }

  /** Returns what was recorded up to a moment. */
  draw(to: number): ReadonlyArray<Drawing> {
    const all = [...this.noted.values()]
    const figures = all.reduce((sum, n) => sum + n.evaluation.seriesCount, 0)
    const points = Math.max(2, Math.min(MAX_POINTS, Math.floor(MAX_DRAWN_POINTS / figures)))
    return all.map(({ actor: { subject, who }, baseline, evaluation }) => {
      const drawn = evaluation.draw(to, points)
      return {
        subject,
        who,
        ...drawn,
        baseline: this.baseline === null ? null : (baseline?.upTo(to) ?? []),
        isCut: drawn.isCut || baseline?.isCut === true
      }
    })
  }

  /** Records evaluations. `factsFor`: the facts for a rule; null: nothing started it. */
  private note(actor: SubjectActor, at: number, factsFor: (rule: Rule) => Facts | null): void {
    const noted = this.noted.get(actor.subject.id)
    if (noted === undefined) return
    const found = (rule: Rule) => {
      const facts = factsFor(rule)
      return facts === null ? null : evaluateOrNull(rule, facts)
    }
    const evaluated = found(this.rule)
    if (evaluated !== null) noted.evaluation.note(at, evaluated)
    if (noted.baseline === null || this.baseline === null) return
    const other = found(this.baseline)
    if (other !== null) noted.baseline.note(at, other.truth)
  }
}
