// The settings of each sender, named as in its own user interface, and the code that fills them in.
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

const ownTracks = (door: Door, person: Person): Pasted => ({
  title: "On the phone",
  beside: "OwnTracks 2.4 and later",
  lead: "Install OwnTracks, then scan: the code fills in every field. One code a person: it carries the name.",
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
    label: `Code that sets up OwnTracks for ${person.name}`,
    hint: "Scan with the camera, open in OwnTracks"
  }
})

/** osmAndAddress is the address with OsmAnd's placeholders. */
const osmAndAddress = (door: Door, person: Person): string =>
  `${phoneAddress(door)}?id=${person.userId}&${OSMAND_PARAMETERS}`

const osmAnd = (door: Door, person: Person): Pasted => ({
  title: "On the phone",
  beside: "OsmAnd: Plugins, Trip recording, Online tracking",
  lead: "Switch on the plugin Trip recording, scan the code with the camera, copy its text into Web address.",
  fields: [
    secret("Web address", osmAndAddress(door, person)),
    chosen("Online tracking", "on"),
    chosen("Online tracking interval", "30 seconds")
  ],
  code: {
    text: osmAndAddress(door, person),
    label: `Web address of OsmAnd for ${person.name}`,
    hint: "Scan with the camera and copy the text: do not open it"
  }
})

/** traccarClientAddress is the address for Traccar Client, which reads its identifier from `id`. */
const traccarClientAddress = (door: Door, person: Person): string =>
  `${phoneAddress(door)}?id=${person.userId}`

const traccarClient = (door: Door, person: Person): Pasted => ({
  title: "On the phone",
  beside: "Traccar Client 9 and later",
  lead: "Install Traccar Client and scan the code in its settings: it fills in the identifier and the address.",
  fields: [
    { label: "Device identifier", value: person.userId },
    secret("Server URL", phoneAddress(door)),
    chosen("Continuous tracking", "on")
  ],
  code: {
    text: traccarClientAddress(door, person),
    label: `Code that sets up Traccar Client for ${person.name}`,
    hint: "Scan in Traccar Client: Settings, the code at the top"
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
  title: "On the phone",
  beside: "Overland: Settings",
  lead: "Install Overland and scan the code: it fills in the receiver, the token and the name of the phone.",
  fields: [
    { label: "Receiver Endpoint URL", value: httpAddress(door) },
    secret("Access Token", door.token),
    { label: "Device ID", value: person.userId },
    chosen("Tracking", "on")
  ],
  code: {
    text: overlandLink(door, person),
    label: `Code that sets up Overland for ${person.name}`,
    hint: "Scan with the camera, open in Overland"
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
    title: "On the Traccar server",
    beside: "conf/traccar.xml",
    lead: "Put these lines inside <properties>, then restart Traccar: it forwards every position that it gets.",
    fields: [],
    lines: traccarEntries(door)
      .map(([key, value]) => `<entry key='${key}'>${value}</entry>`)
      .join("\n")
  }),
  chirpstack: (door) => ({
    title: "In ChirpStack",
    beside: "your application, Integrations, HTTP",
    lead: "Add the HTTP integration of the application, and fill in these four.",
    fields: [
      chosen("Payload encoding", "JSON"),
      { label: "Event endpoint URL(s)", value: httpAddress(door) },
      { label: "Header: key", value: "Authorization" },
      secret("Header: value", bearer(door))
    ]
  }),
  tts: (door) => ({
    title: "In The Things Stack",
    beside: "your application, Webhooks, Add webhook, Custom webhook",
    lead: "Add a custom webhook, and leave the path of each message type empty.",
    fields: [
      chosen("Webhook format", "JSON"),
      { label: "Base URL", value: httpAddress(door) },
      { label: "Additional headers: key", value: "Authorization" },
      secret("Additional headers: value", bearer(door)),
      chosen("Enabled event types", "Uplink message, Join accept, Location solved")
    ]
  }),
  rockblock: (door) => ({
    title: "In the account of Rock 7, or in Cloudloop",
    beside: "Delivery groups, Add delivery address; or Destinations, HTTP webhook",
    lead: "Add an address of the type HTTP POST. The place is the satellite network's, true to a few kilometres.",
    fields: [secret("Address", addressWithToken(door)), chosen("Format", "HTTP POST (form parameters)")]
  }),
  http: (door) => ({
    title: "In whatever sends",
    beside: "one report, a list, or one a line (NDJSON)",
    lead: "Let it POST JSON to the address. Other names of members are possible: the guide says how.",
    fields: [
      chosen("Method", "POST"),
      { label: "Address", value: httpAddress(door) },
      chosen("Content-Type", "application/json"),
      { label: "Header: key", value: "Authorization" },
      secret("Header: value", bearer(door)),
      secret("Or the address alone, with the token", addressWithToken(door))
    ],
    lines: JSON.stringify({ device: "collar-1", time: "2026-05-14T12:00:00Z", lat: 61.60713, lon: 10.91884 })
  }),
  websocket: (door) => ({
    title: "In the device",
    beside: "a connection that stays open, each frame a report",
    lead: "Let it open the connection and send each report as a frame of JSON; the answer says when it is stored.",
    fields: [
      { label: "Address", value: lineAddress(door) },
      { label: "Header: key", value: "Authorization" },
      secret("Header: value", bearer(door)),
      secret("Or the first frame", JSON.stringify({ token: door.token }))
    ],
    lines: JSON.stringify({ device: "collar-1", time: "2026-05-14T12:00:00Z", lat: 61.60713, lon: 10.91884 })
  })
}

/** pastedOf are the settings of a sender; null: the service connects to it. */
export const pastedOf = ({ key }: Sender, door: Door, person: Person | null): Pasted | null =>
  key === "meshtastic" || key === "mqtt" || key === "websocket_server"
    ? null
    : places[key](door, person ?? personOf("Phone"))
