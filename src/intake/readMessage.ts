// From a message to its items, unchecked: how much it may be, and what its adapter makes of it.
import { Result } from "effect"
import { decoders } from "../domain/intake/decode/registry.ts"
import { ingestLimits } from "../domain/intake/ingestLimits.ts"
import { refuse } from "../domain/intake/Report.ts"
import { isDeeperThan } from "./jsonDepth.ts"
import { sizeOf } from "./jsonSize.ts"
import type { AuthenticatedSource, Message, UnreadableMessage } from "./ports.ts"

/** A body that is looked at before it is parsed, characters: a smaller one holds nothing that is too much. */
const LARGE = 2 * ingestLimits.items - 10
/** Characters that the trace of a message shows that is too large. */
const SHOWN = 1024

/**
 * Whether any value in a body is nested deeper than may be. Lines are values of their own: one that was cut
 * off in the middle neither hides how deep the next is nor adds to it. Bodies of other types may turn out to
 * be lines.
 */
const isTooDeep = (text: string, type: string): boolean =>
  (type !== "application/x-ndjson" && isDeeperThan(text, ingestLimits.depth)) ||
  (text.includes("\n") && text.split("\n").some((line) => isDeeperThan(line, ingestLimits.depth)))

/** A message that nothing can be read of. */
export const unreadable = (
  reason: UnreadableMessage["reason"],
  code: string,
  detail: string,
  text: string
): UnreadableMessage => ({ reason, code, refusal: refuse("PAYLOAD_DECODE_FAILED", "", detail), text })

/** The items of a message that came at `receivedAt` (epoch ms). */
export const readMessage = (
  { adapterKey, config }: Pick<AuthenticatedSource, "adapterKey" | "config">,
  message: Message,
  receivedAt: number
): Result.Result<ReadonlyArray<unknown>, UnreadableMessage> => {
  const { body, contentType, query } = message
  const text = body === "" ? query : body
  const tooLarge = (code: string, detail: string) =>
    Result.fail(unreadable("too_large", code, detail, text.slice(0, SHOWN)))
  const tooMany = (items: number) =>
    tooLarge(
      "TOO_MANY_ITEMS",
      `A request may hold ${ingestLimits.items} items, and these are ${items}: send them in several.`
    )

  if (isTooDeep(body, contentType)) {
    const detail = `JSON may be nested ${ingestLimits.depth} levels deep.`
    return Result.fail(unreadable("too_deep", "TOO_DEEP", detail, text))
  }
  if (body.length > LARGE) {
    const { items, pieces } = sizeOf(body)
    if (items > ingestLimits.items) return tooMany(items)
    if (pieces > ingestLimits.pieces)
      return tooLarge(
        "TOO_MANY_VALUES",
        `A request may hold ${ingestLimits.pieces} values, and these are ${pieces}: send them in several.`
      )
  }
  const decoded = decoders[adapterKey].decode({ ...message, receivedAt, config })
  if (Result.isFailure(decoded)) {
    const refusal = decoded.failure
    return Result.fail({ reason: "malformed", code: refusal.code, refusal, text })
  }
  const items = decoded.success
  return items.length > ingestLimits.items ? tooMany(items.length) : Result.succeed(items)
}
