// The payload formats we read, by the adapter key of a data source. A format is one file and one line here.
import type { Decoder } from "./Decoder.ts"
import { genericHttp } from "./genericHttp.ts"

export const decoders: ReadonlyMap<string, Decoder> = new Map([
  ["generic_http", genericHttp]
])
