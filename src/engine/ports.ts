// What the engine needs from outside, in one place: `store` provides it with SQL, tests with memory. The
// services first, then types of the engine that they use.
export {
  FactSource,
  type ScheduledSubject,
  type PendingRow,
  type TickProgressRow,
  type TimerRange
} from "./ports/FactSource.ts"
export { type Editions, Feed, type LogRow, type WindowRequest, type WindowRows } from "./ports/Feed.ts"
export { type HearingNews, HearingLog, type KnownOutages, type Vouch } from "./ports/HearingLog.ts"
export {
  type Edition,
  History,
  type ReadLimits,
  type HistoryPart,
  type HistorySpan
} from "./ports/History.ts"
export { Ids } from "./ports/Ids.ts"
export { type Epochs, Fenced, Journal, TooLarge, Unfit } from "./ports/Journal.ts"
export { LateSpans, type LateSpanQuery } from "./ports/LateSpans.ts"
export { type Memory, noMemory } from "./ports/Memory.ts"
export { type Claim, type Cursor, Ownership, type LogProgress, type Tenure } from "./ports/Ownership.ts"
export { type Grant, PartitionPlacement } from "./ports/PartitionPlacement.ts"
export {
  type RuleSetRows,
  type FeatureRow,
  RuleSetSource,
  RuleSetUnusable,
  type RuleRow
} from "./ports/RuleSetSource.ts"

export { type BatchResult, type Failure, hasOnlyCursors, type PartialTick } from "./evaluate/BatchResult.ts"
export type { Needs } from "./evaluate/Needs.ts"
export type { NewEvent } from "./evaluate/NewEvent.ts"
export type { Lane, LaneMove, LanePlace } from "./evaluate/Lane.ts"
export type { Parking } from "./evaluate/Parking.ts"
export type { Dismissal, Rewrite, LateSpan } from "./evaluate/Rewrite.ts"
