import type { IconName } from "../../design/marks/icons.ts"
import type { RuleAtHand } from "../useRuleActs.ts"
import type { SeverityName } from "../../design/marks/Severity.tsx"

/** A row of ⌘K. */
export interface Choice {
  readonly id: string
  /** the heading of its group */
  readonly group: string
  readonly icon: IconName
  /** of an event: its severity's sign replaces the icon */
  readonly severity?: SeverityName | null
  readonly name: string
  readonly detail: string
  /** the key that does the same on the page */
  readonly key?: string
  /** it acts; other rows are links */
  readonly acts?: true
  /** the entity it is about, shown beside the list */
  readonly about?: string
  /** it is a rule, with actions of its own */
  readonly rule?: RuleAtHand
  readonly go: () => void
}
