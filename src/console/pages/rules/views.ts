// Filters of the list of rules: by state, text and animal. All of them are in the address.
import type { ListedRule, RuleFilter } from "../../data/rules.ts"

/** VIEWS are the states to filter by. */
export const VIEWS = {
  all: () => true,
  on: ({ enabled }: ListedRule) => enabled,
  off: ({ enabled }: ListedRule) => !enabled,
  failing: ({ last_error }: ListedRule) => last_error !== null,
  active: ({ active_count }: ListedRule) => active_count > 0,
  /** the archived rules are a list of their own */
  archived: () => true
} as const
/** A state to filter by. */
export type View = keyof typeof VIEWS
/** All states to filter by. */
export const views = Object.keys(VIEWS) as ReadonlyArray<View> // the keys of the object above
/** The state in a search parameter; `all` where it is unknown. */
export const viewOf = (text: string | undefined): View => views.find((one) => one === text) ?? "all"

/**
 * The filter for the server. Other states than the archive are not in it: the page counts them all, and
 * filters itself.
 */
export const filterOf = (
  { entity, q }: { readonly q?: string; readonly entity?: string },
  view: View
): RuleFilter => ({
  ...(view === "archived" ? { archived: true } : {}),
  ...(q === undefined ? {} : { q }),
  ...(entity === undefined ? {} : { entity_id: entity })
})

/** Sorts failed rules first, then enabled ones, then newest first. */
export const worstFirst = (a: ListedRule, b: ListedRule): number =>
  Number(b.last_error !== null) - Number(a.last_error !== null) || Number(b.enabled) - Number(a.enabled)
