// Our own format: one JSON object, an array of them, one per line (NDJSON), or a form. With `fields`, `items` and
// `device` in the source's configuration, any format of objects.
import { Result } from "effect"
import type { SourceConfig } from "../../tracking/SourceConfig.ts"
import { type Refusal, refuse } from "../Report.ts"
import { type Decoder, type Message, UnreadablePart } from "./Decoder.ts"
import { mapFields } from "./mapFields.ts"
import { from, type Origin, type Origins } from "./Origin.ts"
import { isObject, type JsonObject } from "../../isObject.ts"
import { memberAt } from "../../jsonPointer.ts"
import { at, duplicateMembers, identityAt, parse, duplicateDetail } from "./json.ts"

const isBlank = (line: string): boolean => line.trim() === ""

/** Items as they stand, with what says something twice taken out: one bad item never refuses its neighbours. */
const saidOnce = (text: string, items: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const found = duplicateMembers(text, items)
  if (found.length === 0) return items
  const wrong = new Map(found.map((one) => [one.item, one]))
  return items.map((item, i) => {
    const one = wrong.get(i)
    return one === undefined
      ? item
      : new UnreadablePart(JSON.stringify(item), duplicateDetail(one), one.pointer)
  })
}

const lines = (body: string): ReadonlyArray<unknown> =>
  body
    .split("\n")
    .filter((line) => !isBlank(line))
    .map((line) => {
      const item = parse(line)
      if (Result.isFailure(item)) return new UnreadablePart(line, item.failure)
      const [first] = duplicateMembers(line, item.success)
      return first === undefined
        ? item.success
        : new UnreadablePart(line, duplicateDetail(first), first.pointer)
    })

/** Lines of objects that were sent as application/json: the first line is whole, and more follow. */
const looksLikeLines = (body: string): boolean => {
  const end = body.indexOf("\n")
  return end > 0 && body.startsWith("{") && Result.isSuccess(parse(body.slice(0, end)))
}

/** The media type of a form. */
const FORM_MEDIA_TYPE = "application/x-www-form-urlencoded"

/** A form is one item of texts. */
const fromForm = (body: string): Result.Result<ReadonlyArray<unknown>, string> => {
  const parameters = [...new URLSearchParams(body)],
    item = Object.fromEntries(parameters)
  if (parameters.length === 0) return Result.fail("the form is empty")
  const name = parameters.map(([each]) => each).find((each, at, all) => all.indexOf(each) !== at)
  return Result.succeed([
    name === undefined
      ? item
      : new UnreadablePart(JSON.stringify(item), duplicateDetail({ name }), memberAt("", name))
  ])
}

const messagesIn = ({ body, contentType }: Message): Result.Result<ReadonlyArray<unknown>, string> => {
  if (contentType === FORM_MEDIA_TYPE) return fromForm(body)
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

/** Around has the values that a message gives for all of its reports. */
interface Around {
  readonly message: unknown
  readonly config: SourceConfig
}

const ZONELESS_TIME_PATTERN = /^(?:\d\d)?\d\d-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?$/u
const FULL_YEAR_PATTERN = /^\d{4}-/u

/** A time without a zone as UTC, where the configuration says so. */
const timeOf = (time: unknown, format: SourceConfig["time_format"]): unknown => {
  if (format === undefined || typeof time !== "string" || !ZONELESS_TIME_PATTERN.test(time)) return time
  if (FULL_YEAR_PATTERN.test(time)) return `${time}Z`
  return format === "yymmdd_utc" ? `20${time}Z` : time
}

const isNamed = (item: JsonObject): boolean => item["device"] !== undefined || item["device_id"] !== undefined

const asConfigured = (item: unknown, { config, message }: Around): unknown => {
  if (item instanceof UnreadablePart || !isObject(item)) return item
  const mapped = mapFields(item, item, config.fields)
  const device =
    config.device === undefined || isNamed(mapped) ? undefined : identityAt(message, config.device)
  return {
    ...mapped,
    ...(device === undefined ? {} : { device }),
    ...(mapped["time"] === undefined ? {} : { time: timeOf(mapped["time"], config.time_format) }),
    ...(config.record_type === undefined || mapped["record_type"] !== undefined
      ? {}
      : { record_type: config.record_type })
  }
}

/** Returns the reports of one message of a body; null: it has none where they should be. */
const reportsIn = (message: unknown, path: string | undefined): ReadonlyArray<unknown> | null => {
  if (path === undefined || message instanceof UnreadablePart) return [message]
  const found = at(message, path)
  if (found === undefined || found === null) return null
  return Array.isArray(found) ? (found as ReadonlyArray<unknown>) : [found]
}

/**
 * Reads the generic format. `isQuiet`: a message without reports says nothing, as on a line on which others
 * come too; otherwise it is refused.
 */
export const decodeGeneric = (
  message: Message,
  isQuiet: boolean
): Result.Result<ReadonlyArray<unknown>, Refusal> => {
  const { config } = message,
    read = messagesIn(message)
  if (Result.isFailure(read)) return Result.fail(refuse("PAYLOAD_DECODE_FAILED", "", read.failure))
  const { device, fields, items, record_type, time_format } = config
  if ([device, fields, items, record_type, time_format].every((each) => each === undefined))
    return Result.succeed(read.success)
  return Result.succeed(
    read.success.flatMap((each) => {
      const reports = reportsIn(each, items)
      if (reports === null)
        return isQuiet
          ? []
          : [
              new UnreadablePart(
                JSON.stringify(each),
                `there is nothing at ${items}, where config.items of the data source says that reports are`
              )
            ]
      return reports.map((report) => asConfigured(report, { message: each, config }))
    })
  )
}

/**
 * genericOrigins are of items that are kept as they came: a field's member is the item's own. `beside`: what
 * gives an item its device, or its time, where it has none.
 */
export const genericOrigins = (
  { device, record_type, time_format }: SourceConfig,
  beside: { readonly device?: string; readonly time?: Origin["otherwise"] } = {}
): Origins => {
  const others = [device, beside.device].filter((each) => each !== undefined)
  return {
    ...(others.length === 0 ? {} : { device: { ...from("*", ...others), isMade: true } }),
    time: {
      ...from("time"),
      ...(time_format === undefined ? {} : { isMade: true }),
      ...(beside.time === undefined ? {} : { otherwise: beside.time })
    },
    ...(record_type === undefined ? {} : { record_type: { ...from("record_type"), otherwise: "source" } }),
    "*": from("*")
  }
}

/** genericHttp decodes the project's own format over HTTP. */
export const genericHttp: Decoder = {
  origins: (_, config) => genericOrigins(config),
  decode: (message) => decodeGeneric(message, false)
}
