// Converts the items of a scene to records as rules see them: positions, numeric measurements, and states.
import { accept } from "../domain/intake/accept.ts"
import type { Item } from "../domain/intake/Report.ts"
import { readIdentity } from "../domain/intake/scalars/readIdentity.ts"
import type { Observation, Subject } from "../domain/rule/Observation.ts"

/** Sent is an item that a scene sent, with its times. */
export interface Sent {
  readonly item: Item
  /** when it was made and when it arrived, epoch ms */
  readonly at: number
  readonly arrives: number
}

/** Returns the external id of the device that sent an item. */
export const deviceOf = (item: Item): string => readIdentity(item.device ?? item.device_id) ?? ""

/** Returns the records of valid items; `subjectOf` returns the subject of a device. */
export const observationsOf = (
  sent: ReadonlyArray<Sent>,
  subjectOf: (device: string) => Subject
): ReadonlyArray<Observation> => {
  const records: Array<Observation> = []
  for (const { arrives, item } of sent) {
    const report = accept(item, Number.MAX_SAFE_INTEGER, 0)
    if (report._tag === "Refusal") continue
    const seen = () => ({
      subject: subjectOf(report.device),
      at: report.at,
      receivedAt: arrives,
      recordId: records.length + 1
    })
    const { fix } = report
    if (fix !== null && fix.valid) {
      const { accuracyM, altitudeM, lat, lon, network, speedMps } = fix
      records.push({
        _tag: "Position",
        ...seen(),
        recordType: network ? "network" : "gnss",
        lon,
        lat,
        altitudeM,
        speedMps,
        accuracyM
      })
    }
    for (const { metric, value } of report.readings)
      if (typeof value === "number") records.push({ _tag: "Measurement", ...seen(), metric, value })
    for (const { key, value } of report.states)
      records.push({ _tag: "DeviceState", ...seen(), key, value: JSON.parse(value) as unknown })
  }
  return records
}
