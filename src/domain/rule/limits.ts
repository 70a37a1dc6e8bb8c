// How many rules a project may have, and how large they and what is loaded with them may be. Every record of
// a project is shown to each of its rules, so their number multiplies the cost of a batch. Both are bounded
// when rules are saved; a project that had more before keeps them.

/** MAX_RULES bounds the rules of a project that are not archived, enabled or not. */
export const MAX_RULES = 500

/** FEWER_RULES_REMEDY tells how to get below the limit. */
export const FEWER_RULES_REMEDY =
  "Archive rules that are no longer needed (DELETE …/rules/{rule_id}); one rule with a scope or " +
  "several fences can often replace many."

/** Returns why a project with `count` rules gets no other; null: it may. */
export const ruleLimitError = (
  count: number
): { readonly code: "RULE_LIMIT"; readonly detail: string } | null =>
  count < MAX_RULES
    ? null
    : {
        code: "RULE_LIMIT",
        detail: `The project has ${count} rules, and ${MAX_RULES} may be. ${FEWER_RULES_REMEDY}`
      }

/** MAX_DOCUMENT_BYTES bounds a document as JSON text. */
export const MAX_DOCUMENT_BYTES = 96 * 1024

/** Returns why a document of this size is not saved; null: it may be. Larger ones saved before still run. */
export const documentSizeError = (
  bytes: number
): { readonly code: "RULE_TOO_LARGE"; readonly detail: string } | null =>
  bytes <= MAX_DOCUMENT_BYTES
    ? null
    : {
        code: "RULE_TOO_LARGE",
        detail:
          `The document has ${bytes.toLocaleString("en")} bytes, and ${MAX_DOCUMENT_BYTES.toLocaleString("en")} ` +
          "may be. Name a feature_type instead of many feature_ids, and a group instead of many entities; or " +
          "split it into several rules."
      }

/**
 * MAX_RULE_SET_BYTES bounds the enabled rules and features loaded for one project, as JSON text. What may be
 * saved stays below it: MAX_RULES documents of MAX_DOCUMENT_BYTES, and the most that MAX_GEOMETRY_BYTES
 * allows.
 */
export const MAX_RULE_SET_BYTES = 96 * 1024 * 1024
