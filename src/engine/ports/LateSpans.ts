// Pasts that changed and wait to be judged again.
import { Context, type Effect } from "effect"
import type { Span } from "../evaluate/Rewrite.ts"

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

/** A past that is being judged again, from `from` on. */
export interface Begun extends Pick<Span, "subject" | "from"> {
  /** rule -> newest deadline that was judged before that */
  readonly judged: ReadonlyMap<string, number>
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
    readonly begun: Effect.Effect<ReadonlyArray<Begun>>
  }
>()("engine/LateSpans") {}
