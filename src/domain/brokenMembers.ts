// Where a value breaks its schema, in one wording for bodies, queries and rule documents: a JSON Pointer, a
// code and a sentence each.
import * as SchemaIssue from "effect/SchemaIssue"
import { memberAt } from "./jsonPointer.ts"

/** BrokenMember is a fault of a value. `pointer` is a JSON Pointer (RFC 6901) into the value. */
interface BrokenMember {
  readonly pointer: string
  readonly code: "MISSING" | "UNKNOWN_MEMBER" | "INVALID"
  readonly detail: string
}

/** missingMember is what is wrong with a required member that is absent. */
export const missingMember = { code: "MISSING", detail: "This member is missing." } as const
/** unknownMember is what is wrong with a member that the schema does not have. */
export const unknownMember = { code: "UNKNOWN_MEMBER", detail: "There is no such member here." } as const

const SEPARATOR = "\u0000"

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    const said =
      issue._tag === "MissingKey" ? missingMember : issue._tag === "UnexpectedKey" ? unknownMember : null
    return said === null ? SchemaIssue.defaultLeafHook(issue) : `${said.code}${SEPARATOR}${said.detail}`
  }
})

/** Lists what is wrong with a value, in the order of the schema. */
export const brokenMembers = (issue: SchemaIssue.Issue): ReadonlyArray<BrokenMember> =>
  format(issue).issues.map(({ message, path }) => {
    const [first = "", second] = message.split(SEPARATOR)
    return {
      pointer: (path ?? []).reduce<string>(
        (at, p) => memberAt(at, String(typeof p === "object" ? p.key : p)),
        ""
      ),
      ...(second === undefined
        ? { code: "INVALID", detail: first }
        : first === missingMember.code
          ? missingMember
          : unknownMember)
    }
  })
