// Warnings about the devices that a subject wore in the period.
import { instantName } from "../../src/domain/zone.ts"
import { type DraftWarning, messageOf, notice } from "../result/warnings.ts"
import type { ExaminedTrack } from "./qualityCounts.ts"

/** How many changes of the device a warning lists. */
const MAX_LISTED_CHANGES = 10

/** Changes of the device inside the period, and time without any. */
export const ofDeployments = ({ period, subject }: ExaminedTrack): ReadonlyArray<DraftWarning> => {
  if (subject.deployments === null) return []
  const worn = subject.deployments
    .map((d) => ({
      device: d.device,
      from: Math.max(d.from, period.from),
      to: Math.min(d.to ?? Infinity, period.to)
    }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from || a.to - b.to)
  let until = period.from,
    bare = 0
  for (const { from, to } of worn) {
    bare += Math.max(0, from - until)
    until = Math.max(until, to)
  }
  bare += Math.max(0, period.to - until)
  const changes = worn.slice(1).flatMap((next, i) =>
    next.device === worn[i]!.device
      ? []
      : [
          messageOf("change", {
            at: instantName(next.from).slice(0, 16).replace("T", " "),
            from: worn[i]!.device,
            to: next.device
          })
        ]
  )
  return [
    ...(changes.length === 0
      ? []
      : [
          notice(
            "collar_change",
            messageOf("collarChange", {
              changes: changes.slice(0, MAX_LISTED_CHANGES),
              more: Math.max(0, changes.length - MAX_LISTED_CHANGES)
            }),
            { changes: changes.length }
          )
        ]),
    ...(bare === 0
      ? []
      : [
          notice(
            "unassigned_period",
            messageOf("unassignedPeriod", { seconds: bare / 1000, share: bare / (period.to - period.from) }),
            { hours: bare / 3_600_000, share: bare / (period.to - period.from) }
          )
        ])
  ]
}
