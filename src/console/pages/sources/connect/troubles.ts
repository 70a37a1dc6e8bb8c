// What to check when nothing arrives: the error that each sender shows, and its remedy.
import type { SenderKey } from "./senders.ts"

type Trouble = readonly [says: string, remedy: string]

const DISABLED: Trouble = ["It says 403", "This source is closed: open it on the page of the sources."]
const phone401 = (says: string, where: string): Trouble => [
  says,
  `${where} is not the whole token: copy it again, without blanks.`
]

/** TROUBLES are the errors by sender, most frequent first. */
export const TROUBLES: Readonly<Record<SenderKey, ReadonlyArray<Trouble>>> = {
  owntracks: [
    phone401("“HTTP response 401” (iPhone), 401 in Status (Android)", "The password"),
    ["It says nothing", "Its mode is still MQTT: choose HTTP, then press the arrow that sends."],
    ["It sends, and nothing is here", "It has no position yet: step outside, and allow location always."],
    ["It is called by two letters here", "This OwnTracks is older than 2.4: its tracker ID is its name."],
    ["The code is not accepted", "Update OwnTracks, or fill in the fields by hand."],
    DISABLED
  ],
  osmand: [
    ["OsmAnd never says that sending failed", "Test the address: copy one record as curl, below."],
    ["Nothing comes", "Online tracking is off, or the trip recording is not running."],
    ["Reports come with {0} as latitude", "The address was opened in a browser: paste it into Web address."],
    DISABLED
  ],
  traccar_client: [
    phone401("Its status says 401", "The server URL"),
    ["Its status says 404", "The server URL was cut: it ends with the token, without a slash."],
    ["Its status stays empty", "Switch on Continuous tracking, and allow location always."],
    DISABLED
  ],
  overland: [
    [
      "Its queue grows",
      "Last Sent stays old: the token is not whole, or the address leads nowhere. Scan again."
    ],
    ["Reports are refused for their device", "Give the phone a Device ID in its settings."],
    ["It sends nothing", "Switch on Tracking, and allow location always."],
    DISABLED
  ],
  traccar: [
    [
      "Its log says “Position forwarding failed”",
      "The address or the header is wrong, or Traccar cannot reach it."
    ],
    ["Its log says nothing", "The lines are outside <properties>, or Traccar was not restarted."],
    ["Only some trackers come", "A tracker that never had a position is not forwarded."],
    DISABLED
  ],
  chirpstack: [
    ["Its log says “401 Unauthorized for url”", "The header's value is not “Bearer” and the token."],
    ["Events come, without positions", "The device profile has no codec: choose one, then send again."],
    ["Nothing comes", "The payload encoding is Protobuf: choose JSON. Or the device has not joined."],
    DISABLED
  ],
  tts: [
    ["The webhook says “Requests failing”", "Open it: 401 is a wrong header value, 404 a wrong base URL."],
    ["The webhook stays “Pending”", "No uplink came since: press a button of the device, or wait."],
    ["Uplinks come, without positions", "Choose a payload formatter for the end device."],
    DISABLED
  ],
  rockblock: [
    ["Its log says “401”", "The address was cut: it ends with the token."],
    ["Its log says “415”", "The format is another: choose HTTP POST with form parameters."],
    ["Messages come late", "The modem had no sight of the sky: it sends again by itself."],
    DISABLED
  ],
  http: [
    ["401 UNAUTHORIZED", "The header is missing, or is not “Bearer” and the token."],
    ["415", "Send Content-Type: application/json."],
    ["202, and “rejected” in the answer", "The answer names the member and why; it is below too."],
    DISABLED
  ],
  websocket: [
    ["The connection is closed with 4401", "The token is wrong, or did not come within 10 seconds."],
    ["426 instead of a connection", "A proxy in front does not pass the Upgrade header on."],
    ["An answer with “error”", "It says which member is wrong."],
    ["The connection is closed with 4403", "This source is closed: open it on the page of the sources."]
  ],
  meshtastic: [
    ["Connected, and nothing comes", "Switch on JSON Output Enabled in the gateway's MQTT settings."],
    ["Still nothing", "Uplink is off for the channel, or the radio has no chip for JSON (nRF52)."],
    ["Nodes come, without positions", "Share positions on that channel: its precision must not be off."]
  ],
  mqtt: [
    [
      "The test says that a topic is refused",
      "The broker does not let this user read it: change its access list."
    ],
    [
      "Connected, and nothing comes",
      "The topics do not match what is published: + is one level, # all that follow."
    ],
    ["Reports have no device", "The first + of a topic is the device, or name the member that says it."]
  ],
  websocket_server: [
    ["Connected, and nothing comes", "The server waits for a subscription: fill in what is said first."],
    ["Messages come, without reports", "Say where in a message reports are, and where their values are."]
  ]
}
