// Sentences about rules in the shown language.
import { messageParts, type Message, type MessagePart } from "../../../words/message.ts"
import { words } from "../../../words/language.ts"

/** ruleSentence returns a sentence of the server in the shown language, or in English if it has a newer code. */
export const ruleSentence = (
  english: ReadonlyArray<MessagePart>,
  message: Message
): ReadonlyArray<MessagePart> => messageParts(message, words.server) ?? english
