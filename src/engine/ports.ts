// What the engine needs from outside, in one place for those who answer: `store` does with SQL, tests with
// memory. The services first, then what they are told of the engine's own.
export { FactSource, type Member, type PendingRow, type TickedRow } from "./ports/FactSource.ts"
export { type Editions, Feed, type LogRow, type WindowAsked, type WindowRows } from "./ports/Feed.ts"
export { type HearingNews, HearingLog, type KnownOutages, type Vouch } from "./ports/HearingLog.ts"
export { type Edition, History, type Most, type Piece, type Stretch } from "./ports/History.ts"
export { Ids } from "./ports/Ids.ts"
export { Fenced, Journal, TooLarge, Unfit } from "./ports/Journal.ts"
export { LateSpans, type Waiting } from "./ports/LateSpans.ts"
export { type Memory, noMemory } from "./ports/Memory.ts"
export { type Cursor, Ownership, type Reading, type Tenure } from "./ports/Ownership.ts"
export {
  type RuleSetRows,
  type FeatureRow,
  RuleSetSource,
  RuleSetUnusable,
  type RuleRow
} from "./ports/RuleSetSource.ts"

export type { Delayed } from "./evaluate/arrivals.ts"
export type { BatchResult, Failure, HalfTicked } from "./evaluate/BatchResult.ts"
export type { Needs } from "./evaluate/Needs.ts"
export type { NewEvent } from "./evaluate/NewEvent.ts"
export type { Lane, LaneMove, Place } from "./live/Lanes.ts"
export type { Parking, ParkingMove } from "./live/ParkedProjects.ts"
export type { Dismissal, Rewrite, Span } from "./evaluate/Rewrite.ts"
