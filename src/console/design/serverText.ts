// Texts of the server in the shown language.
import { words } from "../../words/language.ts"
import { type Message, messageText } from "../../words/message.ts"

/** serverText returns a text of the server in the shown language, or in English if it has a newer code. */
export const serverText = (english: string, message: Message): string =>
  messageText(message, words.server) ?? english
