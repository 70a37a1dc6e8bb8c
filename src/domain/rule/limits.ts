// How many rules a project may have, and how large they and what is loaded with them may be. Every record of a
// project is shown to each of its rules, so their number multiplies what one batch costs. Both are bounded where
// rules are saved; a project that had more before keeps them.

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

/** Bytes of a document as JSON text. */
export const MAX_DOCUMENT_BYTES = 96 * 1024

/** Why a document of so many bytes is not saved; null: it may be. Larger ones that were saved before run on. */
export const beyondDocument = (
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
 * Bytes of enabled rules and of features that are loaded for one project at most, as JSON text. What may be
 * saved stays below it: MAX_RULES documents of MAX_DOCUMENT_BYTES, and the most that MAX_GEOMETRY_BYTES
 * allows.
 */
export const MAX_RULE_SET_BYTES = 96 * 1024 * 1024
