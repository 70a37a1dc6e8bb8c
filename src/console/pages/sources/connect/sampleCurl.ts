// A curl command that sends one record in the sender's format: it shows whether the sender or the server is at
// fault.
import { addressWithToken, type Door, httpAddress, phoneAddress } from "./pasted.ts"
import type { Person } from "./person.ts"
import type { SenderKey } from "./senders.ts"

/** POINT is the position of the sample: in the sea south of Ghana, far from any herd. */
const POINT = { lat: 0.5, lon: 0.5 }

const bodies: Partial<Readonly<Record<SenderKey, (now: number, who: Person) => object>>> = {
  owntracks: (now, { deviceId, trackerId, userId }) => ({
    _type: "location",
    topic: `owntracks/${userId}/${deviceId}`,
    tid: trackerId,
    tst: Math.floor(now / 1000),
    ...POINT,
    acc: 14
  }),
  traccar: (now) => ({
    position: {
      fixTime: new Date(now).toISOString(),
      deviceTime: new Date(now).toISOString(),
      valid: true,
      latitude: POINT.lat,
      longitude: POINT.lon,
      speed: 0,
      attributes: {}
    },
    device: { name: "Test", uniqueId: "test-1" }
  }),
  chirpstack: (now) => ({
    time: new Date(now).toISOString(),
    deviceInfo: { deviceName: "Test", devEui: "0000000000000001" },
    object: { latitude: POINT.lat, longitude: POINT.lon }
  }),
  tts: (now) => ({
    end_device_ids: { device_id: "test-1", dev_eui: "0000000000000001" },
    received_at: new Date(now).toISOString(),
    uplink_message: {
      received_at: new Date(now).toISOString(),
      decoded_payload: { latitude: POINT.lat, longitude: POINT.lon }
    }
  }),
  overland: (now, { userId }) => ({
    locations: [
      {
        type: "Feature",
        geometry: { type: "Point", coordinates: [POINT.lon, POINT.lat] },
        properties: { timestamp: new Date(now).toISOString(), device_id: userId, horizontal_accuracy: 14 }
      }
    ]
  }),
  http: (now) => ({ device: "test-1", time: new Date(now).toISOString(), ...POINT })
}

/** Quotes a text for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * sampleCurl is the command for a sender; null: it has none, because it uses a websocket or the service
 * connects to it.
 */
export const sampleCurl = (key: SenderKey, door: Door, person: Person, now: number): string | null => {
  if (key === "osmand" || key === "traccar_client")
    return `curl ${quoted(
      `${phoneAddress(door)}?id=${person.userId}&lat=${POINT.lat}&lon=${POINT.lon}&timestamp=${Math.floor(now / 1000)}`
    )}`
  if (key === "rockblock") {
    const sentAt = new Date(now).toISOString().slice(2, 19).replace("T", " ")
    const form = new URLSearchParams({
      imei: "300000000000000",
      transmit_time: sentAt,
      iridium_latitude: String(POINT.lat),
      iridium_longitude: String(POINT.lon),
      iridium_cep: "5",
      data: ""
    })
    return `curl -d ${quoted(form.toString())} ${quoted(addressWithToken(door))}`
  }
  const body = bodies[key]?.(now, person)
  if (body === undefined) return null
  const identity =
    key === "owntracks"
      ? `-u ${quoted(`${person.userId}:${door.token}`)}`
      : `-H ${quoted(`Authorization: Bearer ${door.token}`)}`
  const sent = `-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`
  return `curl ${identity} ${sent} ${quoted(httpAddress(door))}`
}
