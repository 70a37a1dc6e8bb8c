// From the reports of a transaction to its rows: whose device, whose record, and since when it counts as received.
import { attribute } from "../../domain/intake/attribute.ts"
import type { Owner } from "../../domain/intake/attribute.ts"
import type { Report } from "../../domain/intake/Report.ts"
import type { Identified, IdentifiedDevice } from "./identify.ts"
import type { LookedUp } from "./lookUp.ts"
import type { WriteBatch } from "./WriteBatch.ts"

/** A report of a device that nobody has registered. */
export interface UnknownRow {
  readonly batch: WriteBatch
  /** place in the batch */
  readonly at: number
  readonly report: Report
  /** what the tables say: its arrival, or for a source of history its own time; epoch ms */
  readonly receivedAt: number
}

/** A report on its way into the tables. */
export interface Row extends UnknownRow {
  readonly device: IdentifiedDevice
  readonly owner: Owner
}

/** The reports of batches, in order, by whether their device is known. */
export interface Attributed {
  readonly batches: ReadonlyArray<WriteBatch>
  readonly rows: ReadonlyArray<Row>
  readonly unknown: ReadonlyArray<UnknownRow>
}

/** Says of each report whose it is. */
export const attributeRows = (
  batches: ReadonlyArray<WriteBatch>,
  identified: Identified,
  { assignments, sources }: Pick<LookedUp, "assignments" | "sources">
): Attributed => {
  const rows: Array<Row> = [],
    unknown: Array<UnknownRow> = []
  for (const batch of batches) {
    const { arrivals, credential, verdicts } = batch
    const devices = identified.get(credential.sourceId)
    const isHistory = sources.get(credential.sourceId)?.history === true
    for (let at = 0; at < verdicts.length; at++) {
      const report = verdicts[at]!
      if (report._tag === "Refusal") continue
      const receivedAt = isHistory ? report.at : (arrivals?.[at] ?? batch.receivedAt)
      const device = devices?.get(report.device)
      if (device === undefined) unknown.push({ batch, at, report, receivedAt })
      else {
        const owner = attribute(report.at, assignments.get(device.deviceId)!)
        rows.push({ batch, at, report, receivedAt, device, owner })
      }
    }
  }
  return { batches, rows, unknown }
}

/** What is left of it with some of its batches alone. */
export const only = (
  { batches, rows, unknown }: Attributed,
  isLeft: (batch: WriteBatch) => boolean
): Attributed => ({
  batches: batches.filter(isLeft),
  rows: rows.filter((row) => isLeft(row.batch)),
  unknown: unknown.filter((row) => isLeft(row.batch))
})
