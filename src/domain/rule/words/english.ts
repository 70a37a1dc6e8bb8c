// Messages of the server in English: what the API says beside them.
import { server } from "../../../words/en/messages/server.ts"
import { type Message, messageParts, messageText, type MessagePart } from "../../../words/message.ts"

/** Returns a message in English, as phrases. */
export const englishParts = (message: Message): ReadonlyArray<MessagePart> => messageParts(message, server)!

/** Returns a message in English. */
export const englishText = (message: Message): string => messageText(message, server)!
