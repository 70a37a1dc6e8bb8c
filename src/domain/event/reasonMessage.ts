// Why a part of the evidence of an event is missing, as a message.
import type { server } from "../../words/en/messages/server.ts"
import type { Message } from "../../words/message.ts"

/** Returns why a part of the evidence is missing. */
export const reasonMessage = (
  reason: keyof typeof server.evidence,
  args: Readonly<Record<string, string>> = {}
): Message => ({ code: `evidence.${reason}`, args })
