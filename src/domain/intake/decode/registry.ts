// The payload formats we read, by the adapter key of a data source. A format is one file and one line here.
import type { AdapterKey } from "../../tracking/DataSource.ts"
import { chirpstack } from "./chirpstack.ts"
import type { Decoder } from "./Decoder.ts"
import { genericHttp } from "./genericHttp.ts"
import { genericMqtt } from "./genericMqtt.ts"
import { genericWebsocket } from "./genericWebsocket.ts"
import { meshtastic } from "./meshtastic.ts"
import { osmand } from "./osmand.ts"
import { owntracks } from "./owntracks.ts"
import { overland } from "./overland.ts"
import { traccar } from "./traccar.ts"
import { tts } from "./tts.ts"

/** decoders are the payload formats, by the adapter key of a data source. */
export const decoders: Readonly<Record<AdapterKey, Decoder>> = {
  generic_http: genericHttp,
  owntracks,
  traccar,
  chirpstack,
  tts,
  generic_mqtt: genericMqtt,
  osmand,
  generic_websocket: genericWebsocket,
  meshtastic,
  overland
}
