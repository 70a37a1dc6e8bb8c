// What a decoded LoRaWAN payload says, by the names that decoders commonly give: a position, the metrics
// everybody knows, and everything else under its own name. Numbers and switches are measurements, texts are
// states; what is ambiguous (a speed without a unit) is not guessed. What an object says counts before what the
// objects within it say.
import type { SourceConfig } from "../../tracking/SourceConfig.ts"
import { unlessEmpty } from "./json.ts"
import { isObject, type JsonObject } from "../../isObject.ts"
import type { Quantity } from "../scalars/quantities.ts"
import { readNumber } from "../scalars/readNumber.ts"
import { inOwnUnit } from "../scalars/readQuantity.ts"
import { type Axis, readDegrees } from "../scalars/readPlace.ts"

/** Deeper and further than any decoder goes; a trace shows the whole payload anyway. */
const MAX_DEPTH = 4
const MAX_LEAVES = 150
const MAX_TEXT_CHARACTERS = 1000

interface Leaf {
  readonly path: ReadonlyArray<string>
  /** null: its sender does not know it */
  readonly value: number | boolean | string | null
  /** the object it is a member of */
  readonly parent: JsonObject
  readonly name: string
}

/** Returns a name without case, blanks and punctuation. */
const spelling = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

const isLeafValue = (value: unknown): value is Leaf["value"] =>
  value === null ||
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value)) ||
  (typeof value === "string" && value.length <= MAX_TEXT_CHARACTERS)

/** Returns the leaves of an object and of those within it, the outermost first. */
const leavesOf = (decoded: JsonObject): ReadonlyArray<Leaf> => {
  const leaves: Array<Leaf> = []
  let level: ReadonlyArray<readonly [ReadonlyArray<string>, JsonObject]> = [[[], decoded]]
  for (let depth = 1; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const below: Array<readonly [ReadonlyArray<string>, JsonObject]> = []
    for (const [path, parent] of level)
      for (const [name, value] of Object.entries(parent)) {
        const here = [...path, name]
        if (isObject(value)) below.push([here, value])
        else if (isLeafValue(value) && leaves.length < MAX_LEAVES)
          leaves.push({ path: here, value, parent, name: spelling(name) })
      }
    level = below
  }
  return leaves
}

/** A member of an item, and the unit that a name says; null: ours. */
interface Named<Member extends string> {
  readonly member: Member
  readonly unit: string | null
}

const spellings = <Member extends string>(
  member: Member,
  names: string,
  ends: Readonly<Record<string, string | null>>
): ReadonlyArray<readonly [string, Named<Member>]> =>
  names
    .split(" ")
    .flatMap((name) =>
      Object.entries(ends).map(([end, unit]) => [`${name}${end}`, { member, unit }] as const)
    )

const degrees = { "": null, deg: null, degrees: null }
const metres = { "": null, m: null, meters: null, metres: null, ft: "ft", feet: "ft" }
const volts = { "": null, v: null, mv: "mV" }

const axes = new Map<string, Named<Axis>>([
  ...spellings("lat", "lat latitude gpslat gpslatitude", { ...degrees, e7: "e7" }),
  ...spellings("lon", "lon lng long longitude gpslon gpslng gpslongitude", { ...degrees, e7: "e7" })
])
const minor = new Map<string, Named<Quantity>>([
  ...spellings("altitude_m", "alt altitude gpsalt gpsaltitude", metres),
  ...spellings("speed_mps", "speed groundspeed gpsspeed velocity", {
    mps: null,
    ms: null,
    kmh: "km/h",
    kph: "km/h",
    kn: "kn",
    kt: "kn",
    kts: "kn",
    knots: "kn",
    mph: "mph"
  }),
  ...spellings("heading_deg", "heading course bearing cog gpsheading gpscourse", degrees),
  ...spellings("accuracy_m", "accuracy hacc horizontalaccuracy gpsaccuracy", metres),
  ...spellings("satellites", "sats satellites nsat numsats gpssats gpssatellites satellitecount", {
    "": null
  })
])
const metrics = new Map<string, Named<Quantity>>([
  ...spellings("battery_voltage", "batteryvoltage battvoltage batvoltage batv vbat", volts),
  ...spellings("battery_voltage", "battery batt bat", { mv: "mV" }),
  ...spellings("battery_percent", "batterypercent batterypercentage batterypct batterylevel", { "": null }),
  ...spellings("temperature_c", "temperature temp", { "": null, c: null, f: "°F" }),
  ...spellings("humidity_percent", "humidity hum humiditypercent relativehumidity", { "": null })
])

/** Objects that hold a place of before: what they say is no fix of this message. */
const OLD_PLACE_PATTERN = /^(?:last(?:known)?(?:gps|fix|position|location|pos|known)|previous|prev|cached)/u

const isOfBefore = ({ path }: Leaf): boolean =>
  path.some((name, i) => i < path.length - 1 && OLD_PLACE_PATTERN.test(spelling(name)))

/** Returns a number in whole 1e-7 degrees as degrees; anything else as it is, for the check of items to judge. */
const fromE7 = (value: Leaf["value"]): unknown => {
  const number = readNumber(value)
  return typeof number === "number" ? Number((number * 1e-7).toPrecision(12)) : value
}

/** Two leaves of one object. */
interface Pair {
  readonly lat: Leaf
  readonly lon: Leaf
}

const isKnownPair = ({ lat, lon }: Pair): boolean =>
  readDegrees(lat.value, "lat") !== "not known" && readDegrees(lon.value, "lon") !== "not known"

/** The latitude and longitude of the outermost object that knows both, or else has both; null: none has. */
const pairOf = (leaves: ReadonlyArray<Leaf>): Pair | null => {
  const halves = new Map<JsonObject, Partial<Record<Axis, Leaf>>>()
  for (const leaf of leaves) {
    const axis = axes.get(leaf.name)?.member
    if (axis === undefined || isOfBefore(leaf) || readDegrees(leaf.value, axis) === "unreadable") continue
    const half = halves.get(leaf.parent) ?? {}
    halves.set(leaf.parent, half)
    half[axis] ??= leaf
  }
  const pairs = [...halves.values()].filter(
    (half): half is Pair => half.lat !== undefined && half.lon !== undefined
  )
  return pairs.find(isKnownPair) ?? pairs[0] ?? null
}

/** The path as a name that a metric or a state can have. */
export const keyOf = (path: ReadonlyArray<string>): string => {
  const key = path.join(".").replace(/[^A-Za-z0-9_.:-]/g, "_")
  return (/^[A-Za-z]/.test(key) ? key : `x_${key}`).slice(0, 64)
}

/** Returns a leaf as a number of a quantity; undefined: it is none, as far as can be told. */
const valueOf = ({ value }: Leaf, { member, unit }: Named<Quantity>): unknown => {
  if (value === null || typeof value === "boolean" || readNumber(value) === "unreadable") return undefined
  return unit === null ? value : inOwnUnit(member, value, unit)
}

const positionOf = (leaves: ReadonlyArray<Leaf>, used: Set<Leaf>): JsonObject => {
  const pair = pairOf(leaves)
  if (pair === null) return {}
  const position: Record<string, unknown> = {}
  for (const axis of ["lat", "lon"] as const) {
    const leaf = pair[axis]
    used.add(leaf)
    position[axis] = axes.get(leaf.name)!.unit === "e7" ? fromE7(leaf.value) : leaf.value
  }
  for (const leaf of leaves) {
    const named = minor.get(leaf.name)
    if (named === undefined || position[named.member] !== undefined || isOfBefore(leaf)) continue
    const value = valueOf(leaf, named)
    if (value === undefined) continue
    used.add(leaf)
    position[named.member] = value
  }
  return position
}

/** Returns a value of one of our own metrics, in its unit; undefined: it is another's. */
const metricOf = (leaf: Leaf): readonly [metric: Quantity, value: unknown] | undefined => {
  const named = metrics.get(leaf.name),
    value = named === undefined ? undefined : valueOf(leaf, named)
  return value === undefined ? undefined : [named!.member, value]
}

/** Reads the members of an item that the payload gives. */
export const readLorawanObject = (decoded: unknown, { other_fields }: SourceConfig): JsonObject => {
  const leaves = isObject(decoded) ? leavesOf(decoded) : [],
    used = new Set<Leaf>()
  const position = positionOf(leaves, used)
  if (other_fields === "drop") return position
  const measurements = new Map<string, unknown>(),
    state = new Map<string, string>()
  for (const leaf of leaves) {
    const { path, value } = leaf
    if (used.has(leaf) || value === null || value === "") continue
    const metric = metricOf(leaf)
    if (metric !== undefined && !measurements.has(metric[0])) measurements.set(...metric)
    else if (typeof value === "string") state.set(keyOf(path), value)
    else measurements.set(keyOf(path), value)
  }
  return {
    ...position,
    measurements: unlessEmpty(Object.fromEntries(measurements)),
    state: unlessEmpty(Object.fromEntries(state))
  }
}
