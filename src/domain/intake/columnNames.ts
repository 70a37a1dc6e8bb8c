// The fields that columns of tables can hold, and the names by which they are found.

/**
 * columnFields are what a column can hold. The first four a table must have, but for `tag` in place of
 * `individual`, `date` with `time_of_day` in place of `time`, and `easting` with `northing` in place of `lon`
 * and `lat`.
 */
export const columnFields = [
  "individual",
  "time",
  "lon",
  "lat",
  "date",
  "time_of_day",
  "tag",
  "altitude_m",
  "speed_mps",
  "heading_deg",
  "accuracy_m",
  "satellites",
  "temperature_c",
  "battery_voltage",
  "taxon",
  "sensor",
  "visible",
  "outlier",
  "easting",
  "northing",
  "zone",
  "lon_hemisphere",
  "lat_hemisphere",
  "hdop",
  "pdop",
  "vdop",
  "dop",
  "fix_type"
] as const
/** ColumnField is what a column of a table holds, such as the time or the longitude. */
export type ColumnField = (typeof columnFields)[number]

/** Marker says who marked a row as an outlier; `hidden`: only its visibility says so. */
export type Marker = "manually" | "algorithm" | "import" | "hidden"

/**
 * Names in one spelling (`location.long`, `location_long` and `Location-Long` are `location-long`), best
 * first within a field.
 */
export const columnNames: ReadonlyArray<
  readonly [name: string, field: ColumnField, unit?: string | null, marker?: Marker]
> = [
  ["individual-local-identifier", "individual"],
  ["individual-id", "individual"],
  ["animal-id", "individual"],
  ["individual", "individual"],
  ["animal", "individual"],
  ["tag-local-identifier", "tag"],
  ["tag-id", "tag"],
  ["tag", "tag"],
  ["device", "tag"],
  ["device-id", "tag"],
  ["collar-id", "tag"],
  ["timestamp", "time"],
  ["time", "time"],
  ["datetime", "time"],
  ["date-time", "time"],
  ["location-long", "lon"],
  ["lon", "lon"],
  ["long", "lon"],
  ["lng", "lon"],
  ["longitude", "lon"],
  ["location-lat", "lat"],
  ["lat", "lat"],
  ["latitude", "lat"],
  ["height-above-msl", "altitude_m"],
  ["height-above-ellipsoid", "altitude_m"],
  ["altitude-m", "altitude_m"],
  ["altitude", "altitude_m"],
  ["ground-speed", "speed_mps"],
  ["speed-mps", "speed_mps"],
  ["speed-kmh", "speed_mps", "km/h"],
  ["heading", "heading_deg"],
  ["heading-deg", "heading_deg"],
  ["eobs-horizontal-accuracy-estimate", "accuracy_m"],
  ["location-error-numerical", "accuracy_m"],
  ["accuracy-m", "accuracy_m"],
  ["accuracy", "accuracy_m"],
  ["gps-satellite-count", "satellites"],
  ["satellites", "satellites"],
  ["external-temperature", "temperature_c"],
  ["eobs-temperature", "temperature_c"],
  ["temperature-c", "temperature_c"],
  ["tag-voltage", "battery_voltage", "mV"],
  ["eobs-battery-voltage", "battery_voltage", "mV"],
  ["battery-voltage", "battery_voltage"], // Movebank's voltages are mV
  ["individual-taxon-canonical-name", "taxon"],
  ["animal-taxon", "taxon"],
  ["sensor-type", "sensor"],
  ["visible", "visible"],
  ["manually-marked-outlier", "outlier", null, "manually"],
  ["algorithm-marked-outlier", "outlier", null, "algorithm"],
  ["import-marked-outlier", "outlier", null, "import"],
  ["easting", "easting"],
  ["utm-easting", "easting"],
  ["utm-e", "easting"],
  ["utm-x", "easting"],
  ["northing", "northing"],
  ["utm-northing", "northing"],
  ["utm-n", "northing"],
  ["utm-y", "northing"],
  ["utm-zone", "zone"],
  ["zone", "zone"],
  ["e/w", "lon_hemisphere"],
  ["ew", "lon_hemisphere"],
  ["e-w", "lon_hemisphere"],
  ["lon-hemisphere", "lon_hemisphere"],
  ["lon-ew", "lon_hemisphere"],
  ["lon-e/w", "lon_hemisphere"],
  ["longitude-hemisphere", "lon_hemisphere"],
  ["longitude-e/w", "lon_hemisphere"],
  ["longitude-ew", "lon_hemisphere"],
  ["n/s", "lat_hemisphere"],
  ["ns", "lat_hemisphere"],
  ["n-s", "lat_hemisphere"],
  ["lat-hemisphere", "lat_hemisphere"],
  ["lat-ns", "lat_hemisphere"],
  ["lat-n/s", "lat_hemisphere"],
  ["latitude-hemisphere", "lat_hemisphere"],
  ["latitude-n/s", "lat_hemisphere"],
  ["latitude-ns", "lat_hemisphere"],
  ["hdop", "hdop"],
  ["gps-hdop", "hdop"],
  ["pdop", "pdop"],
  ["gps-pdop", "pdop"],
  ["vdop", "vdop"],
  ["gps-vdop", "vdop"],
  ["dop", "dop"],
  ["gps-dop", "dop"],
  ["fix-type", "fix_type"],
  ["gps-fix-type", "fix_type"],
  ["gps-fix-type-raw", "fix_type"],
  ["fixtype", "fix_type"]
]

/** Names that say what a column is of, where its unit is said beside them. */
export const unitlessNames: ReadonlyMap<string, ColumnField> = new Map([
  ["speed", "speed_mps"],
  ["height", "altitude_m"],
  ["elevation", "altitude_m"],
  ["temperature", "temperature_c"],
  ["temp", "temperature_c"],
  ["battery", "battery_voltage"],
  ["voltage", "battery_voltage"]
])
