// What backtests read, in one place: `store` provides it with SQL. Reads only; callers bound them.
import { Effect } from "effect"
import { RuleHistory } from "./ports/RuleHistory.ts"
import { SubjectHistory } from "./ports/SubjectHistory.ts"
import { Subjects } from "./ports/Subjects.ts"

export { type Claim, Evidence, type EvidenceRecord } from "./ports/Evidence.ts"
export {
  type Activation,
  RuleHistory,
  type StoredEvent,
  type StoredVersion,
  Unknown
} from "./ports/RuleHistory.ts"
export { type Slice, SubjectHistory } from "./ports/SubjectHistory.ts"
export { type KnownSubject, Subjects } from "./ports/Subjects.ts"

/** All services, for callers that need several. */
export const ports = Effect.all({ rules: RuleHistory, history: SubjectHistory, subjects: Subjects })
/** Ports are these services. */
export type Ports = Effect.Success<typeof ports>
