// Warnings about the devices that a subject wore in the period.
import { instantName } from "../../src/domain/zone.ts"
import type { ExaminedTrack } from "./qualityCounts.ts"
import { type DraftWarning, duration, notice, percent } from "./warningText.ts"

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
  const changes = worn
    .slice(1)
    .flatMap((next, i) =>
      next.device === worn[i]!.device
        ? []
        : [
            `on ${instantName(next.from).slice(0, 16).replace("T", " ")} UTC from ${worn[i]!.device} ` +
              `to ${next.device}`
          ]
    )
  return [
    ...(changes.length === 0
      ? []
      : [
          notice(
            "collar_change",
            `The device changed inside the period: ${changes.slice(0, 10).join("; ")}` +
              `${changes.length > 10 ? `; and ${changes.length - 10} times more` : ""}.`,
            { changes: changes.length }
          )
        ]),
    ...(bare === 0
      ? []
      : [
          notice(
            "unassigned_period",
            `No device was assigned for ${duration(bare / 1000)} of the period ` +
              `(${percent(bare / (period.to - period.from))}).`,
            { hours: bare / 3_600_000, share: bare / (period.to - period.from) }
          )
        ])
  ]
}
