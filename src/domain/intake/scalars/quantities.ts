// The one table of quantities that come with a position or about a device: their unit here, their range, the
// units that a text may name, and the numbers that senders put where they know no value. Without imports of
// libraries: it runs for every item, and in browsers too.

/** Quantity is a quantity with a unit and a range of its own. */
export type Quantity =
  | "altitude_m"
  | "speed_mps"
  | "heading_deg"
  | "accuracy_m"
  | "satellites"
  | "hdop"
  | "battery_percent"
  | "battery_voltage"
  | "temperature_c"
  | "humidity_percent"

/** QuantityRule is the unit, range and unknown values of a quantity. */
export interface QuantityRule {
  /** our unit, by its name in `domain/tracking/units.ts`; null: a bare number */
  readonly unit: string | null
  /** spellings in small letters of units that a text may end with, and their names in `units.ts` */
  readonly units: ReadonlyMap<string, string>
  readonly min: number
  readonly max: number
  readonly isWhole: boolean
  /** numbers that stand for "not known" in whatever unit the sender counts */
  readonly unknown: ReadonlySet<number>
  /** those of one unit alone */
  readonly unknownIn: ReadonlyMap<string, ReadonlySet<number>>
  /** a number in our unit that can be nothing else than "not known" */
  readonly isUnknown: (value: number) => boolean
  /** numbers that stand for "not known" in a raw value that a factor is still applied to */
  readonly isUnknownBeforeFactor: (raw: number) => boolean
}

/** Ends of 16-bit registers, as they are and counted in tenths and hundredths. */
const REGISTER_ENDS = [65_535, 6553.5, 655.35, -32_768, -3276.8, -327.68, 32_767, 3276.7, 327.67]
/** Numbers of nines that fill a place without a value. */
const FILLER_NUMBERS = [-999, -9999, -99_999, -999.9, -9999.9, 99_999, 999_999]

const never = () => false

const units = (spellings: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(spellings).flatMap(([unit, list]) => list.split("|").map((each) => [each, unit] as const))
  )

const rule = (
  unit: string | null,
  unknown: ReadonlyArray<number>,
  rest: Partial<Omit<QuantityRule, "unit" | "unknown">> = {}
): QuantityRule => ({
  unit,
  unknown: new Set(unknown),
  units: new Map(),
  min: -Infinity,
  max: Infinity,
  isWhole: false,
  unknownIn: new Map(),
  isUnknown: never,
  isUnknownBeforeFactor: never,
  ...rest
})

const lengths = units({ m: "m|metre|metres|meter|meters", ft: "ft|feet|foot", km: "km", cm: "cm" })
const fillers = new Set(FILLER_NUMBERS)
const isFiller = (raw: number): boolean => fillers.has(raw)
const isMinusOneOrFiller = (raw: number): boolean => raw === -1 || fillers.has(raw)

/** -1 of each unit of speed, in m/s: a sender that knows no speed converts its -1 like any other number. */
const MINUS_ONES_MPS = [1, 1 / 3.6, 1852 / 3600, 0.44704]
const isMinusOneSpeed = (mps: number): boolean =>
  mps < 0 && MINUS_ONES_MPS.some((one) => Math.abs(mps + one) < 1e-3)

/** Faster than anything that is tracked on or near the ground; also keeps derived figures finite. */
const MAX_SPEED_MPS = 3000

/** The rule of each quantity. */
export const quantities: Readonly<Record<Quantity, QuantityRule>> = {
  altitude_m: rule("m", [...FILLER_NUMBERS, ...REGISTER_ENDS, 16_777_215, 8_388_607, -8_388_608], {
    units: lengths,
    isUnknownBeforeFactor: isFiller
  }),
  // 255: the byte of many GPS trackers; 102.3 and 1023: AIS, in knots and in tenths
  speed_mps: rule("m/s", [-1, 255, 1023, ...FILLER_NUMBERS, ...REGISTER_ENDS], {
    units: units({
      "m/s": "m/s|mps|ms|m/sec",
      "km/h": "km/h|kmh|kph|kmph|km/hr",
      kn: "kn|kt|kts|knot|knots",
      mph: "mph|mi/h"
    }),
    min: 0,
    max: MAX_SPEED_MPS,
    unknownIn: new Map([["kn", new Set([102.3])]]),
    isUnknown: isMinusOneSpeed,
    isUnknownBeforeFactor: (raw) => raw === 255 || isMinusOneOrFiller(raw)
  }),
  // 511: AIS; a little beyond 360 is no direction either
  heading_deg: rule("°", [-1, 511, 3600, 4095, 999, 9999, ...FILLER_NUMBERS, ...REGISTER_ENDS], {
    units: units({ "°": "°|deg|degrees|degree" }),
    min: 0,
    max: 360,
    isUnknown: (value) => value > 360 && value < 361,
    isUnknownBeforeFactor: isMinusOneOrFiller
  }),
  // 4,294,967.295: u-blox, the end of a 32-bit register of millimetres
  accuracy_m: rule("m", [-1, ...FILLER_NUMBERS, ...REGISTER_ENDS, 4_294_967.295, 4_294_967_295], {
    units: lengths,
    min: 0,
    isUnknownBeforeFactor: isMinusOneOrFiller
  }),
  satellites: rule(null, [-1, 255, 65_535, -999, -9999], { min: 0, max: 32_767, isWhole: true }),
  hdop: rule(null, [-1, 99, 99.9, 99.99, 25.5, 255, 9999, ...FILLER_NUMBERS, ...REGISTER_ENDS], {
    isUnknownBeforeFactor: isMinusOneOrFiller
  }),
  // -100: -1 as a share of 100; 255: LoRaWAN and Bluetooth
  battery_percent: rule("%", [-1, -100, -128, 255, ...FILLER_NUMBERS, ...REGISTER_ENDS], {
    units: units({ "%": "%|percent|pct" }),
    isUnknownBeforeFactor: isMinusOneOrFiller
  }),
  battery_voltage: rule("V", [-1, 65.535, 255, ...FILLER_NUMBERS, ...REGISTER_ENDS], {
    units: units({ V: "v|volt|volts", mV: "mv" }),
    isUnknownBeforeFactor: isMinusOneOrFiller
  }),
  // -127: a probe that is not connected; -273.15: a register that holds 0
  temperature_c: rule("°C", [-127, -128, -273.15, ...FILLER_NUMBERS, ...REGISTER_ENDS], {
    units: units({ "°C": "°c|ºc|c|degc|celsius|deg c|℃", "°F": "°f|ºf|f|degf|fahrenheit|℉", K: "k|kelvin" }),
    isUnknownBeforeFactor: isFiller
  }),
  humidity_percent: rule("%", [-1, 255, ...FILLER_NUMBERS, ...REGISTER_ENDS], {
    units: units({ "%": "%|percent|pct|%rh" }),
    isUnknownBeforeFactor: isMinusOneOrFiller
  })
}

/** Whether a name is one of our quantities. */
export const isQuantity = (name: string): name is Quantity => Object.hasOwn(quantities, name)

/** Names of metrics without case and punctuation, and the quantity whose unknown values are theirs too. */
const quantityNames: ReadonlyMap<string, Quantity> = units({
  battery_percent:
    "batterypercent|batterypercentage|batterylevel|batterypct|battery|batt|bat|battlevel|batlevel|soc",
  battery_voltage: "batteryvoltage|battvoltage|batv|vbat|voltage",
  temperature_c: "temperaturec|temperature|temp|tempc|externaltemperature|devicetemp",
  humidity_percent: "humiditypercent|humidity|hum|relativehumidity",
  hdop: "hdop|pdop|vdop",
  satellites: "satellites|sats|sat|satvisible|nsat|numsats",
  speed_mps: "speed|speedmps|speedkmh|speedkn|groundspeed",
  heading_deg: "heading|headingdeg|course|bearing",
  altitude_m: "altitude|altitudem|alt",
  accuracy_m: "accuracy|accuracym"
}) as ReadonlyMap<string, Quantity>

/** Quantities whose numbers come as measurements under our own names: their texts of numbers are numbers. */
const ownMetrics: ReadonlySet<string> = new Set([
  "hdop",
  "battery_percent",
  "battery_voltage",
  "temperature_c",
  "humidity_percent"
])

const unknownAnywhere: ReadonlySet<number> = new Set(
  Object.values(quantities).flatMap(({ unknown }) => [...unknown])
)

/** The quantity that a metric's name stands for; null: another. */
export const quantityOf = (metric: string): Quantity | null =>
  quantityNames.get(metric.toLowerCase().replaceAll(/[^a-z0-9]/gu, "")) ?? null

/** Whether a metric is one of our own that are numbers in the unit of its quantity. */
export const isOwnMetric = (metric: string): metric is Quantity => ownMetrics.has(metric)

/** Whether a number of a metric stands for "not known": `battery: 255`, `temperature: -127`. */
export const isUnknownMetricValue = (metric: string, value: number): boolean => {
  if (!unknownAnywhere.has(value)) return value !== value
  const quantity = quantityOf(metric)
  return quantity !== null && quantities[quantity].unknown.has(value)
}
