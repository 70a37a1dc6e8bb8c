// What a look at the past of a rule reads, in one place for those who answer: `store` does with SQL. Reads
// alone; whoever asks bounds them.
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

/** For questions that need several of them. */
export const ports = Effect.all({ rules: RuleHistory, history: SubjectHistory, subjects: Subjects })
export type Ports = Effect.Success<typeof ports>
