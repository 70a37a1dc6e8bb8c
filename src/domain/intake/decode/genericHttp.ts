// Our own format: one JSON object, an array of them, or one per line (NDJSON).
import { Result } from "effect"
import { refuse } from "../Report.ts"
import { type Decoder, Unreadable } from "./Decoder.ts"

const parse = (text: string): Result.Result<unknown, string> => {
  try {
    return Result.succeed(JSON.parse(text) as unknown)
  } catch (error) {
    return Result.fail(error instanceof Error ? error.message : "not JSON")
  }
}

const isBlank = (line: string): boolean => line.trim() === ""

const lines = (body: string): ReadonlyArray<unknown> =>
  body.split("\n").filter((line) => !isBlank(line)).map((line) => Result.getOrElse(parse(line), (detail) => new Unreadable(line, detail)))

/** Lines of objects that somebody sent as application/json: the first line is whole, and more follow. */
const looksLikeLines = (body: string): boolean => {
  const end = body.indexOf("\n")
  return end > 0 && body.startsWith("{") && Result.isSuccess(parse(body.slice(0, end)))
}

export const genericHttp: Decoder = {
  decode: (body, contentType) => {
    if (contentType === "application/x-ndjson") return Result.succeed(lines(body))
    const whole = parse(body)
    if (Result.isSuccess(whole)) return Result.succeed(Array.isArray(whole.success) ? whole.success as ReadonlyArray<unknown> : [whole.success])
    if (looksLikeLines(body)) return Result.succeed(lines(body))
    return Result.fail(refuse("PAYLOAD_DECODE_FAILED", "", whole.failure))
  }
}
