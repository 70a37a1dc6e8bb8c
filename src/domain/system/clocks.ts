// Whose clock counts, and when two clocks are told apart. A machine's clock can be set at any moment; the
// database's is the one by which leases, ticks and receipts are reckoned, so every part of the service keeps
// its time.

/** CLOCK_TOLERANCE_MS is the difference up to which clocks agree. */
export const CLOCK_TOLERANCE_MS = 2000

/** CLOCK_REMEDY says what to do about a machine whose clock differs from the database's. */
export const CLOCK_REMEDY =
  "The database's clock counts, and the service goes by it. Let both machines keep time by NTP " +
  "(timedatectl set-ntp true). If it is the database's that is wrong, set that one right soon: " +
  "receipts, events and leases carry its time."

/** ClockFinding is what a comparison with the database's clock found. */
export type ClockFinding =
  /** of the machine against the database */
  | { readonly _tag: "MachineDiffers"; readonly aheadMs: number }
  | { readonly _tag: "MachineAgrees" }
  /** it went on by so much more than time did */
  | { readonly _tag: "DatabaseSet"; readonly byMs: number }

/**
 * What a process knows of time: `aheadMs` is how far the database's clock is ahead of a steady one, null
 * before the first look; `machineMs` what was last told of the machine's.
 */
export interface ClockAgreement {
  readonly aheadMs: number | null
  readonly machineMs: number
}

/**
 * Three clocks read at one moment, epoch ms but for the steady one, which is never set and which begins
 * anywhere. What differs by no more than the tolerance is left alone, so that time does not jitter with every
 * look.
 */
export const compareClocks = (
  known: ClockAgreement,
  {
    database,
    machine,
    steady
  }: { readonly database: number; readonly machine: number; readonly steady: number }
): readonly [ClockAgreement, ReadonlyArray<ClockFinding>] => {
  const news: Array<ClockFinding> = [],
    ahead = database - steady,
    moved = known.aheadMs === null ? 0 : ahead - known.aheadMs
  const isSet = Math.abs(moved) > CLOCK_TOLERANCE_MS
  if (isSet) news.push({ _tag: "DatabaseSet", byMs: moved })
  const off = machine - database,
    differs = Math.abs(off) > CLOCK_TOLERANCE_MS
  const isNew = differs ? Math.abs(off - known.machineMs) > CLOCK_TOLERANCE_MS : known.machineMs !== 0
  if (isNew) news.push(differs ? { _tag: "MachineDiffers", aheadMs: off } : { _tag: "MachineAgrees" })
  return [
    {
      aheadMs: known.aheadMs === null || isSet ? ahead : known.aheadMs,
      machineMs: isNew ? (differs ? off : 0) : known.machineMs
    },
    news
  ]
}
