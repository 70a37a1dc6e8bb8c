// Where the map of the console comes from, from the environment. What is named here is what browsers may load
// in addition to this server, so that only https origins are taken, and no wildcards.
import { Effect } from "effect"
import { isHttpsOrigin } from "./formats.ts"
import { type Environment, type MapSettings, SettingError } from "./Settings.ts"

const MAX_ATTRIBUTION_CHARACTERS = 300

/** Returns the origin of an address of the map; null: it is none that browsers may be sent to. */
const originOf = (address: string): string | null => {
  const url = URL.parse(address)
  return url !== null && url.username === "" && url.password === "" && isHttpsOrigin(url.origin)
    ? url.origin
    : null
}

/** Tiles have their numbers in their address. */
const isTemplate = (address: string): boolean =>
  ["{z}", "{x}", "{y}"].every((part) => address.includes(part)) && !/[\s"'<>]/.test(address)

/** Reads what is set of the map; without any of it the map is drawn by the console itself. */
export const readMap = (env: Environment): Effect.Effect<MapSettings, SettingError> => {
  const given = (name: string) => (env[name] === undefined || env[name] === "" ? null : env[name])
  const wrong = (name: string, takes: string) =>
    new SettingError({ message: `${name}=${env[name] ?? ""} cannot be used: ${takes}` })
  return Effect.gen(function* () {
    const styleUrl = given("MAP_STYLE_URL"),
      tileUrl = given("MAP_TILE_URL"),
      attribution = given("MAP_ATTRIBUTION")
    const styleOrigin = styleUrl === null ? null : originOf(styleUrl)
    if (styleUrl !== null && styleOrigin === null)
      return yield* wrong(
        "MAP_STYLE_URL",
        "the https address of a MapLibre style, such as https://tiles.example.org/style.json"
      )
    const tileOrigin = tileUrl === null ? null : originOf(tileUrl)
    if (tileUrl !== null && (tileOrigin === null || !isTemplate(tileUrl)))
      return yield* wrong(
        "MAP_TILE_URL",
        "the https address of tiles on one host, with their numbers in braces, such as " +
          "https://tiles.example.org/{z}/{x}/{y}.png"
      )
    if (styleUrl !== null && tileUrl !== null)
      return yield* wrong("MAP_TILE_URL", "MAP_STYLE_URL is set too, and a style names its own tiles")
    if (
      attribution !== null &&
      (attribution.length > MAX_ATTRIBUTION_CHARACTERS || /[<>\p{Cc}]/u.test(attribution))
    )
      return yield* wrong(
        "MAP_ATTRIBUTION",
        `one line of text without markup, of at most ${MAX_ATTRIBUTION_CHARACTERS} characters`
      )
    const named = (given("MAP_HOSTS") ?? "")
      .split(",")
      .map((origin) => origin.trim())
      .filter((origin) => origin !== "")
    const bad = named.find((origin) => !isHttpsOrigin(origin))
    if (bad !== undefined)
      return yield* wrong(
        "MAP_HOSTS",
        "origins such as https://fonts.example.org (https, no path, no wildcard), separated by commas, and " +
          `${JSON.stringify(bad)} is none`
      )
    const hosts = [styleOrigin, tileOrigin, ...named].filter((origin) => origin !== null)
    return { styleUrl, tileUrl, attribution, hosts: [...new Set(hosts)] }
  })
}
