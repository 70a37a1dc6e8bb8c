// Positions in PostgreSQL's binary format of COPY. Every row of the bench has the same size.
import type { Fix } from "../Walks.ts"

/** RawSubjects are the ids that rows of the raw insert have, by subject, and their project's. */
export interface RawSubjects {
  readonly devices: ReadonlyArray<string>
  readonly entities: ReadonlyArray<string>
  readonly project: string
}

/** COPY_POSITIONS is the statement that takes the rows of `positionRows`. */
export const COPY_POSITIONS = `copy positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
  altitude_m, speed_mps, heading_deg, accuracy_m, satellites, received_at, batch_id) from stdin (format binary)`

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1")
const FIELDS_PER_ROW = 14
const RECORD_TYPE = Buffer.from("gnss")
const SATELLITES = 9
/** 14 lengths, 3 uuids, the type, 2 times and the batch, 6 numbers, the satellites, and the number of fields. */
const ROW_BYTES = 2 + FIELDS_PER_ROW * 4 + 3 * 16 + RECORD_TYPE.length + 3 * 8 + 6 * 8 + 2
/** From 1970 to 2000, where PostgreSQL's timestamps begin. */
const EPOCH_2000_MS = 946_684_800_000

/** Returns a function that encodes fixes as the body of COPY_POSITIONS; `receivedAt` in epoch ms. */
export const positionRows = ({ devices, entities, project }: RawSubjects) => {
  const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll("-", ""), "hex")
  const deviceIds = devices.map(bytesOf),
    entityIds = entities.map(bytesOf),
    projectId = bytesOf(project)
  return (fixes: ReadonlyArray<Fix>, receivedAt: number): Uint8Array => {
    const body = Buffer.allocUnsafe(SIGNATURE.length + fixes.length * ROW_BYTES + 2)
    let offset = body.write(SIGNATURE.toString("latin1"), "latin1")
    const bytes = (value: Buffer) => {
      offset = body.writeInt32BE(value.length, offset)
      offset += value.copy(body, offset)
    }
    const float = (value: number) => {
      offset = body.writeDoubleBE(value, body.writeInt32BE(8, offset))
    }
    const integer = (value: number) => {
      offset = body.writeBigInt64BE(BigInt(value), body.writeInt32BE(8, offset))
    }
    const instant = (epochMs: number) => integer((epochMs - EPOCH_2000_MS) * 1000)
    for (const { accuracy, altitude, at, heading, lat, lon, speed, subject } of fixes) {
      offset = body.writeInt16BE(FIELDS_PER_ROW, offset)
      bytes(deviceIds[subject]!)
      bytes(projectId)
      bytes(entityIds[subject]!)
      bytes(RECORD_TYPE)
      instant(at)
      for (const value of [lon, lat, altitude, speed, heading, accuracy]) float(value)
      offset = body.writeInt16BE(SATELLITES, body.writeInt32BE(2, offset))
      instant(receivedAt)
      integer(0)
    }
    body.writeInt16BE(-1, offset)
    return body
  }
}
