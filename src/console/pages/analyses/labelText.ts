// Labels of analyses in the shown language. A result is stored with its labels in English, so they are looked up by
// their English text.
import { words } from "../../../words/language.ts"

const NUMBERS = /\d[\d,]*(?:\.\d+)?/g

const wholeText = (label: string): string | undefined => {
  const texts: Readonly<Record<string, string | undefined>> = words.analysisLabels.labels
  const numbers = [...label.matchAll(NUMBERS)].map(([number]) => number)
  let at = 0
  return texts[label] ?? texts[label.replaceAll(NUMBERS, "#")]?.replaceAll("#", () => numbers[at++] ?? "#")
}

const BY_SUBJECT_SUFFIX = " by subject and period"

/** A label with another one behind it: `Use (3 of 5 animals tracked)`. */
const COMPOUND = /^(?<label>.+?)(?<link> \(|: )(?<rest>[^()]+)(?<end>\)?)$/

/**
 * labelText returns a label of a result or of an option in the shown language; a label that the catalogue
 * lacks is returned as it is: names of animals and areas are among the labels.
 *
 * @example
 *   labelText("Use (3 of 5 animals tracked)") // "Uso (3 de 5 animales con seguimiento)"
 */
export const labelText = (label: string): string => {
  const whole = wholeText(label)
  if (whole !== undefined) return whole
  if (label.endsWith(BY_SUBJECT_SUFFIX))
    return words.analysisLabels.bySubject({ label: labelText(label.slice(0, -BY_SUBJECT_SUFFIX.length)) })
  const parts = label.split("; ")
  if (parts.length > 1) return parts.map(labelText).join("; ")
  const { end, label: first, link, rest } = COMPOUND.exec(label)?.groups ?? {}
  return first === undefined || wholeText(first) === undefined
    ? label
    : `${wholeText(first)!}${link!}${labelText(rest!)}${end!}`
}
