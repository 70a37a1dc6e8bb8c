// The name that is suggested for a rule: its sentence, cut down to who does what.
import { type Message, shortName } from "../../../words/message.ts"
import { englishText } from "./english.ts"

/** Codes of a sentence whose place another takes in a name. */
const NAME_CODES: ReadonlyMap<string, string> = new Map([
  ["rule", "ruleName"],
  ["subject.type", "subject.typeAlone"]
])

/** Parameters of a sentence that a name does not repeat. */
const DETAIL_PARAMETERS: ReadonlySet<string> = new Set([
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
  const kept = Object.entries(args).filter(([name]) => !DETAIL_PARAMETERS.has(name))
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

/** Returns a suggested name in English. */
export const englishName = (name: Message): string => shortName(englishText(name))
