// Changed pasts that wait for a replay.
import { Context, type Effect } from "effect"
import type { LateSpan } from "../evaluate/Rewrite.ts"

/**
 * LateSpanQuery selects subjects of partitions without a new change for `quietMs`, or with one older than
 * `maxWaitMs`.
 */
export interface LateSpanQuery {
  readonly partitions: ReadonlyArray<number>
  readonly quietMs: number
  readonly maxWaitMs: number
  readonly now: number
  readonly most: number
}

/** UnfinishedReplay is a replay that continues from `from`. */
interface UnfinishedReplay extends Pick<LateSpan, "subject" | "from"> {
  /** rule -> newest deadline evaluated before that */
  readonly judged: ReadonlyMap<string, number>
}

/** LateSpans reads changed pasts. */
export class LateSpans extends Context.Service<
  LateSpans,
  {
    /**
     * Returns unhandled changes by subject: project by project in turn, of each the oldest first. An
     * unfinished replay continues at once, and newer changes of its subject wait until it is finished.
     */
    readonly due: (waiting: LateSpanQuery) => Effect.Effect<ReadonlyArray<LateSpan>>
    /** Returns the unfinished replays of partitions. */
    readonly unfinished: (partitions: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<UnfinishedReplay>>
  }
>()("engine/LateSpans") {}
