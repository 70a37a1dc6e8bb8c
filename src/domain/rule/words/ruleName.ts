// The name that is suggested for a rule: its sentence, cut down to who does what.
import { server } from "../../../words/en/messages/server.ts"
import { type Message, messageText } from "../../../words/message.ts"

/** MAX_NAME_CHARACTERS is the length of the longest suggested name. */
const MAX_NAME_CHARACTERS = 80

/** Codes of a sentence whose place another takes in a name. */
const NAME_CODES: ReadonlyMap<string, string> = new Map([
  ["rule", "ruleName"],
  ["subject.type", "subject.typeAlone"]
])

/** Parameters of a sentence that a name does not repeat. */
const DETAILS: ReadonlySet<string> = new Set([
  "accuracy",
  "again",
  "by",
  "checked",
  "gap",
  "outcome",
  "positions",
  "samples"
])

/**
 * Returns the name for a rule with a sentence: `Cow leaves Spring meadow` for `When a cow leaves Spring
 * meadow by more than 20 m, warn.`
 */
export const nameMessage = (sentence: Message): Message => {
  if ("text" in sentence) return { text: sentence.text }
  const { args = {}, code } = sentence
  const kept = Object.entries(args).filter(([name]) => !DETAILS.has(name))
  return {
    code: NAME_CODES.get(code) ?? code,
    args: Object.fromEntries(
      kept.map(([name, arg]) => [
        name,
        typeof arg !== "object" ? arg : "length" in arg ? arg.map(nameMessage) : nameMessage(arg)
      ])
    )
  }
}

/** Shortens a suggested name at the end of a word. */
export const shortName = (name: string): string => {
  if (name.length <= MAX_NAME_CHARACTERS) return name
  const cut = name.slice(0, MAX_NAME_CHARACTERS)
  return `${cut
    .slice(0, cut.lastIndexOf(" "))
    .replace(/[\s,;(]+$/, "")
    .toWellFormed()}…`
}

/** Returns a suggested name in English. */
export const englishName = (name: Message): string => shortName(messageText(name, server)!)
