// Sentences about rules in the shown language.
import {
  messageParts,
  messageText,
  type Message,
  type MessagePart,
  shortName
} from "../../../words/message.ts"
import { words } from "../../../words/language.ts"

/** Said is what has a sentence of the server; null and undefined: there is none. */
interface Said {
  readonly sentence?: ReadonlyArray<MessagePart> | null
  readonly sentence_message?: Message | null
}

/**
 * ruleSentence returns the sentence in the shown language, or in English if it has a newer code; null: there
 * is none.
 */
export const ruleSentence = (of: Said | null | undefined): ReadonlyArray<MessagePart> | null =>
  of?.sentence == null || of.sentence_message == null
    ? null
    : (messageParts(of.sentence_message, words.server) ?? of.sentence)

/** ruleName returns the name that the server suggests, in the shown language. */
export const ruleName = (english: string, message: Message | null): string => {
  const text = message === null ? null : messageText(message, words.server)
  return text === null ? english : shortName(text)
}
