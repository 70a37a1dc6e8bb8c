// A trap: while a simulation runs, code of the product that asks the machine for the time, for chance, or for
// a timer is caught. What it needs of these it is given.

/** Code of ours that engines run. */
const PRODUCT = /\/src\/(?:engine|domain)\//

/** Where the trap was stepped into: the second frame above this one's. */
const caller = (): string => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 10
  const { stack } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return stack?.split("\n")[4] ?? ""
}

/** Runs something; says which forbidden things were used, by whom. */
export const forbidden = <A>(
  run: () => A
): { readonly result: A; readonly violations: ReadonlyArray<string> } => {
  const violations: Array<string> = []
  const note = (what: string) => {
    const by = caller()
    if (PRODUCT.test(by)) violations.push(`the engine uses ${what}: ${by.trim()}`)
  }
  const { Date: RealDate, setInterval, setTimeout } = globalThis,
    { random } = Math,
    { stackTraceLimit } = Error,
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
    // what goes wrong in a story is an error each time, and nobody reads where it was made
    Error.stackTraceLimit = 0
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
    Error.stackTraceLimit = stackTraceLimit
  }
}
