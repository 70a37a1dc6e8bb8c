// The flags of the command line that name a column by hand.
import type { ColumnField } from "../domain/intake/columnNames.ts"

/** The flag of each field that can be named; the others are found by their headings alone. */
export const columnFlags = new Map<ColumnField, string>([
  ["individual", "individual-column"],
  ["tag", "tag-column"],
  ["time", "time-column"],
  ["date", "date-column"],
  ["lon", "lon-column"],
  ["lat", "lat-column"],
  ["altitude_m", "altitude-column"],
  ["speed_mps", "speed-column"],
  ["heading_deg", "heading-column"],
  ["accuracy_m", "accuracy-column"],
  ["satellites", "satellites-column"],
  ["temperature_c", "temperature-column"],
  ["battery_voltage", "battery-column"],
  ["easting", "easting-column"],
  ["northing", "northing-column"],
  ["zone", "zone-column"],
  ["hdop", "hdop-column"],
  ["pdop", "pdop-column"],
  ["fix_type", "fix-type-column"]
])
