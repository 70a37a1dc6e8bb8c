import { words } from "../../../words/language.ts"
import { type Message, messageText } from "../../../words/message.ts"

/** matterText returns what is wrong, or its remedy, in the shown language, or in English if its code is newer. */
export const matterText = (english: string, message: Message): string =>
  messageText(message, words.matters) ?? english
