// A websocket server as it is asked for in the form, in the words of the API.
import type { NewSource } from "../queries/sources.ts"
import { formText } from "../look/formText.ts"

type Config = NonNullable<NewSource["config"]>

/** How the secret is shown to the server. */
export const SHOWN = [
  ["bearer", "Authorization: Bearer …"],
  ["basic", "a user name, and it as the password"],
  ["header", "a header of its own"]
] as const
export type Shown = (typeof SHOWN)[number][0]

/** What a report is made of, and what most servers call it. */
export const MAPPED = [
  ["device", "Device", "device"],
  ["time", "Time", "time"],
  ["lat", "Latitude", "lat"],
  ["lon", "Longitude", "lon"]
] as const

/** `measurements.battery_voltage = power.v`, one a line. */
const linesOf = (text: string): ReadonlyArray<readonly [target: string, path: string]> =>
  text
    .split("\n")
    .map((line) => line.split("=", 2).map((part) => part.trim()))
    .filter(([target]) => target !== "")
    .map(([target = "", path = ""]) => [target, path])

/** What was left empty is not sent: the server's own rule holds. */
export const websocketConfig = (form: FormData): Config => {
  const of = (name: string): string => formText(form, name).trim()
  const given = (member: string, name = member): Readonly<Record<string, string>> =>
    of(name) === "" ? {} : { [member]: of(name) }
  const fields = Object.fromEntries([
    ...MAPPED.flatMap(([target]) => (of(target) === "" ? [] : [[target, of(target)] as const])),
    ...linesOf(formText(form, "more"))
  ])
  const mark = of("mark")
  return {
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    websocket: {
      url: of("url"),
      ...given("password"),
      ...given("username"),
      ...given("header"),
      ...given("protocol"),
      ...given("items"),
      ...given("hello"),
      ...(mark === "" ? {} : { acknowledge: { path: mark, ...given("message", "say") } })
    }
  }
}
