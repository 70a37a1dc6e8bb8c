// Answers held against the contract: of which status, of which shape, and that they say nothing of what is
// nobody's business.
import { Result, Schema } from "effect"
import { Problem } from "../../../src/contract/http/errors.ts"
import { isStreamed, type Route } from "./routes.ts"
import type { Answer } from "./server.ts"

/** What of our insides no answer tells. */
const INSIDES = new RegExp(
  [
    /\\n\s+at |node_modules|node:internal|\.ts:\d/,
    /SqlError|SchemaError|\bselect .+ from |violates .+ constraint|invalid input syntax|relation "/
  ]
    .map(({ source }) => source)
    .join("|"),
  "i"
)

const isProblem = Schema.is(Problem)

/** What is wrong with an answer; null: nothing. */
export const faultOf = (route: Route, { body, headers, status }: Answer): string | null => {
  const { errors, names, successes } = route
  if (status >= 500) return "a failure"
  if (status < 400) {
    const schemas = successes.get(status)
    if (schemas === undefined)
      return successes.size === 0 || isStreamed(route) ? null : "an undocumented success"
    if (status === 204 || headers.get("content-type") !== "application/json") return null
    const decoded = schemas.map((schema) =>
      Schema.decodeUnknownResult(schema as Schema.Codec<unknown, unknown>)(body, {
        onExcessProperty: "error"
      })
    ) // whatever it needs, it is there: it is decoded by clients
    const failed = decoded.every(Result.isFailure) ? decoded[0] : undefined
    return failed === undefined ? null : `not as documented: ${failed.failure.message}`
  }
  if (headers.get("content-type") !== "application/problem+json") return "no problem document"
  if (!isProblem(body) || body.status !== status || body.request_id !== headers.get("x-request-id"))
    return "a problem document that says too little"
  // an address may be so strange that it is none of the route's
  if (!errors.has(status) && !(status === 404 && names.length > 0)) return "an undocumented refusal"
  return INSIDES.test(JSON.stringify(body)) ? "tells of our insides" : null
}
