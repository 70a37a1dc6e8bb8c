// What could not be committed, and how often: so that what fails for a passing reason is tried again, what is too much is tried in smaller
// pieces, and what fails again and again keeps nobody else waiting. Outlives the memory that a failure drops.
import type { Bounds } from "./Budget.ts"

/** Failures, each of which leaves an eighth of the piece before, until it is a single instant; one more refusal, and that is stepped over. */
const NARROWEST = 4
/** Commits that go well before a piece may be larger again. */
const EASY = 8
/** After a failure whose reason nobody knows: twice as long each time, ms. */
const REST_MS = 500
const LONGEST_REST_MS = 60_000

const NONE = { refusals: 0, failures: 0, eased: 0, restsUntil: -Infinity, detail: "" }

export class Trouble {
  /** the database refused the data itself so often */
  readonly refusals: number
  /** it failed for another reason so often */
  readonly failures: number
  readonly detail: string
  readonly eased: number
  readonly restsUntil: number

  constructor({ detail, eased, failures, refusals, restsUntil }: typeof NONE) {
    this.refusals = refusals
    this.failures = failures
    this.detail = detail
    this.eased = eased
    this.restsUntil = restsUntil
  }

  /** What may be tried. */
  narrow({ bytes, evaluations, events, records }: Bounds): Bounds {
    const times = this.refusals + this.failures, by = 8 ** times
    const part = (whole: number) => times >= NARROWEST ? 1 : Math.max(1, Math.floor(whole / by))
    return { events: part(events), evaluations: part(evaluations), bytes: part(bytes), records: part(records) }
  }

  /** The smallest piece was refused: nobody can judge and commit it. */
  get isSteppedOver(): boolean {
    return this.refusals > NARROWEST
  }
}

export class Troubles {
  private readonly known = new Map<string, Trouble>()

  of(key: string): Trouble {
    return this.known.get(key) ?? new Trouble(NONE)
  }

  /** `now`: it rests for a while from then on, unless it was refused. */
  note(key: string, detail: string, isUnfit: boolean, now = -Infinity): void {
    const { failures, refusals } = this.of(key)
    this.known.delete(key)
    this.known.set(key, new Trouble({
      detail, eased: 0,
      refusals: refusals + (isUnfit ? 1 : 0), failures: failures + (isUnfit ? 0 : 1),
      restsUntil: isUnfit ? -Infinity : now + Math.min(LONGEST_REST_MS, REST_MS * 2 ** failures)
    }))
    // who is gone leaves nothing behind for ever
    if (this.known.size > 1000) this.known.delete(this.known.keys().next().value!)
  }

  rests(key: string, now: number): boolean {
    const { restsUntil } = this.of(key)
    return restsUntil > now && restsUntil <= now + LONGEST_REST_MS
  }

  forget(key: string): void {
    this.known.delete(key)
  }

  /** It went well this time: after some such times more is tried again. */
  eased(key: string): void {
    const before = this.known.get(key)
    if (before === undefined) return
    const { detail, failures, refusals } = before, eased = before.eased + 1
    if (eased < EASY) this.known.set(key, new Trouble({ detail, failures, refusals, eased, restsUntil: -Infinity }))
    else if (failures + refusals <= 1) this.known.delete(key)
    else this.known.set(key, new Trouble({ detail, failures: Math.max(0, failures - 1), refusals: failures > 0 ? refusals : refusals - 1, eased: 0, restsUntil: -Infinity }))
  }
}
