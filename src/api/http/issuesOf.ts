// Where a value breaks its schema, as the issues of a problem.
import type { SchemaIssue } from "effect"
import type { Issue } from "../../contract/http/errors.ts"
import { brokenMembers } from "../../domain/brokenMembers.ts"

/** No more are listed: a body with a thousand mistakes is one mistake. */
const MOST = 50
const MAX_DETAIL = 300

/** The issues of a failed decoding, at most 50; `prefix` is the pointer of the value in the request. */
export const issuesOf = (issue: SchemaIssue.Issue, prefix = ""): ReadonlyArray<Issue> =>
  brokenMembers(issue)
    .slice(0, MOST)
    .map(({ code, detail, pointer }) => ({
      pointer: prefix + pointer,
      code,
      detail: detail.slice(0, MAX_DETAIL)
    }))
