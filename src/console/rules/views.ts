// What the list of rules is narrowed to: by state, by a text, by whom they are about. All of it is in the address.
import type { ListedRule, RuleFilter } from "../queries/rules.ts"

export const VIEWS = {
  all: { name: "All", has: () => true },
  on: { name: "On", has: ({ enabled }: ListedRule) => enabled },
  off: { name: "Off", has: ({ enabled }: ListedRule) => !enabled },
  failing: { name: "Failing", has: ({ last_error }: ListedRule) => last_error !== null },
  active: { name: "Active now", has: ({ active_count }: ListedRule) => active_count > 0 }
} as const
export type View = keyof typeof VIEWS
export const views = Object.keys(VIEWS) as ReadonlyArray<View> // the keys of the object above
export const viewOf = (text: string | undefined): View => views.find((one) => one === text) ?? "all"

/** What is asked of the server; states are counted beside each other, so that none of them narrows the answer. */
export const filterOf = ({ entity, q }: { readonly q?: string; readonly entity?: string }): RuleFilter => ({
  ...(q === undefined ? {} : { q }),
  ...(entity === undefined ? {} : { entity_id: entity })
})

/** What is wrong comes first, then what is on; among these the newest. */
export const worstFirst = (a: ListedRule, b: ListedRule): number =>
  Number(b.last_error !== null) - Number(a.last_error !== null) || Number(b.enabled) - Number(a.enabled)
