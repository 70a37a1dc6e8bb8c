// The reports of all parts of one transaction as rows, and the devices they speak of, each once. Filled in as
// the transaction finds out who they are.
import { concernsActivity } from "../../domain/intake/activity.ts"
import type { Assignments, Owner } from "../../domain/intake/attribute.ts"
import type { Report } from "../../domain/intake/Report.ts"
import { DUPLICATE, type Outcome, type Part } from "./Part.ts"

/** An external id within a data source. */
export interface Named {
  readonly sourceId: string
  readonly externalId: string
  /** null: no device is known by it */
  deviceId: string | null
  /** place among the device ids of the batch, ascending */
  rank: number
  assignments: Assignments
}

/** A report on its way into the tables. */
export interface Row {
  readonly part: Part
  /** place in the part */
  readonly at: number
  readonly outcomes: Array<Outcome>
  readonly report: Report
  readonly device: Named
  owner: Owner
  /** what the tables say: its arrival, or for a source of history its own time */
  receivedAt: number
  /** whether anything of it was not there before */
  isNew: boolean
  isConflicting: boolean
}

export interface Batch {
  readonly rows: ReadonlyArray<Row>
  /** by data source, then by external id */
  readonly devices: ReadonlyMap<string, ReadonlyMap<string, Named>>
  /** of every part, by place */
  readonly outcomes: ReadonlyMap<Part, Array<Outcome>>
  /** span of the rows' times, epoch ms, both ends in it; 0 without rows */
  readonly from: number
  readonly to: number
  /** records of each kind that the rows can make */
  readonly fixes: number
  readonly values: number
  readonly states: number
  /** whether any value has to do with activity */
  readonly moves: boolean
}

const unassigned: Assignments = { projects: [], entities: [] }
const nobody: Owner = { projectId: null, entityId: null }

/** The rows of the parts, in order. */
export const gather = (parts: ReadonlyArray<Part>): Batch => {
  const rows: Array<Row> = []
  const outcomes = new Map<Part, Array<Outcome>>()
  const devices = new Map<string, Map<string, Named>>()
  let from = Infinity,
    to = -Infinity,
    fixes = 0,
    values = 0,
    states = 0,
    moves = false
  for (const part of parts) {
    const {
      pass: { sourceId },
      verdicts
    } = part
    const ofPart = verdicts.map(() => DUPLICATE)
    outcomes.set(part, ofPart)
    let known = devices.get(sourceId)
    if (known === undefined) devices.set(sourceId, (known = new Map()))
    for (let at = 0; at < verdicts.length; at++) {
      const report = verdicts[at]!
      if (report._tag === "Refusal") continue
      let device = known.get(report.device)
      if (device === undefined) {
        device = { sourceId, externalId: report.device, deviceId: null, rank: -1, assignments: unassigned }
        known.set(report.device, device)
      }
      if (report.at < from) from = report.at
      if (report.at > to) to = report.at
      if (report.fix !== null) fixes++
      values += report.readings.length
      if (report.readings.some((r) => concernsActivity(r.metric))) {
        moves = true
        values += 2 // its own activity, and that of the message after it
      }
      states += report.states.length
      rows.push({
        part,
        at,
        outcomes: ofPart,
        report,
        device,
        owner: nobody,
        receivedAt: part.receivedAt,
        isNew: false,
        isConflicting: false
      })
    }
  }
  return {
    rows,
    devices,
    outcomes,
    ...(rows.length === 0 ? { from: 0, to: 0 } : { from, to }),
    fixes,
    values,
    states,
    moves
  }
}

/** The devices that have been identified. */
export const known = ({ devices }: Batch): ReadonlyArray<Named> =>
  [...devices.values()].flatMap((named) => [...named.values()].filter((d) => d.deviceId !== null))

/** What is left of a batch without some of its parts. */
export const without = (batch: Batch, left: (part: Part) => boolean): Batch => ({
  ...batch,
  rows: batch.rows.filter((row) => !left(row.part)),
  outcomes: new Map([...batch.outcomes].filter(([part]) => !left(part)))
})
