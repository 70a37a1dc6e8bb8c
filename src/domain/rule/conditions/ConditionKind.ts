// All that a kind of condition is, part by part. A kind is one file that fills in every part, and one line in
// registry.ts; the code that reads, checks, runs, explains and records conditions is derived from these.
import type * as Schema from "effect/Schema"
import type { Truth } from "../Facts.ts"
import type { PositionFilter } from "../PositionFilter.ts"
import type { Trigger } from "../Trigger.ts"
import type { Message } from "../../../words/message.ts"
import type { Names } from "../words/phrases.ts"
import type { Comparison } from "./compare.ts"
import type { Area, Crossing, Feature, Level, NamedFeature, Setting } from "./Condition.ts"

/** Place is where a condition stands in its document. */
export interface Place {
  /** true for every kind if the trigger cannot be read, which is refused on its own */
  readonly isTriggeredBy: (kind: Trigger["kind"]) => boolean
  /** it stands under a `not` */
  readonly negated: boolean
}

/** Misplacement is why a condition may not stand there; `member` is its member at fault. */
export interface Misplacement {
  readonly member: string
  readonly code: string
  readonly detail: string
}

/** Restriction describes conditions that only some documents may hold, for JSON Schema. */
interface Restriction {
  /** name of the schema of a tree without them */
  readonly name: string
  readonly description: string
  /** the members that tell them from others, beside their kind */
  readonly members: Readonly<Record<string, unknown>>
  /** the only trigger they are allowed with */
  readonly trigger: Trigger["kind"]
  readonly neverNegated: boolean
}

/** PublishedKind is what the published schema says of a kind beside its own schema. */
interface PublishedKind {
  readonly restrictions: ReadonlyArray<Restriction>
  /** a bound over the whole document, in words that follow "that"; null: none */
  readonly bound: string | null
}

/**
 * ConditionReference is a feature or metric that a condition names; `pointer`: JSON Pointer, from the
 * condition.
 */
export type ConditionReference =
  | { readonly kind: "feature"; readonly id: string; readonly pointer: string }
  | { readonly kind: "metric"; readonly metric: string; readonly pointer: string }

/** WindowNeed asks for the samples of a metric in the last so many seconds. */
export interface WindowNeed {
  readonly metric: string
  readonly seconds: number
}

/** ConditionNeeds is what has to be in memory before a condition is evaluated. */
export interface ConditionNeeds {
  /** filters through which it reads positions */
  readonly positionFilters: ReadonlyArray<PositionFilter>
  /** measured metrics whose latest value it reads */
  readonly metrics: ReadonlyArray<string>
  readonly windows: ReadonlyArray<WindowNeed>
  /** it reads a figure of the latest position */
  readonly readsFix: boolean
  /** it reads whether nothing was received for so long; null: it does not read arrivals */
  readonly silenceMs: number | null
}

/** FindingBase is what every evaluated condition says. */
export interface FindingBase {
  readonly type: string
  readonly truth: Truth
  /** why it is unknown */
  readonly missing?: Message
}

/** ComparedMetric tells which metric, or an aggregate of it over so many seconds, is compared with what. */
export interface ComparedMetric {
  readonly metric: string
  readonly op: Comparison
  readonly limit: number
  /** null: the value itself */
  readonly seconds: number | null
}

/** ConditionSummary is what titles and charts say of an evaluated condition. */
export interface ConditionSummary {
  /** the number it compared; `name` distinguishes it from others of its metric */
  readonly figure?: { readonly name: string; readonly metric: string; readonly value: number | null }
  /** the feature it is about, if none was crossed */
  readonly feature?: NamedFeature
}

/** Reading is what was read, beside what it is compared with, for display. */
export interface Reading {
  readonly label: Message
  /** a number, or names; null: there was nothing to read */
  readonly value: number | string | null
  /** null: it is not compared */
  readonly op: Comparison | null
  readonly limit: number | null
  readonly unit: string | null
  /** why it is unknown */
  readonly missing?: Message
}

/** RecordRead is a record that was read, by its kind. */
type RecordRead =
  | { readonly kind: "position"; readonly id: number; readonly at: string }
  | { readonly kind: "measurement"; readonly id: number; readonly at: string; readonly value: number | null }

/** WindowRead is a window that was read: (from, to], and its oldest and newest record. */
export interface WindowRead {
  readonly metric: string
  readonly from: string
  readonly to: string
  readonly count: number
  readonly value: number | null
  readonly first_id: number | null
  readonly last_id: number | null
}

/**
 * ConditionEvidence is what an event stores of a condition: enough to evaluate it again, and what is
 * displayed.
 */
export interface ConditionEvidence {
  /** what was read, by name */
  readonly values?: ReadonlyArray<readonly [name: string, value: number | string | null]>
  readonly records?: ReadonlyArray<RecordRead>
  readonly windows?: ReadonlyArray<WindowRead>
  readonly features?: ReadonlyArray<NamedFeature>
  readonly last_seen?: ReadonlyArray<string | null>
  /** stretches in which the subject could not be heard, RFC 3339 */
  readonly unheard?: ReadonlyArray<{ readonly from: string; readonly to: string }>
}

/** Sample is what a device may send to make a condition true: examples of rules are made of it. */
export interface Sample {
  /** the metric of the items */
  readonly metric?: string
  /** how the number compares, if the condition is about the number itself */
  readonly compared?: { readonly op: Comparison; readonly value: number }
  /** the fewest items in a row */
  readonly items?: number
  /** how far back it looks, s */
  readonly windowSeconds?: number
  readonly place?: {
    /** inside one of its features, or outside all of them */
    readonly isIn: boolean
    readonly selects: Selects
    readonly exitBufferM: number
    readonly confirmSamples: number
  }
  readonly silenceSeconds?: number
}

/** ConditionFigure is the number that a condition compares, beside its limit, for display. */
export interface ConditionFigure {
  /** the metric whose label and unit it has; null: none */
  readonly metric: string | null
  readonly label: Message
  readonly op: Comparison
  readonly limit: number
  readonly unit: string | null
  /** Returns the number at `at` (epoch ms) from `values` of the condition's evidence; null: there was none. */
  readonly value: (values: Readonly<Record<string, unknown>>, at: number) => number | null
  /** what to show if there was none, where that has a meaning */
  readonly absent?: Message
}

/** Selects returns the features, of all there are, that a condition reads. */
export type Selects = (features: ReadonlyArray<Feature>) => ReadonlyMap<string, Area>

/** ConditionKind is a kind of condition: `C` as a document writes it, `E` as it was evaluated. */
export interface ConditionKind<C extends { readonly type: string }, E extends FindingBase> {
  /** its schema, with what an editor shows for each member */
  readonly schema: Schema.Codec<C>
  /**
   * Checks where conditions stand and what they cost together. Called once a document; the result is called
   * for each condition of the kind, in document order.
   */
  readonly check: () => (condition: C, place: Place) => ReadonlyArray<Misplacement>
  /** the same for validators outside */
  readonly publish: PublishedKind
  /** what must exist when it is saved */
  readonly names: (condition: C) => ReadonlyArray<ConditionReference>
  /** null: it reads no feature */
  readonly selects: (condition: C) => Selects | null
  readonly needs: (condition: C, trigger: Trigger) => Partial<ConditionNeeds>
  /** the line it draws in a chart of a metric; null: none, it compares something else */
  readonly compares: (condition: C) => ComparedMetric | null
  /** makes its evaluation; called once, when a rule is compiled */
  readonly compile: (condition: C, setting: Setting) => Level<E> | Crossing<E>
  /**
   * says in words what it was and what it had to be, if it is not as `wanted` (false under `not`), or what is
   * missing
   */
  readonly explain: (found: E, wanted: boolean, at: number) => Message
  /** what it asks, as a part of the sentence about its rule; `path`: JSON Pointer to it in the document */
  readonly message: (condition: C, names: Names, path: string) => Message
  /** the number it compares; null: it compares none */
  readonly figure: (condition: C, names: Names) => ConditionFigure | null
  /** what it read beside its figure, row by row */
  readonly readings: (found: E, condition: C) => ReadonlyArray<Reading>
  /** as clients read it: moments as RFC 3339, values to 12 digits; `at`: the moment for ages, null: no ages */
  readonly write: (found: E, at: number | null) => object
  /** what titles and charts say of it */
  readonly summarize: (found: E) => ConditionSummary
  /** what an event stores of it */
  readonly evidence: (found: E) => ConditionEvidence
  /** what makes it true, for the fixture of an exported rule */
  readonly example: (condition: C) => Sample
}
