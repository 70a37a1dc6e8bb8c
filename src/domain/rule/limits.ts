// How many rules a project may have. Every record of a project is shown to each of its rules, so their number
// multiplies what one batch costs; it is bounded where rules are made, and whoever had more before keeps
// them.

/** Rules of a project that are not archived, enabled or not. */
export const MAX_RULES = 500

/** What makes room. */
export const FEWER_RULES =
  "Archive rules that are no longer needed (DELETE …/rules/{rule_id}); one rule with a scope or " +
  "several features can often replace many."

/** Why a project that has `count` rules gets no other; null: it may. */
export const beyondRules = (count: number): { readonly code: "RULE_LIMIT"; readonly detail: string } | null =>
  count < MAX_RULES
    ? null
    : {
        code: "RULE_LIMIT",
        detail: `The project has ${count} rules, and ${MAX_RULES} may be. ${FEWER_RULES}`
      }
