// Where a value breaks its schema, as the issues of a problem: a JSON Pointer, a code and a sentence each.
import { SchemaIssue } from "effect"
import type { Issue } from "../contract/errors.ts"

/** No more are listed: a body with a thousand mistakes is one mistake. */
const MOST = 50
const MAX_DETAIL = 300

const codes: Partial<Record<SchemaIssue.Issue["_tag"], readonly [code: string, detail: string]>> = {
  MissingKey: ["MISSING", "This member is missing."],
  UnexpectedKey: ["UNKNOWN_MEMBER", "There is no such member here."]
}

const SEPARATOR = "\u0000"

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => codes[issue._tag]?.join(SEPARATOR) ?? SchemaIssue.defaultLeafHook(issue)
})

const escapeToken = (token: string): string => token.replaceAll("~", "~0").replaceAll("/", "~1")

/** The issues of a failed decoding, at most 50; `prefix` is the pointer of the value in the request. */
export const issuesOf = (issue: SchemaIssue.Issue, prefix = ""): ReadonlyArray<Issue> =>
  format(issue).issues.slice(0, MOST).map(({ message, path }) => {
    const [first = "", second] = message.split(SEPARATOR)
    return {
      pointer: prefix + (path ?? []).map((p) => `/${escapeToken(String(typeof p === "object" ? p.key : p))}`).join(""),
      code: second === undefined ? "INVALID" : first,
      detail: (second ?? first).slice(0, MAX_DETAIL)
    }
  })
