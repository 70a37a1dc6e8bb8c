// The payload of a log row as intake packs it, and as earlier releases wrote it.
import type { JsonEntry } from "../../../src/domain/intake/log/jsonLog.ts"
import { LogPacker } from "../../../src/domain/intake/log/packedLog.ts"
import type { Observation, Subject } from "../../../src/domain/rule/Observation.ts"

/** An observation, of a position perhaps with its heading in degrees. */
export type Logged = Observation & { readonly headingDeg?: number | null }

/** The payload of observations, in the order in which they are given. */
export const packLog = (observations: ReadonlyArray<Logged>): Uint8Array => {
  const packer = new LogPacker()
  for (const o of observations) {
    packer.add(o.subject.projectId, o.subject.deviceId, o.subject.entityId, o.at, o.receivedAt, o.recordId)
    switch (o._tag) {
      case "Position":
        packer.position({ ...o, headingDeg: o.headingDeg ?? null, network: o.recordType === "network" })
        break
      case "Measurement":
        packer.measurement(o.metric, o.value)
        break
      case "DeviceState":
        packer.state(o.key, JSON.stringify(o.value))
    }
  }
  return packer.pack()
}

const entryOf = (o: Logged): JsonEntry => {
  const head = [
    o.subject.projectId,
    o.subject.deviceId,
    o.subject.entityId,
    o.at,
    o.receivedAt - o.at,
    o.recordId
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
        o.recordType === "network" ? 1 : 0,
        o.headingDeg ?? null
      ]
    case "Measurement":
      return [1, ...head, o.metric, o.value]
    case "DeviceState":
      return [2, ...head, o.key, o.value]
  }
}

/** The payload that earlier releases wrote. */
export const jsonLog = (observations: ReadonlyArray<Logged>): string =>
  JSON.stringify(observations.map(entryOf))

/** A subject by its ids alone. */
export const subjectOf = (projectId: string, deviceId: string, entityId: string | null): Subject => ({
  id: entityId ?? deviceId,
  projectId,
  deviceId,
  entityId
})
