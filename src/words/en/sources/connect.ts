// English words of the page that connects a source.
import { countsIn, parts } from "../../tools.ts"

const counts = countsIn("en-GB")

/** connect are the words of the page that connects a source. */
export const connect = {
  connecting: "Connecting a source",
  theSource: "the source",
  steps: { label: "Steps", sender: "Sender", settings: "Settings", first: "First record" },
  heard: "receiving",
  senders: {
    title: "Sender",
    count: (p: { count: number }) => counts(p.count, { one: "# kind", other: "# kinds" }),
    none: <P>(p: { post: P; guide: P }) =>
      parts<P>`None of these? Anything that can ${p.post} uses HTTP, and maps its own fields. ${p.guide}`,
    guide: "The guide",
    byAdmin: "Only a server admin can connect brokers and websocket servers."
  },
  lead: {
    title: (p: { sender: string }) => `Connect ${p.sender}`,
    about: "Reports come in through a source. It takes a minute to connect one."
  },
  form: {
    outward: "Pugmark connects to it, and again whenever the connection ends.",
    addressNext: "You get its address and its token next.",
    submitOutward: "Connect",
    submit: "Create source",
    name: "Name of the source",
    person: "Whose phone is it",
    personExample: "Erik Holm",
    personHint: "You can add others on the next step: each person has a code."
  },
  broker: {
    address: "Address of the broker",
    password: "Password",
    published: "The messages are",
    ownJson: "JSON of my own",
    topics: "Topics, one a line",
    topicsHint: "+ is any one level, # all that follow. The first + is the device.",
    more: "More about this broker",
    deviceTopic: "The device is in the topic",
    deviceTopicHint: "Empty: what the first + stands for.",
    clientId: "Client ID",
    clientIdHint: "Empty: pugmark and the id of the source.",
    statusTopic: "Status topic",
    ca: "Certificate of its authority (PEM)",
    caHint: "Only where this machine does not know it."
  },
  settings: {
    titleOutward: (p: { source: string }) => `Pugmark listens to ${p.source}`,
    title: (p: { sender: string }) => `Point ${p.sender} at Pugmark`,
    titlePhone: (p: { person: string }) => `Point ${p.person}’s phone at Pugmark`,
    copy: "Copy",
    copyField: (p: { field: string }) => `Copy ${p.field}`,
    fieldCopied: (p: { field: string }) => `${p.field} is on the clipboard.`,
    lines: "Lines to copy",
    copyLines: "Copy the lines",
    linesCopied: "The lines are on the clipboard."
  },
  token: {
    lost: "The token was shown when the source was created",
    lostHint:
      "It cannot be shown again. A new one is filled into the settings below; the previous one stays valid for 24 h.",
    once: "The token is shown this once.",
    inCode: "The code contains it too: do not show it to others.",
    renewable: "You can make a new one at any time; the previous one then stays valid for 24 h.",
    previous: (p: { until: string }) => `The previous one stays valid until ${p.until}.`,
    renew: "New token",
    kept: "I have kept it"
  },
  people: { title: "Whose phone is it?", label: "Whose phone", add: "Add", another: "+ name" },
  reach: {
    label: "Address of this server",
    use: <P>(p: { choice: P }) => parts<P>`Use ${p.choice}`,
    address: "Address that senders use",
    listensLocally: <P>(p: { host: P; publicUrl: P }) => [
      ...parts<P>`It listens to this machine alone. Start it with ${p.host} for its own network, `,
      ...parts<P>`or behind a proxy with https and ${p.publicUrl}.`
    ],
    askAdmin: "A server admin sees the addresses of this machine here.",
    loopback: {
      phone: (p: { host: string }) => `A phone cannot reach ${p.host}.`,
      machine: (p: { host: string }) => `Another machine cannot reach ${p.host}.`,
      servers: (p: { servers: string; host: string }) => `${p.servers} cannot reach ${p.host}.`,
      needs:
        "That is this machine itself. Senders need an address in their own network, or one on the internet with https.",
      serversNeed: "That is this machine itself. They need an address on the internet, with https."
    },
    servers: { tts: "The servers of The Things Stack", rockblock: "The servers of RockBLOCK" },
    plain: {
      title: "Without https the token is sent in the open.",
      enough: "Enough to try it in a network of your own.",
      enoughPhone: "Enough to try it in a network of your own; iPhones may refuse it.",
      servers: (p: { servers: string }) =>
        `${p.servers} reach only addresses on the internet, not those of a network of your own.`
    }
  },
  outward: {
    websocket: "The websocket server",
    broker: "The broker",
    testAgain: "Test again",
    testing: "Testing…",
    notTried: "No worker has tried to connect yet.",
    connected: (p: { messages: number }) =>
      `Connected. ${counts(p.messages, { one: "# message", other: "# messages" })} so far.`,
    connecting: "Connecting…"
  },
  topics: <P>(p: { topics: P }) => parts<P>`topics ${p.topics}`,
  ownBroker: {
    title: "Or through your own broker",
    beside: "if the devices use one already",
    use: "Use a broker",
    byAdmin: "a server admin connects it"
  },
  nothing: {
    title: "If nothing comes",
    unsure: "Not sure where the fault is",
    copyCurl: "Copy one record as curl",
    curlCopied: "One record is on the clipboard, as a command.",
    curl: <P>(p: { copy: P }) =>
      parts<P>`${p.copy}: if it arrives, the fault is at the sender. Its position is 0.5°, 0.5°, in the sea.`
  },
  first: {
    label: "First record",
    arrived: "The first record has arrived",
    at: (p: { at: string; delay: string | null }) =>
      p.delay === null ? `${p.at}.` : `${p.at}: ${p.delay} after it was measured.`,
    listening: "Listening for the first record",
    nothingYet: (p: { at: string }) =>
      `This page looks every few seconds. Nothing has come since the source was created, ${p.at}.`,
    refused: "Refused record",
    lastRefused: "The last record was refused",
    openTrace: "Open trace",
    belongsTo: (p: { name: string }) => `It belongs to ${p.name}.`,
    place: "Where the record was",
    ago: <P>(p: { age: P; accuracy: string | null }) =>
      p.accuracy === null ? parts<P | string>`${p.age} ago` : parts<P | string>`${p.age} ago, ${p.accuracy}`
  },
  register: {
    naming: (p: { id: string }) => `Naming ${p.id}`,
    label: (p: { id: string }) => `Register ${p.id}`,
    unknown: <P>(p: { id: P }) => parts<P>`${p.id} is a new device.`,
    kept: (p: { count: number }) =>
      counts(p.count, {
        one: "Its report is kept until it has a name.",
        other: "Its # reports are kept until it has a name."
      }),
    name: "Name",
    type: "Type",
    deviceOnly: (p: { entity: string }) => `a device without ${p.entity}`,
    aNew: (p: { entity: string }) => `A new ${p.entity}`,
    failed: (p: { why: string }) => `${p.why} Nothing was created.`,
    ignore: "Ignore",
    more: "More choices…",
    submit: <P>(p: { name: P }) => parts<P>`Create ${p.name}`,
    done: <P>(p: { name: P }) => parts<P>`${p.name} is registered. Its reports so far appear in a moment.`,
    openDevice: "Open the device",
    seeMap: "See the map"
  }
}
