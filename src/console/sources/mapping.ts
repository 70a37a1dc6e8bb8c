// Where in a message values are, as forms ask for it: what most servers call them, and others one a line.
import { formText } from "../look/formText.ts"

/** What a report is made of, and what most servers call it. */
export const MAPPED = [
  ["device", "Device", "device"],
  ["time", "Time", "time"],
  ["lat", "Latitude", "lat"],
  ["lon", "Longitude", "lon"]
] as const

/** pathIn is a path, and where `* 0.2778` follows it, by what the value is multiplied. */
const pathIn = (text: string): string | { readonly path: string; readonly factor: number } => {
  const [, path, factor] = /^(.+?)\s*\*\s*(\S+)$/u.exec(text) ?? []
  return path === undefined ? text : { path, factor: Number(factor) }
}

/** `measurements.battery_voltage = power.v`, one a line. */
const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.split("=", 2).map((part) => part.trim()))
    .filter(([target]) => target !== "")
    .map(([target = "", path = ""]) => [target, pathIn(path)] as const)

/** givenIn makes a member of a field of the form; of an empty one none. */
export const givenIn =
  (form: FormData) =>
  (member: string, name = member): Readonly<Record<string, string>> => {
    const text = formText(form, name).trim()
    return text === "" ? {} : { [member]: text }
  }

/** fieldsIn is the member `fields` of a configuration; nothing where nothing was filled in. */
export const fieldsIn = (form: FormData) => {
  const fields = Object.fromEntries([
    ...MAPPED.flatMap(([target]) => {
      const path = formText(form, target).trim()
      return path === "" ? [] : [[target, pathIn(path)] as const]
    }),
    ...linesOf(formText(form, "more"))
  ])
  return Object.keys(fields).length === 0 ? {} : { fields }
}
