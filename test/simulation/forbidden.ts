// A trap: while a simulation runs, code of the product that asks the machine for the time, for chance, or for
// a timer is caught. What it needs of these it is given.

/** Code of ours that engines run. */
const PRODUCT = /\/src\/(?:engine|domain)\//

/** Who called: the second frame above the trap. */
const isProduct = (): boolean => PRODUCT.test(new Error().stack?.split("\n")[3] ?? "")

/** Runs something; says which forbidden things were used, by whom. */
export const forbidden = <A>(
  run: () => A
): { readonly result: A; readonly violations: ReadonlyArray<string> } => {
  const violations: Array<string> = []
  const note = (what: string) => {
    if (isProduct()) violations.push(`the engine uses ${what}: ${new Error().stack?.split("\n")[3]?.trim()}`)
  }
  const { Date: RealDate, setInterval, setTimeout } = globalThis,
    { random } = Math,
    { now } = RealDate
  const randomUUID = crypto.randomUUID.bind(crypto)
  const TrappedDate = new Proxy(RealDate, {
    construct: (target, given: Array<number>) => {
      if (given.length === 0) note("new Date()")
      return Reflect.construct(target, given)
    }
  })
  const trapped = <F extends (...given: Array<never>) => unknown>(what: string, real: F, owner: unknown): F =>
    ((...given: Parameters<F>) => {
      note(what)
      return real.apply(owner, given)
    }) as F
  try {
    Object.assign(globalThis, {
      Date: TrappedDate,
      setTimeout: trapped("setTimeout", setTimeout, globalThis),
      setInterval: trapped("setInterval", setInterval, globalThis)
    })
    RealDate.now = trapped("Date.now", now, RealDate)
    Math.random = trapped("Math.random", random, Math)
    globalThis.crypto.randomUUID = trapped("crypto.randomUUID", randomUUID, globalThis.crypto)
    return { result: run(), violations }
  } finally {
    Object.assign(globalThis, { Date: RealDate, setTimeout, setInterval })
    RealDate.now = now
    Math.random = random
    globalThis.crypto.randomUUID = randomUUID
  }
}
