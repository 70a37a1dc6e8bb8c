// Units that devices send, and how values of one become values of another. Factors are exact by definition
// (SI Brochure, 9th edition; international yard and pound agreement 1959).

/** `value * scale + offset` is the value in the first unit of its kind. */
interface Unit {
  readonly scale: number
  readonly offset: number
}

const scales = (units: Readonly<Record<string, number>>): ReadonlyMap<string, Unit> =>
  new Map(Object.entries(units).map(([name, scale]) => [name, { scale, offset: 0 }]))

const temperatures: ReadonlyMap<string, Unit> = new Map([
  ...["°C", "C", "degC", "celsius"].map((name) => [name, { scale: 1, offset: 0 }] as const),
  ...["°F", "F", "degF", "fahrenheit"].map((name) => [name, { scale: 5 / 9, offset: -160 / 9 }] as const),
  ...["K", "kelvin"].map((name) => [name, { scale: 1, offset: -273.15 }] as const)
])

const kinds: ReadonlyArray<ReadonlyMap<string, Unit>> = [
  temperatures,
  scales({ V: 1, mV: 1e-3, µV: 1e-6, uV: 1e-6, kV: 1e3 }),
  scales({ A: 1, mA: 1e-3, µA: 1e-6, uA: 1e-6 }),
  scales({ W: 1, mW: 1e-3, kW: 1e3 }),
  scales({ "%": 1, percent: 1, ratio: 100, "1": 100, "‰": 0.1 }),
  scales({
    "m/s": 1,
    mps: 1,
    "km/h": 1 / 3.6,
    kmh: 1 / 3.6,
    kph: 1 / 3.6,
    mph: 0.44704,
    kn: 1852 / 3600,
    kt: 1852 / 3600,
    knots: 1852 / 3600,
    "ft/s": 0.3048
  }),
  scales({ "m/s²": 1, "m/s2": 1, "m/s^2": 1, g: 9.80665, mg: 0.00980665 }),
  scales({ m: 1, mm: 1e-3, cm: 1e-2, km: 1e3, ft: 0.3048, mi: 1609.344, nmi: 1852 }),
  scales({ s: 1, ms: 1e-3, min: 60, h: 3600, d: 86_400 }),
  scales({ hPa: 1, mbar: 1, Pa: 1e-2, kPa: 10, bar: 1e3 }),
  scales({ "°": 1, deg: 1, rad: 180 / Math.PI }),
  scales({ kg: 1, g: 1e-3, t: 1e3 })
]

/**
 * Returns a value in `from` as a value in `to`, to 12 significant digits; null when the two do not convert.
 * Names are those of the table above, letter for letter (mW and MW differ); equal names always convert.
 */
export const convert = (value: number, from: string, to: string): number | null => {
  if (from === to) return value
  for (const kind of kinds) {
    const source = kind.get(from),
      target = kind.get(to)
    if (source !== undefined && target !== undefined)
      return Number(((value * source.scale + source.offset - target.offset) / target.scale).toPrecision(12))
  }
  return null
}
