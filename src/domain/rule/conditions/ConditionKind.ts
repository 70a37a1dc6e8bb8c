// All that a kind of condition is, part by part. A kind is one file that fills in every part, and one line in
// registry.ts: whatever reads, checks, runs, explains and records conditions is derived from these.
import type * as Schema from "effect/Schema"
import type { Truth } from "../Facts.ts"
import type { PositionFilter } from "../PositionFilter.ts"
import type { Trigger } from "../Trigger.ts"
import type { Names, Part } from "../words/words.ts"
import type { Comparison } from "./compare.ts"
import type { Area, Crossing, Feature, Level, NamedFeature, Setting } from "./Condition.ts"

/** Where a condition stands in its document. */
export interface Place {
  /** a trigger that cannot be read is everybody's: it is refused by itself */
  readonly isTriggeredBy: (kind: Trigger["kind"]) => boolean
  /** anywhere under `not` */
  readonly negated: boolean
}

/** Why it may not stand there; `member` is its own that is at fault. */
export interface Misplaced {
  readonly member: string
  readonly code: string
  readonly detail: string
}

/** Conditions that not every document may hold, as JSON Schema says it. */
export interface Restriction {
  /** of the schema of a tree without them */
  readonly name: string
  readonly description: string
  /** the members that tell them from others, beside their kind */
  readonly members: Readonly<Record<string, unknown>>
  /** the only one they go with */
  readonly trigger: Trigger["kind"]
  readonly neverNegated: boolean
}

/** What the published schema says of a kind beside its own schema. */
export interface Published {
  readonly restrictions: ReadonlyArray<Restriction>
  /** a bound over the whole document, in words that follow "that"; null: none */
  readonly bound: string | null
}

/** Something of the project that a condition names; `pointer`: JSON Pointer, from the condition. */
export type Named =
  | { readonly kind: "feature"; readonly id: string; readonly pointer: string }
  | { readonly kind: "metric"; readonly metric: string; readonly pointer: string }

/** Samples of a metric in the last so many seconds. */
export interface WindowNeed {
  readonly metric: string
  readonly seconds: number
}

/** What has to be in memory before a condition is asked. */
export interface ConditionNeeds {
  /** how it looks at where a subject is */
  readonly positionFilters: ReadonlyArray<PositionFilter>
  /** measured metrics whose latest value it reads */
  readonly metrics: ReadonlyArray<string>
  readonly windows: ReadonlyArray<WindowNeed>
  /** it reads a figure of the latest position */
  readonly readsFix: boolean
  /** it asks whether nothing was received for so long; null: it does not ask when anything was */
  readonly silenceMs: number | null
}

/** What every condition says of itself when it was evaluated. */
export interface Found {
  readonly type: string
  readonly truth: Truth
  /** why it is not known */
  readonly missing?: string
}

/** Values of a metric, or what was made of them over so many seconds, and what they are compared with. */
export interface Compared {
  readonly metric: string
  readonly op: Comparison
  readonly limit: number
  /** null: the value itself */
  readonly seconds: number | null
}

/** What titles and charts say of a condition that was evaluated. */
export interface Told {
  /** the number that it compared; `name` tells it from others of its metric */
  readonly figure?: { readonly name: string; readonly metric: string; readonly value: number | null }
  /** what it is about, where nothing was crossed */
  readonly feature?: NamedFeature
}

/** What was read, beside what it is compared with, as people read it. */
export interface Reading {
  readonly label: string
  /** a number, or names; null: nothing was there to read */
  readonly value: number | string | null
  /** null: it is not compared */
  readonly op: Comparison | null
  readonly limit: number | null
  readonly unit: string | null
  /** why it is not known */
  readonly missing?: string
}

/** A record that was read, by its kind. */
export type RecordRead =
  | { readonly kind: "position"; readonly id: number; readonly at: string }
  | { readonly kind: "measurement"; readonly id: number; readonly at: string; readonly value: number | null }

/** A window that was read: (from, to], and its oldest and newest record. */
export interface WindowRead {
  readonly metric: string
  readonly from: string
  readonly to: string
  readonly count: number
  readonly value: number | null
  readonly first_id: number | null
  readonly last_id: number | null
}

/** What is kept of a condition with an event: enough to judge it again, and what people see of it. */
export interface ConditionEvidence {
  /** what was read, by name */
  readonly values?: ReadonlyArray<readonly [name: string, value: number | string | null]>
  readonly records?: ReadonlyArray<RecordRead>
  readonly windows?: ReadonlyArray<WindowRead>
  readonly features?: ReadonlyArray<NamedFeature>
  readonly last_seen?: ReadonlyArray<string | null>
  /** stretches in which nothing of the subject could be heard, RFC 3339 */
  readonly unheard?: ReadonlyArray<{ readonly from: string; readonly to: string }>
}

/** What a device may send for a condition to be true: examples of rules are made of it. */
export interface Sample {
  /** what the items carry a number of */
  readonly metric?: string
  /** how that number compares, where the condition is about the number itself */
  readonly compared?: { readonly op: Comparison; readonly value: number }
  /** so many items in a row, at least */
  readonly items?: number
  /** how far back it looks, s */
  readonly windowSeconds?: number
  readonly place?: {
    /** in one of its features, or in none of them */
    readonly isIn: boolean
    readonly selects: Selects
    readonly exitBufferM: number
    readonly confirmSamples: number
  }
  readonly silenceSeconds?: number
}

/** The number that a condition compares, beside its limit, as people read it. */
export interface Figured {
  /** whose label and unit it has; null: no metric's */
  readonly metric: string | null
  readonly label: string
  readonly op: Comparison
  readonly limit: number
  readonly unit: string | null
  /**
   * The number itself, as `values` of the condition's evidence tell it at `at` (epoch ms), of a moment as of
   * an event of years ago; null: there was none.
   */
  readonly value: (values: Readonly<Record<string, unknown>>, at: number) => number | null
  /** what to say where there was none, and yet it is known what that means */
  readonly absent?: string
}

/** The features, of all there are, that a condition looks at. */
export type Selects = (features: ReadonlyArray<Feature>) => ReadonlyMap<string, Area>

/** A kind of condition: `C` as it is written in a document, `E` as it was found at a moment. */
export interface ConditionKind<C extends { readonly type: string }, E extends Found> {
  /** how it is written, and what an editor says about each member */
  readonly schema: Schema.Codec<C>
  /**
   * Whether it may stand where it stands, and what it adds to the cost of the whole. Called once a document;
   * what it answers is asked of each condition of the kind, in document order.
   */
  readonly check: () => (condition: C, place: Place) => ReadonlyArray<Misplaced>
  /** the same for whoever validates outside */
  readonly publish: Published
  /** what must exist when it is saved */
  readonly names: (condition: C) => ReadonlyArray<Named>
  /** null: it looks at no feature */
  readonly selects: (condition: C) => Selects | null
  readonly needs: (condition: C, trigger: Trigger) => Partial<ConditionNeeds>
  /** the line it draws in a chart of a metric; null: none, it compares something else */
  readonly compares: (condition: C) => Compared | null
  /** when it is true. Called when a rule is compiled, so that what it answers runs without looking back here */
  readonly compile: (condition: C, setting: Setting) => Level<E> | Crossing<E>
  /**
   * What it was and what it had to be, in words, where it is not as `wanted` (false under `not`); one that is
   * not known says what is missing.
   */
  readonly explain: (found: E, wanted: boolean, at: number) => string
  /** what it asks, as words of a sentence about its rule; paths from the condition */
  readonly say: (condition: C, names: Names) => ReadonlyArray<Part>
  /** the number it compares; null: it compares none */
  readonly figure: (condition: C, names: Names) => Figured | null
  /** what it read and what that had to be beside its figure, row by row */
  readonly readings: (found: E, condition: C) => ReadonlyArray<Reading>
  /** as clients read it: moments as RFC 3339, values to 12 digits; `at`: whence ages are told, null: nowhere */
  readonly write: (found: E, at: number | null) => object
  /** what titles and charts say of it */
  readonly tell: (found: E) => Told
  /** what is stored of it with an event */
  readonly evidence: (found: E) => ConditionEvidence
  /** what makes it true, for the fixture of an exported rule */
  readonly example: (condition: C) => Sample
}
