// Paths of values in a message as form fields: the usual ones prefilled, others one per line.
import { formText } from "../../design/form/formText.ts"

/** MAPPED are the values of a report; the usual path of each has the same name. */
export const MAPPED = ["device", "time", "lat", "lon"] as const

/** pathIn parses a path, and the factor of the value after `*`, as in `speed * 0.2778`. */
const pathIn = (text: string): string | { readonly path: string; readonly factor: number } => {
  const [, path, factor] = /^(.+?)\s*\*\s*(\S+)$/u.exec(text) ?? []
  return path === undefined ? text : { path, factor: Number(factor) }
}

/** Parses lines such as `measurements.battery_voltage = power.v`. */
const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.split("=", 2).map((part) => part.trim()))
    .filter(([target]) => target !== "")
    .map(([target = "", path = ""]) => [target, pathIn(path)] as const)

/** givenIn turns a field of the form into a member; an empty field into none. */
export const givenIn =
  (form: FormData) =>
  (member: string, name = member): Readonly<Record<string, string>> => {
    const text = formText(form, name).trim()
    return text === "" ? {} : { [member]: text }
  }

/** fieldsIn is the member `fields` of a configuration; none where all fields are empty. */
export const fieldsIn = (form: FormData) => {
  const fields = Object.fromEntries([
    ...MAPPED.flatMap((target) => {
      const path = formText(form, target).trim()
      return path === "" ? [] : [[target, pathIn(path)] as const]
    }),
    ...linesOf(formText(form, "more"))
  ])
  return Object.keys(fields).length === 0 ? {} : { fields }
}
