// Our own format: one JSON object, an array of them, or one per line (NDJSON). With `fields` in the source's configuration, any format
// of objects.
import { Result } from "effect"
import { refuse } from "../Report.ts"
import { type Decoder, type Message, Unreadable } from "./Decoder.ts"
import { mapFields } from "./mapFields.ts"
import { isObject, parse } from "./readJson.ts"

const isBlank = (line: string): boolean => line.trim() === ""

const lines = (body: string): ReadonlyArray<unknown> =>
  body.split("\n").filter((line) => !isBlank(line)).map((line) => Result.getOrElse(parse(line), (detail) => new Unreadable(line, detail)))

/** Lines of objects that somebody sent as application/json: the first line is whole, and more follow. */
const looksLikeLines = (body: string): boolean => {
  const end = body.indexOf("\n")
  return end > 0 && body.startsWith("{") && Result.isSuccess(parse(body.slice(0, end)))
}

const itemsOf = ({ body, contentType }: Message): Result.Result<ReadonlyArray<unknown>, string> => {
  if (contentType === "application/x-ndjson") return Result.succeed(lines(body))
  const whole = parse(body)
  if (Result.isSuccess(whole)) return Result.succeed(Array.isArray(whole.success) ? whole.success as ReadonlyArray<unknown> : [whole.success])
  return looksLikeLines(body) ? Result.succeed(lines(body)) : Result.fail(whole.failure)
}

export const genericHttp: Decoder = {
  decode: (message) => {
    const items = itemsOf(message), { fields } = message.config
    if (Result.isFailure(items)) return Result.fail(refuse("PAYLOAD_DECODE_FAILED", "", items.failure))
    return fields === undefined ? Result.succeed(items.success) : Result.succeed(items.success.map((item) => isObject(item) && !(item instanceof Unreadable) ? mapFields(item, item, fields) : item))
  }
}
