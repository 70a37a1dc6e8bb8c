// English words of the kinds of senders: what each is, its settings, and what to check when nothing arrives. Names in
// a sender's own user interface stay as they are there.

const CLOSED_REMEDY = "This source is closed: open it on the page of the sources."
const closed = { says: "It says 403", remedy: CLOSED_REMEDY }

/** senders are the words of the kinds of senders. */
export const senders = {
  about: {
    owntracks: "an app on phones, by address or broker",
    osmand: "the map app, by online tracking",
    traccar_client: "an app on phones that knows only an address",
    overland: "an app on phones that sends in batches",
    traccar: "forwards what its trackers send",
    chirpstack: "LoRaWAN; its HTTP integration or its broker",
    tts: "LoRaWAN; a webhook",
    rockblock: "Iridium modems, by an address that has the token",
    http: "anything that can send JSON",
    websocket: "devices that keep a connection to Pugmark",
    meshtastic: "radios without a network, by the broker of a gateway",
    mqtt: "anything that publishes to a broker",
    websocket_server: "a server that Pugmark keeps a connection to"
  },
  /** The suggested name of a new source. */
  sourceNames: {
    owntracks: "OwnTracks phones",
    osmand: "OsmAnd phones",
    traccar_client: "Traccar Client phones",
    overland: "Overland phones",
    traccar: "Traccar server",
    chirpstack: "ChirpStack",
    tts: "The Things Stack",
    rockblock: "RockBLOCK",
    http: "HTTP",
    websocket: "Websocket devices",
    meshtastic: "Meshtastic",
    mqtt: "MQTT broker",
    websocket_server: "Websocket server"
  },
  on: "on",
  address: "Address",
  settings: {
    owntracks: {
      title: "On the phone",
      beside: "OwnTracks 2.4 and later",
      lead: "Install OwnTracks, then scan: the code fills in every field. Each person has a code with their name.",
      code: (p: { name: string }) => `Code that sets up OwnTracks for ${p.name}`,
      scan: "Scan with the camera, open in OwnTracks"
    },
    osmand: {
      title: "On the phone",
      beside: "OsmAnd: Plugins, Trip recording, Online tracking",
      lead: "Switch on the plugin Trip recording, scan the code with the camera, copy its text into Web address.",
      interval: "30 seconds",
      code: (p: { name: string }) => `Web address of OsmAnd for ${p.name}`,
      scan: "Scan with the camera and copy the text: do not open it"
    },
    traccar_client: {
      title: "On the phone",
      beside: "Traccar Client 9 and later",
      lead: "Install Traccar Client and scan the code in its settings: it fills in the identifier and the address.",
      code: (p: { name: string }) => `Code that sets up Traccar Client for ${p.name}`,
      scan: "Scan in Traccar Client: Settings, the code at the top"
    },
    overland: {
      title: "On the phone",
      beside: "Overland: Settings",
      lead: "Install Overland and scan the code: it fills in the receiver, the token and the name of the phone.",
      code: (p: { name: string }) => `Code that sets up Overland for ${p.name}`,
      scan: "Scan with the camera, open in Overland"
    },
    traccar: {
      title: "On the Traccar server",
      lead: "Put these lines inside <properties>, then restart Traccar: it forwards every position that it gets."
    },
    chirpstack: {
      title: "In ChirpStack",
      beside: "your application, Integrations, HTTP",
      lead: "Add the HTTP integration of the application, and fill in these four."
    },
    tts: {
      title: "In The Things Stack",
      beside: "your application, Webhooks, Add webhook, Custom webhook",
      lead: "Add a custom webhook, and leave the path of each message type empty."
    },
    rockblock: {
      title: "In the account of Rock 7, or in Cloudloop",
      beside: "Delivery groups, Add delivery address; or Destinations, HTTP webhook",
      lead:
        "Add an address of the type HTTP POST. Positions are those of the satellite network, accurate to a few " +
        "kilometres.",
      format: "Format"
    },
    http: {
      title: "In the program that sends",
      beside: "one report, a list, or one a line (NDJSON)",
      lead: "Let it POST JSON to the address. Other names of members are possible: the guide says how.",
      method: "Method",
      headerKey: "Header: key",
      headerValue: "Header: value",
      addressAlone: "Or the address alone, with the token"
    },
    websocket: {
      title: "In the device",
      beside: "a connection that stays open, each frame a report",
      lead: "Let it open the connection and send each report as a frame of JSON; the answer says when it is stored.",
      headerKey: "Header: key",
      headerValue: "Header: value",
      firstFrame: "Or the first frame"
    }
  },
  /** What to check, the most frequent first. */
  troubles: {
    owntracks: {
      unauthorized: {
        says: "“HTTP response 401” (iPhone), 401 in Status (Android)",
        remedy: "The password is not the whole token: copy it again, without blanks."
      },
      silent: {
        says: "It says nothing",
        remedy: "Its mode is still MQTT: choose HTTP, then press the arrow that sends."
      },
      noPosition: {
        says: "It sends, and nothing is here",
        remedy: "It has no position yet: step outside, and allow location always."
      },
      twoLetters: {
        says: "Its name here is two letters",
        remedy: "This OwnTracks is older than 2.4: its tracker ID is its name."
      },
      code: { says: "The code is not accepted", remedy: "Update OwnTracks, or fill in the fields by hand." },
      closed
    },
    osmand: {
      silent: {
        says: "OsmAnd never says that sending failed",
        remedy: "Test the address: copy one record as curl, below."
      },
      nothing: {
        says: "Nothing comes",
        remedy: "Online tracking is off, or the trip recording is not running."
      },
      placeholders: {
        says: "Reports come with {0} as latitude",
        remedy: "The address was opened in a browser: paste it into Web address."
      },
      closed
    },
    traccar_client: {
      unauthorized: {
        says: "Its status says 401",
        remedy: "The server URL is not the whole token: copy it again, without blanks."
      },
      notFound: {
        says: "Its status says 404",
        remedy: "The server URL was cut: it ends with the token, without a slash."
      },
      silent: {
        says: "Its status stays empty",
        remedy: "Switch on Continuous tracking, and allow location always."
      },
      closed
    },
    overland: {
      queue: {
        says: "Its queue grows",
        remedy: "Last Sent stays old: the token is not whole, or the address leads nowhere. Scan again."
      },
      device: {
        says: "Reports are refused for their device",
        remedy: "Give the phone a Device ID in its settings."
      },
      nothing: { says: "It sends nothing", remedy: "Switch on Tracking, and allow location always." },
      closed
    },
    traccar: {
      failed: {
        says: "Its log says “Position forwarding failed”",
        remedy: "The address or the header is wrong, or Traccar cannot reach it."
      },
      silent: {
        says: "Its log says nothing",
        remedy: "The lines are outside <properties>, or Traccar was not restarted."
      },
      some: {
        says: "Only some trackers come",
        remedy: "A tracker that never had a position is not forwarded."
      },
      closed
    },
    chirpstack: {
      unauthorized: {
        says: "Its log says “401 Unauthorized for url”",
        remedy: "The header's value is not “Bearer” and the token."
      },
      noPositions: {
        says: "Events come, without positions",
        remedy: "The device profile has no codec: choose one, then send again."
      },
      nothing: {
        says: "Nothing comes",
        remedy: "The payload encoding is Protobuf: choose JSON. Or the device has not joined."
      },
      closed
    },
    tts: {
      failing: {
        says: "The webhook says “Requests failing”",
        remedy: "Open it: 401 is a wrong header value, 404 a wrong base URL."
      },
      pending: {
        says: "The webhook stays “Pending”",
        remedy: "No uplink has come since: press a button of the device, or wait."
      },
      noPositions: {
        says: "Uplinks come, without positions",
        remedy: "Choose a payload formatter for the end device."
      },
      closed
    },
    rockblock: {
      unauthorized: {
        says: "Its log says “401”",
        remedy: "The address was cut: it ends with the token."
      },
      format: {
        says: "Its log says “415”",
        remedy: "The format is wrong: choose HTTP POST with form parameters."
      },
      late: {
        says: "Messages come late",
        remedy: "The modem had no sight of the sky: it sends again by itself."
      },
      closed
    },
    http: {
      unauthorized: {
        says: "401 UNAUTHORIZED",
        remedy: "The header is missing, or is not “Bearer” and the token."
      },
      type: { says: "415", remedy: "Send Content-Type: application/json." },
      rejected: {
        says: "202, and “rejected” in the answer",
        remedy: "The answer names the member and why; it is shown on this page too."
      },
      closed
    },
    websocket: {
      unauthorized: {
        says: "The connection is closed with 4401",
        remedy: "The token is wrong, or did not come within 10 seconds."
      },
      upgrade: {
        says: "426 instead of a connection",
        remedy: "A proxy in front does not pass the Upgrade header on."
      },
      error: { says: "An answer with “error”", remedy: "It says which member is wrong." },
      closed: { says: "The connection is closed with 4403", remedy: CLOSED_REMEDY }
    },
    meshtastic: {
      json: {
        says: "Connected, and nothing comes",
        remedy: "Switch on JSON Output Enabled in the gateway's MQTT settings."
      },
      uplink: {
        says: "Still nothing",
        remedy: "Uplink is off for the channel, or the radio has no chip for JSON (nRF52)."
      },
      noPositions: {
        says: "Nodes come, without positions",
        remedy: "Share positions on that channel: its precision must not be off."
      }
    },
    mqtt: {
      refused: {
        says: "The test says that a topic is refused",
        remedy: "The broker does not let this user read it: change its access list."
      },
      topics: {
        says: "Connected, and nothing comes",
        remedy: "The topics do not match what is published: + is one level, # all that follow."
      },
      noDevice: {
        says: "Reports have no device",
        remedy: "The first + of a topic is the device, or name the member that says it."
      }
    },
    websocket_server: {
      subscription: {
        says: "Connected, and nothing comes",
        remedy: "The server waits for a subscription: fill in the first message to it."
      },
      noReports: {
        says: "Messages come, without reports",
        remedy: "Say where in a message reports are, and where their values are."
      }
    }
  }
}
