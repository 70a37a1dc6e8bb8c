// What could not be committed, and how often: so that what fails for a passing reason is tried again, what is
// too much is tried in smaller pieces, and what fails again and again keeps nobody else waiting. Outlives the
// memory that a failure drops.
import type { Bounds } from "./Budget.ts"

/** Each failure leaves an eighth of the piece before, until it is a single instant. */
const NARROWEST = 4
/** Commits that go well before a piece may be larger again. */
const EASY = 8
/** After a failure whose reason nobody knows: twice as long with each that follows it, ms. */
const REST_MS = 500
const LONGEST_REST_MS = 60_000

interface Told {
  /** the database refused the data itself so often in a row */
  readonly refusals: number
  /** it failed for another reason so often in a row */
  readonly failures: number
  /** refusals in a row of a single instant */
  readonly alone: number
  /** how much smaller than usual a piece is tried */
  readonly level: number
  /** commits that went well at this level */
  readonly eased: number
  readonly restsUntil: number
  readonly detail: string
}

const NONE: Told = {
  refusals: 0,
  failures: 0,
  alone: 0,
  level: 0,
  eased: 0,
  restsUntil: -Infinity,
  detail: ""
}

export class Trouble {
  readonly told: Told

  constructor(told: Told = NONE) {
    this.told = told
  }

  get refusals(): number {
    return this.told.refusals
  }

  get failures(): number {
    return this.told.failures
  }

  /** What was said of it last. */
  get detail(): string {
    return this.told.detail
  }

  /** What may be tried. */
  narrow({ bytes, evaluations, events, records }: Bounds): Bounds {
    const { level } = this.told
    const part = (whole: number) => (level >= NARROWEST ? 1 : Math.max(1, Math.floor(whole / 8 ** level)))
    return {
      events: part(events),
      evaluations: part(evaluations),
      bytes: part(bytes),
      records: part(records)
    }
  }

  /** A single instant was refused, and again: nobody can judge and commit it. */
  get isHopeless(): boolean {
    return this.told.alone >= 2
  }
}

/** By what is in trouble: a place in the log, or a project. */
export class Troubles {
  private readonly known = new Map<string, Trouble>()

  of(key: string): Trouble {
    return this.known.get(key) ?? new Trouble()
  }

  /** `now`: it rests for a while from then on, unless the data itself was refused. */
  note(key: string, detail: string, isRefused: boolean, now = -Infinity): void {
    const { alone, failures, level, refusals } = this.of(key).told
    this.known.delete(key)
    this.known.set(
      key,
      new Trouble({
        detail,
        eased: 0,
        level: Math.min(NARROWEST, level + 1),
        alone: isRefused && level === NARROWEST ? alone + 1 : 0,
        refusals: isRefused ? refusals + 1 : 0,
        failures: isRefused ? 0 : failures + 1,
        restsUntil: isRefused ? -Infinity : now + Math.min(LONGEST_REST_MS, REST_MS * 2 ** failures)
      })
    )
    // who is gone leaves nothing behind for ever
    if (this.known.size > 1000) this.known.delete(this.known.keys().next().value!)
  }

  rests(key: string, now: number): boolean {
    const { restsUntil } = this.of(key).told
    return restsUntil > now && restsUntil <= now + LONGEST_REST_MS
  }

  forget(key: string): void {
    this.known.delete(key)
  }

  /** It went well this time; after some such times more is tried again. */
  ease(key: string): void {
    const told = this.known.get(key)?.told
    if (told === undefined) return
    const eased = told.eased + 1
    if (eased < EASY)
      this.known.set(key, new Trouble({ ...NONE, detail: told.detail, level: told.level, eased }))
    else if (told.level <= 1) this.known.delete(key)
    else this.known.set(key, new Trouble({ ...NONE, detail: told.detail, level: told.level - 1 }))
  }
}
