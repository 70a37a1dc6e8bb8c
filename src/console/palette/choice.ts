import type { IconName } from "../look/icons.ts"
import type { SeverityName } from "../look/Severity.tsx"

/** A row of ⌘K. */
export interface Choice {
  readonly id: string
  /** the heading it stands under */
  readonly group: string
  readonly icon: IconName
  /** of an event: its sign stands where others have their icon */
  readonly severity?: SeverityName | null
  readonly name: string
  readonly detail: string
  /** the key that does the same on the page */
  readonly key?: string
  /** it does something; others lead somewhere */
  readonly acts?: true
  /** the entity it is about, told beside the list */
  readonly about?: string
  readonly go: () => void
}
