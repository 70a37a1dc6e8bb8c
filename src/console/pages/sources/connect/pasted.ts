// The settings of each sender, named as in its own user interface, and the code that fills them in.
import { words } from "../../../../words/language.ts"
import { type Person, personOf } from "./person.ts"
import { ownTracksLink } from "./ownTracksLink.ts"
import type { Sender, SenderKey } from "./senders.ts"

/** A setting of a sender. */
export interface PastedField {
  /** the label in the sender's user interface */
  readonly label: string
  readonly value: string
  /** it contains the token */
  readonly isSecret?: true
  /** selected or switched, not typed */
  readonly isChosen?: true
}

/** All settings of a sender. */
export interface Pasted {
  /** where in the sender's user interface they are */
  readonly title: string
  readonly beside: string
  /** one sentence: what to do */
  readonly lead: string
  readonly fields: ReadonlyArray<PastedField>
  /** lines of a file, in place of fields or beside them */
  readonly lines?: string
  readonly code?: { readonly text: string; readonly label: string; readonly hint: string }
}

/** Where a sender connects, with its token. */
export interface Door {
  /** `https://tracks.example.org` */
  readonly origin: string
  readonly sourceId: string
  readonly token: string
}

/** The address for HTTP. */
export const httpAddress = ({ origin, sourceId }: Pick<Door, "origin" | "sourceId">): string =>
  `${origin}/api/v1/ingest/http/${sourceId}`

/** The address for websockets. */
const lineAddress = ({ origin, sourceId }: Pick<Door, "origin" | "sourceId">): string =>
  `${origin.replace(/^http/, "ws")}/api/v1/ingest/ws/${sourceId}`

/** phoneAddress contains the token, for apps that only take an address. */
export const phoneAddress = ({ origin, sourceId, token }: Door): string =>
  `${origin}/api/v1/ingest/osmand/${sourceId}/${token}`

/** addressWithToken is for senders that only take an address. */
export const addressWithToken = (door: Door): string => `${httpAddress(door)}/${door.token}`

/** OSMAND_PARAMETERS are the placeholders that OsmAnd fills in. */
const OSMAND_PARAMETERS = "lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}&bearing={6}"

const bearer = ({ token }: Door): string => `Bearer ${token}`
const chosen = (label: string, value: string): PastedField => ({ label, value, isChosen: true })
const secret = (label: string, value: string): PastedField => ({ label, value, isSecret: true })

type Settings = (typeof words)["senders"]["settings"]

/** leadOf returns the words above the settings of a sender. */
const leadOf = (key: Exclude<keyof Settings, "traccar">): Pick<Pasted, "beside" | "lead" | "title"> => {
  const { beside, lead, title } = words.senders.settings[key]
  return { beside, lead, title }
}

/** codeLabels returns the words of the code for a person's phone. */
const codeLabels = (key: "osmand" | "overland" | "owntracks" | "traccar_client", { name }: Person) => {
  const { code, scan } = words.senders.settings[key]
  return { label: code({ name }), hint: scan }
}

const ownTracks = (door: Door, person: Person): Pasted => ({
  ...leadOf("owntracks"),
  fields: [
    chosen("Mode", "HTTP"),
    { label: "URL", value: httpAddress(door) },
    { label: "User ID", value: person.userId },
    secret("Password", door.token),
    { label: "Device ID", value: person.deviceId },
    { label: "Tracker ID", value: person.trackerId }
  ],
  code: {
    text: ownTracksLink(httpAddress(door), door.token, person),
    ...codeLabels("owntracks", person)
  }
})

/** osmAndAddress is the address with OsmAnd's placeholders. */
const osmAndAddress = (door: Door, person: Person): string =>
  `${phoneAddress(door)}?id=${person.userId}&${OSMAND_PARAMETERS}`

const osmAnd = (door: Door, person: Person): Pasted => ({
  ...leadOf("osmand"),
  fields: [
    secret("Web address", osmAndAddress(door, person)),
    chosen("Online tracking", words.senders.on),
    chosen("Online tracking interval", words.senders.settings.osmand.interval)
  ],
  code: {
    text: osmAndAddress(door, person),
    ...codeLabels("osmand", person)
  }
})

/** traccarClientAddress is the address for Traccar Client, which reads its identifier from `id`. */
const traccarClientAddress = (door: Door, person: Person): string =>
  `${phoneAddress(door)}?id=${person.userId}`

const traccarClient = (door: Door, person: Person): Pasted => ({
  ...leadOf("traccar_client"),
  fields: [
    { label: "Device identifier", value: person.userId },
    secret("Server URL", phoneAddress(door)),
    chosen("Continuous tracking", words.senders.on)
  ],
  code: {
    text: traccarClientAddress(door, person),
    ...codeLabels("traccar_client", person)
  }
})

/** overlandLink is the link that configures Overland, as in its README. */
const overlandLink = (door: Door, person: Person): string =>
  `overland://setup?${new URLSearchParams({
    url: httpAddress(door),
    token: door.token,
    device_id: person.userId
  }).toString()}`

const overland = (door: Door, person: Person): Pasted => ({
  ...leadOf("overland"),
  fields: [
    { label: "Receiver Endpoint URL", value: httpAddress(door) },
    secret("Access Token", door.token),
    { label: "Device ID", value: person.userId },
    chosen("Tracking", words.senders.on)
  ],
  code: {
    text: overlandLink(door, person),
    ...codeLabels("overland", person)
  }
})

/** traccarEntries are the entries of `traccar.xml`. */
export const traccarEntries = (door: Door): ReadonlyArray<readonly [key: string, value: string]> => [
  ["forward.type", "json"],
  ["forward.url", httpAddress(door)],
  ["forward.header", `Authorization: ${bearer(door)}`]
]

const places: Readonly<
  Record<Exclude<SenderKey, "meshtastic" | "mqtt" | "websocket_server">, (door: Door, who: Person) => Pasted>
> = {
  owntracks: ownTracks,
  osmand: osmAnd,
  traccar_client: traccarClient,
  overland,
  traccar: (door) => ({
    ...words.senders.settings.traccar,
    beside: "conf/traccar.xml",
    fields: [],
    lines: traccarEntries(door)
      .map(([key, value]) => `<entry key='${key}'>${value}</entry>`)
      .join("\n")
  }),
  chirpstack: (door) => ({
    ...leadOf("chirpstack"),
    fields: [
      chosen("Payload encoding", "JSON"),
      { label: "Event endpoint URL(s)", value: httpAddress(door) },
      { label: "Header: key", value: "Authorization" },
      secret("Header: value", bearer(door))
    ]
  }),
  tts: (door) => ({
    ...leadOf("tts"),
    fields: [
      chosen("Webhook format", "JSON"),
      { label: "Base URL", value: httpAddress(door) },
      { label: "Additional headers: key", value: "Authorization" },
      secret("Additional headers: value", bearer(door)),
      chosen("Enabled event types", "Uplink message, Join accept, Location solved")
    ]
  }),
  rockblock: (door) => ({
    ...leadOf("rockblock"),
    fields: [
      secret(words.senders.address, addressWithToken(door)),
      chosen(words.senders.settings.rockblock.format, "HTTP POST (form parameters)")
    ]
  }),
  http: (door) => ({
    ...leadOf("http"),
    fields: [
      chosen(words.senders.settings.http.method, "POST"),
      { label: words.senders.address, value: httpAddress(door) },
      chosen("Content-Type", "application/json"),
      { label: words.senders.settings.http.headerKey, value: "Authorization" },
      secret(words.senders.settings.http.headerValue, bearer(door)),
      secret(words.senders.settings.http.addressAlone, addressWithToken(door))
    ],
    lines: JSON.stringify({ device: "collar-1", time: "2026-05-14T12:00:00Z", lat: 61.60713, lon: 10.91884 })
  }),
  websocket: (door) => ({
    ...leadOf("websocket"),
    fields: [
      { label: words.senders.address, value: lineAddress(door) },
      { label: words.senders.settings.websocket.headerKey, value: "Authorization" },
      secret(words.senders.settings.websocket.headerValue, bearer(door)),
      secret(words.senders.settings.websocket.firstFrame, JSON.stringify({ token: door.token }))
    ],
    lines: JSON.stringify({ device: "collar-1", time: "2026-05-14T12:00:00Z", lat: 61.60713, lon: 10.91884 })
  })
}

/** pastedOf are the settings of a sender; null: the service connects to it. */
export const pastedOf = ({ key }: Sender, door: Door, person: Person | null): Pasted | null =>
  key === "meshtastic" || key === "mqtt" || key === "websocket_server"
    ? null
    : places[key](door, person ?? personOf("Phone"))
