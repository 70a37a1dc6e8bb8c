// Doubles that are easily lost on the way through another form.

const NUMBERS = [
  0,
  -0,
  5e-324,
  -5e-324,
  2.2250738585072014e-308,
  1e308,
  -Number.MAX_VALUE,
  Infinity,
  -Infinity,
  2 ** 31,
  -(2 ** 31),
  2 ** 32 - 1,
  2 ** 52 + 0.5,
  2 ** 53,
  2 ** 53 - 1,
  -(2 ** 53) + 1,
  2 ** 53 + 2,
  0.1 + 0.2,
  1 / 3,
  1e-7,
  1e-8,
  -0.00000004,
  1.005,
  -179.9999999,
  123_456_789.123_456_79,
  4_503_599_627.370_497
]

/** One of the values. */
export const pick = <A>(draw: () => number, values: ReadonlyArray<A>): A =>
  values[Math.floor(draw() * values.length)]!

/** A number that is hard to keep, or any double at all. */
export const hostileNumber = (draw: () => number): number => {
  if (draw() < 0.5) return pick(draw, NUMBERS)
  const bits = new DataView(new ArrayBuffer(8))
  bits.setUint32(0, Math.floor(draw() * 2 ** 32))
  bits.setUint32(4, Math.floor(draw() * 2 ** 32))
  const any = bits.getFloat64(0)
  return Number.isNaN(any) ? draw() : any
}
