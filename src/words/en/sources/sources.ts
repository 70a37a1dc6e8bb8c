// English words of the list of sources.
import { countsIn, parts } from "../../tools.ts"

const counts = countsIn("en-GB")

/**
 * sources are the words of the list of sources, and of what its pages share with the one that connects a
 * source.
 */
export const sources = {
  title: "Sources",
  list: "Data sources",
  what: "sources",
  connect: "Connect a source",
  aNew: "A new source",
  changing: "Changing sources",
  empty: { title: "Nothing reports yet.", hint: "Devices, apps and servers report through a source." },
  healths: { ok: "well", failing: "failing", quiet: "quiet", never: "nothing yet", off: "closed" },
  /** Kinds of senders: most are names of products. */
  senders: {
    owntracks: "OwnTracks",
    osmand: "OsmAnd",
    traccar_client: "Traccar Client",
    overland: "Overland",
    traccar: "Traccar server",
    chirpstack: "ChirpStack",
    tts: "The Things Stack",
    rockblock: "RockBLOCK",
    http: "HTTP",
    websocket: "Websocket",
    meshtastic: "Meshtastic",
    mqtt: "MQTT",
    websocket_server: "Websocket server"
  },
  actions: {
    setUp: "Set up",
    edit: "Edit",
    test: "Test",
    newToken: "New token",
    open: "Open",
    close: "Close",
    remove: "Remove",
    more: (p: { name: string }) => `More about ${p.name}`,
    openTrace: "Open trace"
  },
  opened: (p: { name: string }) => `${p.name} is open.`,
  closed: (p: { name: string }) => `${p.name} is closed: it accepts no reports.`,
  figures: {
    lastRecord: "Last record",
    none: "none",
    items: "Items, 24 h",
    notPermitted: "not permitted",
    devices: "Devices"
  },
  previousToken: (p: { until: string }) => `The previous token stays valid until ${p.until}.`,
  /** To a broker or websocket server. */
  connection: <P>(p: { isConnected: boolean; hasSecret: boolean; address: P }) => {
    const verb = p.isConnected ? "Connected to" : "Connects to"
    const secret = p.hasSecret ? ", with a secret that is not shown" : ""
    return parts<P | string>`${verb} ${p.address}${secret}`
  },
  devicesConnectTo: <P>(p: { address: P }) => parts<P>`Devices connect to ${p.address}`,
  sendersGoTo: <P>(p: { address: P }) => parts<P>`Senders go to ${p.address}`,
  sendersAndWebsocketsGoTo: <P>(p: { address: P; websocket: P }) =>
    parts<P>`Senders go to ${p.address}, WebSocket connections to ${p.websocket}`,
  test: {
    label: "Test result",
    testing: "Testing",
    /** `isOutward`: the service connects to it; `time`: when it was tested */
    summary: (p: { isOk: boolean; isOutward: boolean; time: string }) =>
      p.isOk
        ? `${p.isOutward ? "Connected" : "No problem found"}, ${p.time}`
        : `${p.isOutward ? "Not connected" : "Problem found"}, ${p.time}`,
    refused: (p: { why: string; time: string }) => `${p.why} (${p.time})`,
    checks: {
      door: "The address",
      broker: "The broker",
      topics: "Its topics",
      queue: "Its queue",
      websocket: "The websocket server",
      network_server: "The network server"
    }
  },
  unexplained: "The cause is not known. A test may tell it.",
  edit: {
    title: <P>(p: { name: P }) => parts<P>`Edit ${p.name}`,
    name: "Name",
    address: "Address",
    password: "Password",
    secret: "The secret",
    kept: "Empty: it stays as it is. A new address needs it again.",
    save: "Test and save",
    saveAnyway: "Save anyway"
  },
  removal: {
    title: <P>(p: { name: P }) => parts<P>`Remove ${p.name}?`,
    deleted:
      "Its address and token stop working. Its settings and the reports of its unknown devices are deleted. " +
      "This cannot be undone.",
    stays: "What known devices sent stays: tracks, measurements, events and alerts.",
    devices: (p: { count: number }) =>
      counts(p.count, {
        one: "# device reports through it: remove its number here first, or close the source.",
        other: "# devices report through it: remove their numbers here first, or close the source."
      }),
    confirm: "Remove for good",
    done: (p: { name: string }) => `${p.name} is removed.`
  },
  token: {
    senders: <P>(p: { address: P; header: P; howTo: P }) =>
      parts<P>`Senders go to ${p.address} with ${p.header}, or as their app asks for it: ${p.howTo}.`,
    howTo: "how to set it up",
    connections: <P>(p: { address: P; header: P; subprotocols: P; frame: P }) => [
      ...parts<P>`A device that keeps a connection opens ${p.address} and sends the token in the header `,
      ...parts<P>`${p.header}, in the subprotocols ${p.subprotocols}, or in the first frame, ${p.frame}.`
    ],
    previous: "The previous token stays valid for 24 h. Switch senders one at a time."
  },
  mapping: {
    title: "Where in a message the values are",
    fields: { device: "Device", time: "Time", lat: "Latitude", lon: "Longitude" },
    others: "Other values, one a line"
  },
  secretHint: "Stored apart and never shown again. Empty: none.",
  userName: "User name",
  websocket: {
    address: "Its address",
    signIn: "How Pugmark signs in",
    ways: {
      bearer: "Authorization: Bearer …",
      basic: "a user name, with the secret as its password",
      header: "another header"
    },
    header: "The header",
    secret: "The secret",
    more: "More about its messages",
    subprotocol: "Subprotocol",
    items: "Reports are in",
    itemsHint: "Empty: a message is a report.",
    hello: "First message to it",
    helloHint: "{last}: the newest stored message. {password}: the secret.",
    messageId: "Path of the message id",
    reply: "Reply once it is stored"
  }
}
