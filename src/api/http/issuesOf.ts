// Turns a failed decoding by a schema into the issues of a problem document.
import type { SchemaIssue } from "effect"
import type { Issue } from "../../contract/http/errors.ts"
import { brokenMembers } from "../../domain/brokenMembers.ts"

/** `MAX_ISSUES` bounds the list: a body with a thousand mistakes usually has one cause. */
const MAX_ISSUES = 50
const MAX_DETAIL_CHARACTERS = 300

/**
 * Returns the issues of a failed decoding, at most `MAX_ISSUES`; `prefix` is the pointer of the value in the
 * request.
 */
export const issuesOf = (issue: SchemaIssue.Issue, prefix = ""): ReadonlyArray<Issue> =>
  brokenMembers(issue)
    .slice(0, MAX_ISSUES)
    .map(({ code, detail, pointer }) => ({
      pointer: prefix + pointer,
      code,
      detail: detail.slice(0, MAX_DETAIL_CHARACTERS)
    }))
