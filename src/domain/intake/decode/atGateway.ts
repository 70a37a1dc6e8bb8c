// How a LoRaWAN uplink was heard: the strength of the signal, and a last resort for its place.
import type { SourceConfig } from "../../tracking/SourceConfig.ts"
import { unlessEmpty, withoutAbsent, objectAt } from "./json.ts"
import type { JsonObject } from "../../isObject.ts"
import { isNullIsland, readDegrees } from "../scalars/readPlace.ts"

/** Reception is the reception of an uplink by one gateway. */
export interface Reception {
  readonly gateway: string | undefined
  /** dBm */
  readonly rssi: unknown
  /** dB */
  readonly snr: unknown
  readonly location: JsonObject
}

/** Whether the place of a gateway is configured. */
const isPlacedGateway = ({ location }: Reception): boolean => {
  const lat = readDegrees(location["latitude"], "lat"),
    lon = readDegrees(location["longitude"], "lon")
  return typeof lat === "number" && typeof lon === "number" && !isNullIsland(lat, lon)
}

const isKnown = (value: unknown, axis: "lat" | "lon"): boolean =>
  value !== undefined && readDegrees(value, axis) !== "not known"

const strength = ({ rssi }: Reception): number => (typeof rssi === "number" ? rssi : -Infinity)

/**
 * Returns the item with how its best gateway heard it. Without a position of its own it is where that gateway
 * stands, which is a `network` position: true to a few kilometres.
 */
export const atGateway = (
  item: JsonObject,
  receptions: ReadonlyArray<Reception>,
  { gateway_positions }: SourceConfig
): JsonObject => {
  const byStrength = [...receptions].sort((a, b) => strength(b) - strength(a)),
    [best] = byStrength
  if (best === undefined) return item
  const measurements = withoutAbsent({
    rssi_dbm: best.rssi,
    snr_db: best.snr,
    ...objectAt(item, "measurements")
  })
  const placed = byStrength.find(isPlacedGateway)
  const isPlaced = isKnown(item["lat"], "lat") || isKnown(item["lon"], "lon")
  const place =
    isPlaced || placed === undefined || gateway_positions === false
      ? {}
      : withoutAbsent({
          lat: placed.location["latitude"],
          lon: placed.location["longitude"],
          record_type: "network",
          attributes: unlessEmpty(withoutAbsent({ gateway: placed.gateway }))
        })
  return { ...item, ...place, measurements: unlessEmpty(measurements) }
}
