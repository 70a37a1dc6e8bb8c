// Errors of a server, in words for the person at the terminal.
import { Predicate, Schema, SchemaIssue } from "effect"
import { isHttpClientError } from "effect/http/HttpClientError"
import { CommandFailed } from "./outcome.ts"

/** A problem document of the contract, as far as words go. */
const isProblem = (
  error: unknown
): error is {
  readonly status: number
  readonly detail?: string
  readonly errors?: ReadonlyArray<{ readonly pointer: string; readonly detail: string }>
} =>
  Predicate.hasProperty(error, "status") &&
  typeof error.status === "number" &&
  Predicate.hasProperty(error, "detail")

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** `doing`: what was tried, as in "make the project". */
export const inWords =
  (url: string, doing: string) =>
  (error: unknown): CommandFailed => {
    if (error instanceof CommandFailed) return error
    if (isHttpClientError(error) && error.response === undefined)
      return new CommandFailed({
        message: `no server answers at ${url}; start it (npm start), or say where it is with --url`
      })
    if (isProblem(error)) {
      if (error.status === 401)
        return new CommandFailed({
          message: `${url} does not know this token: give --token, or set PUGMARK_TOKEN`
        })
      const rules = (error.errors ?? [])
        .map((e) => (e.pointer === "" ? e.detail : `${e.pointer.replace(/^\//, "")}: ${e.detail}`))
        .join("; ")
      return new CommandFailed({
        message: `could not ${doing}: ${rules === "" ? (error.detail ?? `the server answered ${error.status}`) : rules}`
      })
    }
    if (Schema.isSchemaError(error)) {
      // what we would send, or were sent, does not keep to the contract
      const rules = issuesOf(error.issue)
        .issues.map(({ message, path = [] }) => `${path.map(String).join("/")}: ${message}`)
        .join("; ")
      return new CommandFailed({ message: `could not ${doing}: ${rules}` })
    }
    return new CommandFailed({
      message: `could not ${doing}: ${error instanceof Error ? error.message : String(error)}`
    })
  }
