// What the engine needs from outside. `store` answers with SQL, tests with memory.
import { Context, Data, type Effect } from "effect"
import type { Geometry } from "../domain/geo/Geometry.ts"
import type { FeatureType } from "../domain/rule/ConditionNode.ts"
import type { Fix, Placement, Sample } from "../domain/rule/Facts.ts"
import type { Observation, Subject } from "../domain/rule/Observation.ts"
import type { RuleState } from "../domain/rule/RuleState.ts"
import type { Who } from "../domain/rule/scope.ts"
import type { Said } from "../domain/rule/stateChange.ts"
import type { Changes, HalfTicked } from "./evaluate/Changes.ts"
import type { Lane } from "./live/Lanes.ts"
import type { Needs } from "./evaluate/Needs.ts"
import type { Span } from "./live/Rewrite.ts"

export type { Dismissal, Rewrite, Span } from "./live/Rewrite.ts"
export type { Changes, Failure, HalfTicked } from "./evaluate/Changes.ts"
export type { NewEvent } from "./evaluate/NewEvent.ts"
export type { Lane, LaneMove, Place } from "./live/Lanes.ts"
export type { Needs } from "./evaluate/Needs.ts"

/** Another process owns the partitions now, or the database moved on without us: memory must be forgotten. */
export class Fenced extends Data.TaggedError("Fenced")<{ readonly message: string }> {}

/** The database refuses what a batch decided, and will again: somebody has to step over it. */
export class Unfit extends Data.TaggedError("Unfit")<{ readonly message: string }> {}

/**
 * What a batch decided is too much for one transaction: nothing of it was committed. `bytes`: at least so
 * many, of texts alone.
 */
export class TooLarge extends Data.TaggedError("TooLarge")<{ readonly bytes: number }> {
  override get message(): string {
    return (
      `what the batch decided weighs ${this.bytes} bytes or more, too much for one transaction; it has ` +
      `to be committed in pieces`
    )
  }
}

export interface Cursor {
  readonly partition: number
  readonly position: number
}

/** How far the log is judged: up to the cursors, but for projects in lanes, which are as far as these say. */
export interface Reading {
  readonly cursors: ReadonlyArray<Cursor>
  readonly lanes: ReadonlyArray<Lane>
}

/** All partitions, held under one epoch until the lease runs out. */
export interface Tenure extends Reading {
  readonly epoch: number
}

/** One owner at a time, proven at every commit by the epoch. */
export class Ownership extends Context.Service<
  Ownership,
  {
    /** null while somebody else's lease runs */
    readonly claim: Effect.Effect<Tenure | null>
    /** false when the tenure is over */
    readonly renew: (tenure: Tenure) => Effect.Effect<boolean>
    readonly release: (tenure: Tenure) => Effect.Effect<void>
  }
>()("engine/Ownership") {}

export interface LogRow {
  readonly partition: number
  readonly id: number
  /** `[]` where nothing of it is asked for */
  readonly payload: string
}

export interface Editions {
  readonly book: number
  readonly roster: number
}

/**
 * Which rows of a lane are asked for: those of the window under way, whole (`fixed`), or the next ones after
 * `from` up to `to`.
 */
export interface WindowAsked {
  readonly partition: number
  readonly from: number
  readonly to: number
  readonly fixed: boolean
}

/** The rows of a window that hold something of the project; it ends at `upTo`. */
export interface WindowRows {
  readonly partition: number
  readonly upTo: number
  readonly rows: ReadonlyArray<LogRow>
}

export class Feed extends Context.Service<
  Feed,
  {
    /**
     * The next rows of each partition in log order, about `most` observations; `atEnd`: the partitions of
     * which nothing is left beyond them. A row that holds nothing but of projects in lanes of its partition
     * comes without what is in it.
     */
    readonly read: (
      reading: Reading,
      most: number
    ) => Effect.Effect<{ readonly rows: ReadonlyArray<LogRow>; readonly atEnd: ReadonlySet<number> }>
    /** Windows of a project in lanes; a new one holds about `most` observations, one row at the least. */
    readonly windows: (
      projectId: string,
      asked: ReadonlyArray<WindowAsked>,
      most: number
    ) => Effect.Effect<ReadonlyArray<WindowRows>>
    /** The editions of the projects' rules, features and rosters as they stand. */
    readonly editions: (projectIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Editions>>
    /** The projects in which some rule with a schedule is in force, and their editions. */
    readonly scheduled: Effect.Effect<ReadonlyMap<string, Editions>>
    /** Returns when the log may have grown: a doorbell, at the latest after the given time. */
    readonly wait: (milliseconds: number) => Effect.Effect<void>
  }
>()("engine/Feed") {}

export interface FeatureRow {
  readonly id: string
  readonly name: string
  readonly featureType: FeatureType
  readonly geometry: Geometry
  readonly radiusM: number | null
  readonly revision: number
  readonly changedAt: number
}

export interface RuleRow {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly blankFrom: number
  /** when the version came into force, epoch ms */
  readonly activeFrom: number
  readonly document: unknown
  readonly failedSubject: string | null
}

/** A project's enabled rules and its features, of one moment. */
export interface BookRows {
  readonly version: number
  readonly features: ReadonlyArray<FeatureRow>
  readonly rules: ReadonlyArray<RuleRow>
}

export class RuleBook extends Context.Service<
  RuleBook,
  {
    /** The edition in force; null: no such project. */
    readonly load: (projectId: string) => Effect.Effect<BookRows | null>
    /** A past edition: rules, features and names as they were in it. */
    readonly at: (projectId: string, version: number) => Effect.Effect<BookRows>
  }
>()("engine/RuleBook") {}

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
  /** by key of the lens */
  readonly placements: ReadonlyMap<string, Placement>
  readonly states: ReadonlyArray<{
    readonly ruleId: string
    readonly blankFrom: number
    readonly state: RuleState
    readonly episode: string | null
  }>
  /** by rule: which version decided that state, and of which effective time it is; absent: not asked for */
  readonly decided?: ReadonlyMap<string, { readonly version: number; readonly at: number }>
  /** the edition of the book the subject was judged with last; null: none yet */
  readonly edition: number | null
  /** what the subject was to scopes then, as `standingOf` says it; null: not on record */
  readonly standing: string | null
  /** ticks and deadlines that were judged before that began, as in Changes.ts */
  readonly tickFloor: number
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
  standing: null,
  tickFloor: -Infinity,
  judged: new Map()
}

/** One of those who are asked at the ticks of a schedule. */
export interface Member {
  readonly subject: Subject
  /** when anything of it was received, epoch ms, ascending: all since a moment, after the newest before it */
  readonly receipts: ReadonlyArray<number>
}

/** Ticks of a project in a partition are judged up to `to`, and with `half` beyond it for some subjects. */
export interface TickedRow {
  readonly projectId: string
  readonly partition: number
  readonly to: number
  readonly half: HalfTicked | null
}

export class FactSource extends Context.Service<
  FactSource,
  {
    /** What is known of subjects that wake cold, one round of queries for all of them. */
    readonly wake: (
      subjects: ReadonlyArray<Subject>,
      reading: Reading,
      needs: Needs
    ) => Effect.Effect<ReadonlyMap<Subject, Memory>>
    /** Names, types and groups by id; a subject that was deleted is missing. */
    readonly who: (subjects: ReadonlyArray<Subject>) => Effect.Effect<ReadonlyMap<string, Who>>
    /** Every subject of a project that ever reported, as the records that are judged show it. */
    readonly roll: (
      projectId: string,
      reading: Reading,
      since: number
    ) => Effect.Effect<ReadonlyArray<Member>>
    /** Up to when the ticks of each project are judged, by partition. */
    readonly ticked: Effect.Effect<ReadonlyArray<TickedRow>>
    /** States with a timer, of all partitions. */
    readonly pending: Effect.Effect<
      ReadonlyArray<{ readonly ruleId: string; readonly subject: Subject; readonly wakeAt: number }>
    >
  }
>()("engine/FactSource") {}

/** Part of a subject's past: effective times from `from` to `to`, both in it. */
export interface Stretch {
  readonly subject: Subject
  readonly from: number
  readonly to: number
}

/**
 * How much of each stretch is read at most: records of a kind, and events or changes of a rule's state that
 * were decided there.
 */
export interface Most {
  readonly records: number
  readonly decided: number
}

/** The first part of a stretch: whole up to and with `until`, all of it where that is Infinity. */
export interface Piece {
  readonly records: ReadonlyArray<Observation>
  readonly until: number
  /** a record lies beyond it */
  readonly goesOn: boolean
}

/**
 * From where on a subject is judged with an edition of the book, and when that began on the clock; the rest
 * as in Changes.ts.
 */
export interface Edition {
  readonly version: number
  readonly floor: number
  readonly tickFloor: number
  readonly judged: ReadonlyMap<string, number>
  readonly standing: string
  readonly at: number
}

/** The stored past. `reading`: only what the engine has judged counts; null: all that is stored. */
export class History extends Context.Service<
  History,
  {
    /**
     * Subjects' memory as it was just before their stretch began: records older than that, placements and
     * states as they were left then; without the edition, which is `editions`' to tell. Of each project the
     * subjects' ids differ; the answers go by them.
     */
    readonly recall: (
      stretches: ReadonlyArray<Stretch>,
      needs: Needs,
      reading: Reading | null
    ) => Effect.Effect<ReadonlyMap<string, Memory>>
    /**
     * The valid, unconflicting records of the stretches, in the order of judging, subject by subject: so many
     * of them, and the rest of no instant.
     */
    readonly records: (
      stretches: ReadonlyArray<Stretch>,
      reading: Reading | null,
      most: Most
    ) => Effect.Effect<ReadonlyMap<string, Piece>>
    /** Arrivals of each subject in its stretch, ascending, after the newest one before it. */
    readonly receipts: (
      stretches: ReadonlyArray<Stretch>,
      reading: Reading | null
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<number>>>
    /** The editions each subject was judged with, in the order in which they began. */
    readonly editions: (
      subjects: ReadonlyArray<Subject>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<Edition>>>
  }
>()("engine/History") {}

/**
 * Which changes of the past are taken: those of a subject for which none was noted since `quiet`, or one
 * before `patience`, ms ago.
 */
export interface Waiting {
  readonly quietMs: number
  readonly patienceMs: number
  readonly now: number
  readonly most: number
}

export class LateSpans extends Context.Service<
  LateSpans,
  {
    /**
     * Changes of the past that nobody has looked at, by subject: project by project in turn, of each the
     * oldest first. Where a past is being judged again, that goes on at once, and newer changes of its
     * subject wait until it is finished.
     */
    readonly due: (waiting: Waiting) => Effect.Effect<ReadonlyArray<Span>>
    /** The pasts that are being judged again. */
    readonly begun: Effect.Effect<ReadonlyArray<Pick<Span, "subject" | "from">>>
  }
>()("engine/LateSpans") {}

export class Journal extends Context.Service<
  Journal,
  {
    /**
     * Everything a batch decided and the cursors, in one transaction, only if the tenure still holds and the
     * cursors are where they were read. On any failure the outcome is unknown and memory must be forgotten.
     */
    readonly commit: (tenure: Tenure, changes: Changes) => Effect.Effect<void, Fenced | TooLarge | Unfit>
  }
>()("engine/Journal") {}

/** Fresh ids, so that the engine draws no randomness of its own. */
export class Ids extends Context.Service<Ids, { readonly next: () => string }>()("engine/Ids") {}
