// What the log says of an observation.
import type { LogEntry } from "../../../src/domain/intake/LogEntry.ts"
import type { Observation } from "../../../src/domain/rule/Observation.ts"

/** The entry of an observation whose record has this id. */
export const entryOf = (o: Observation, recordId: number): LogEntry => {
  const head = [
    o.subject.projectId,
    o.subject.deviceId,
    o.subject.entityId,
    o.at,
    o.receivedAt - o.at,
    recordId
  ] as const
  switch (o._tag) {
    case "Position":
      return [
        0,
        ...head,
        o.lon,
        o.lat,
        o.altitudeM,
        o.speedMps,
        o.accuracyM,
        o.recordType === "network" ? 1 : 0
      ]
    case "Measurement":
      return [1, ...head, o.metric, o.value]
    case "DeviceState":
      return [2, ...head, o.key, o.value]
  }
}
