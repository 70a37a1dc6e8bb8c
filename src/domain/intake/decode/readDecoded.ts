// What a decoded LoRaWAN payload says, by the names that decoders commonly give: a position, the metrics
// everybody knows, and everything else under its own name. Numbers and switches are measurements, texts are
// states; what is ambiguous (a speed without a unit) is not guessed.
import type { SourceConfig } from "../../tracking/SourceConfig.ts"
import { filled } from "./json.ts"
import { isObject, type JsonObject } from "../../isObject.ts"

/** Deeper and further than any decoder goes; a trace shows the whole payload anyway. */
const DEPTH = 4
const LEAVES = 150

interface Leaf {
  readonly path: ReadonlyArray<string>
  readonly value: number | boolean | string
}

const leavesOf = (value: JsonObject, path: ReadonlyArray<string> = []): ReadonlyArray<Leaf> =>
  Object.entries(value).flatMap(([name, member]): ReadonlyArray<Leaf> => {
    const here = [...path, name]
    if (isObject(member)) return here.length < DEPTH ? leavesOf(member, here) : []
    if (typeof member === "boolean" || (typeof member === "number" && Number.isFinite(member)))
      return [{ path: here, value: member }]
    return typeof member === "string" && member !== "" && member.length <= 1000
      ? [{ path: here, value: member }]
      : []
  })

const names = (of: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(of).flatMap(([member, spellings]) =>
      spellings.split(" ").map((spelling) => [spelling, member] as const)
    )
  )

/** Spellings without case, blanks and punctuation. */
const places = names({
  lat: "lat latitude gpslat gpslatitude",
  lon: "lon lng long longitude gpslon gpslng gpslongitude",
  altitude_m: "alt altitude altitudem gpsalt gpsaltitude",
  speed_mps: "speedmps speedms",
  heading_deg: "heading headingdeg course bearing cog",
  accuracy_m: "accuracy accuracym hacc horizontalaccuracy",
  satellites: "sats satellites nsat numsats"
})
const metrics = names({
  battery_voltage: "batteryvoltage battvoltage batv vbat",
  battery_percent: "batterypercent batterypercentage batterylevel",
  temperature_c: "temperature temp temperaturec tempc",
  humidity_percent: "humidity hum humiditypercent relativehumidity"
})

const spelling = ({ path }: Leaf): string =>
  path
    .at(-1)!
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")

const numberOf = ({ value }: Leaf): number | null =>
  typeof value === "number"
    ? value
    : typeof value === "string" && /^-?\d{1,10}(?:\.\d{1,15})?$/.test(value)
      ? Number(value)
      : null

/** The path as a name that a metric or a state can have. */
export const keyOf = (path: ReadonlyArray<string>): string => {
  const key = path.join(".").replace(/[^A-Za-z0-9_.:-]/g, "_")
  return (/^[A-Za-z]/.test(key) ? key : `x_${key}`).slice(0, 64)
}

/** The members of an item that the payload gives. */
export const readDecoded = (decoded: unknown, { other_fields }: SourceConfig): JsonObject => {
  const leaves = isObject(decoded) ? leavesOf(decoded).slice(0, LEAVES) : []
  const place = new Map<string, Leaf>()
  for (const leaf of leaves) {
    const member = places.get(spelling(leaf))
    if (member !== undefined && !place.has(member) && numberOf(leaf) !== null) place.set(member, leaf)
  }
  const isPlaced = place.has("lat") && place.has("lon")
  const used = new Set(isPlaced ? place.values() : [])
  const position = Object.fromEntries(
    isPlaced ? [...place].map(([member, leaf]) => [member, numberOf(leaf)]) : []
  )
  if (other_fields === "drop") return position
  const measurements = new Map<string, number | boolean>(),
    state = new Map<string, string>()
  for (const leaf of leaves) {
    if (used.has(leaf)) continue
    if (typeof leaf.value === "string") state.set(keyOf(leaf.path), leaf.value)
    else {
      const known = metrics.get(spelling(leaf))
      measurements.set(
        known !== undefined && typeof leaf.value === "number" && !measurements.has(known)
          ? known
          : keyOf(leaf.path),
        leaf.value
      )
    }
  }
  return {
    ...position,
    measurements: filled(Object.fromEntries(measurements)),
    state: filled(Object.fromEntries(state))
  }
}
