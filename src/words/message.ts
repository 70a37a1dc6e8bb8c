// Messages of the server: sentences as code and parameters, which a reader says in their own language. The API sends
// them beside the English text.

interface Accent {
  /** it stands out */
  readonly strong?: boolean
  /** JSON Pointer to the member of a document that it says; it stands out too */
  readonly path?: string
}

/**
 * Message is a sentence or a part of one: data as it is, or the code of a text in the room `server` with its
 * parameters.
 */
export type Message = Accent &
  (
    | { readonly text: string }
    | { readonly code: string; readonly args?: Readonly<Record<string, MessageArg>> }
  )

/** MessageArg is a parameter of a message. */
type MessageArg = string | number | Message | ReadonlyArray<Message>

/** MessagePart is a phrase of a message in a language; `strong`: it stands out. */
export interface MessagePart {
  readonly text: string
  readonly strong: boolean
  readonly path: string | null
}

/** Phrase is a parameter that was a message, in its language. */
export type Phrase = ReadonlyArray<MessagePart>

/** textOf returns a phrase as plain text. */
export const textOf = (phrase: Phrase): string => phrase.map(({ text }) => text).join("")

type Text = string | ReadonlyArray<Phrase | string>

const plain = (text: string): MessagePart => ({ text, strong: false, path: null })

/** Joins neighbours that do not stand out. */
const merged = (parts: ReadonlyArray<MessagePart>): Phrase => {
  const all: Array<MessagePart> = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part.text === "") continue
    if (last === undefined || last.strong || part.strong) all.push(part)
    else all[all.length - 1] = { ...last, text: last.text + part.text }
  }
  return all
}

const textAt = (room: object, code: string): unknown =>
  code
    .split(".")
    .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key], room)

const isList = (arg: MessageArg): arg is ReadonlyArray<Message> => Array.isArray(arg)

/** Unknown is thrown within `messageParts` where the room has no text of a code. */
class Unknown extends Error {}

const partsOf = (message: Message, room: object): Phrase => {
  const { path = null, strong = path !== null } = message
  if ("text" in message) return [{ text: message.text, strong, path }]
  const text = textAt(room, message.code)
  if (typeof text !== "string" && typeof text !== "function") throw new Unknown(message.code)
  const args = Object.fromEntries(
    Object.entries(message.args ?? {}).map(([name, arg]) => [
      name,
      isList(arg) ? arg.map((one) => partsOf(one, room)) : typeof arg === "object" ? partsOf(arg, room) : arg
    ])
  )
  const said = (typeof text === "string" ? text : Reflect.apply(text, undefined, [args])) as Text
  const parts = (typeof said === "string" ? [said] : said).flatMap((part) =>
    typeof part === "string" ? plain(part) : part
  )
  return strong ? [{ text: parts.map((part) => part.text).join(""), strong, path }] : parts
}

/**
 * messageParts returns a message in the language of a room `server`; null: the room does not know a code,
 * because the server is newer. Then the English text of the API is shown.
 */
export const messageParts = (message: Message, room: object): Phrase | null => {
  try {
    return merged(partsOf(message, room))
  } catch (error) {
    if (error instanceof Unknown) return null
    throw error
  }
}

/** messageText returns a message as one text; null: the room does not know a code. */
export const messageText = (message: Message, room: object): string | null => {
  const parts = messageParts(message, room)
  return parts === null ? null : textOf(parts)
}

/** MAX_NAME_CHARACTERS is the length of the longest suggested name. */
const MAX_NAME_CHARACTERS = 80

/** shortName shortens a suggested name at the end of a word. */
export const shortName = (name: string): string => {
  if (name.length <= MAX_NAME_CHARACTERS) return name
  const cut = name.slice(0, MAX_NAME_CHARACTERS)
  return `${cut
    .slice(0, cut.lastIndexOf(" "))
    .replace(/[\s,;(]+$/, "")
    .toWellFormed()}…`
}
