// Our own format: one JSON object, an array of them, or one per line (NDJSON). With `fields` in the source's
// configuration, any format of objects.
import { Result } from "effect"
import { refuse } from "../Report.ts"
import { type Decoder, type Message, Unreadable } from "./Decoder.ts"
import { mapFields } from "./mapFields.ts"
import { isObject } from "../../isObject.ts"
import { duplicateMembers, parse, twice } from "./json.ts"

const isBlank = (line: string): boolean => line.trim() === ""

/** Items as they stand, with what says something twice taken out: one bad item never refuses its neighbours. */
const saidOnce = (text: string, items: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const found = duplicateMembers(text, items)
  if (found.length === 0) return items
  const wrong = new Map(found.map((one) => [one.item, one]))
  return items.map((item, i) => {
    const one = wrong.get(i)
    return one === undefined ? item : new Unreadable(JSON.stringify(item), twice(one), one.pointer)
  })
}

const lines = (body: string): ReadonlyArray<unknown> =>
  body
    .split("\n")
    .filter((line) => !isBlank(line))
    .map((line) => {
      const item = parse(line)
      if (Result.isFailure(item)) return new Unreadable(line, item.failure)
      const [first] = duplicateMembers(line, item.success)
      return first === undefined ? item.success : new Unreadable(line, twice(first), first.pointer)
    })

/** Lines of objects that somebody sent as application/json: the first line is whole, and more follow. */
const looksLikeLines = (body: string): boolean => {
  const end = body.indexOf("\n")
  return end > 0 && body.startsWith("{") && Result.isSuccess(parse(body.slice(0, end)))
}

const itemsOf = ({ body, contentType }: Message): Result.Result<ReadonlyArray<unknown>, string> => {
  if (contentType === "application/x-ndjson") return Result.succeed(lines(body))
  const whole = parse(body)
  if (Result.isSuccess(whole))
    return Result.succeed(
      saidOnce(
        body,
        Array.isArray(whole.success) ? (whole.success as ReadonlyArray<unknown>) : [whole.success]
      )
    )
  return looksLikeLines(body) ? Result.succeed(lines(body)) : Result.fail(whole.failure)
}

export const genericHttp: Decoder = {
  decode: (message) => {
    const items = itemsOf(message),
      { fields } = message.config
    if (Result.isFailure(items)) return Result.fail(refuse("PAYLOAD_DECODE_FAILED", "", items.failure))
    return fields === undefined
      ? Result.succeed(items.success)
      : Result.succeed(
          items.success.map((item) =>
            isObject(item) && !(item instanceof Unreadable) ? mapFields(item, item, fields) : item
          )
        )
  }
}
