// Sentences about rules in the shown language.
import {
  messageParts,
  messageText,
  type Message,
  type MessagePart,
  shortName
} from "../../../words/message.ts"
import { words } from "../../../words/language.ts"

/** ruleSentence returns a sentence of the server in the shown language, or in English if it has a newer code. */
export const ruleSentence = (
  english: ReadonlyArray<MessagePart>,
  message: Message
): ReadonlyArray<MessagePart> => messageParts(message, words.server) ?? english

/** ruleName returns the name that the server suggests, in the shown language. */
export const ruleName = (english: string, message: Message | null): string => {
  const text = message === null ? null : messageText(message, words.server)
  return text === null ? english : shortName(text)
}
