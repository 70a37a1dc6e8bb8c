// Metrics that the adapters name: these names are defined when a source of the adapter sends them. A definition
// applies only if the value has its type, so that no value is refused for it; names that all adapters share are
// defined for all projects.
import type { AdapterKey } from "./DataSource.ts"
import type { ValueType } from "./Metric.ts"

/** MetricDefinition is the label, unit, type and category of a metric. */
interface MetricDefinition {
  readonly label: string
  /** null: it has none */
  readonly unit: string | null
  readonly valueType: ValueType
  readonly category: string
}

type Definitions = Readonly<Record<string, MetricDefinition>>

const number = (label: string, unit: string | null, category: string): MetricDefinition => ({
  label,
  unit,
  valueType: "number",
  category
})
const flag = (label: string, category: string): MetricDefinition => ({
  label,
  unit: null,
  valueType: "boolean",
  category
})

const osmand: Definitions = {
  hdop: number("Dilution of precision, horizontal", null, "position"),
  charging: flag("Charging", "power"),
  moving: flag("Moving", "motion")
}

/** Attributes of a position, as far as the server gives each one meaning and unit (its model Position). */
const traccar: Definitions = {
  total_distance_km: number("Distance in all", "km", "vehicle"),
  distance: number("Distance since the fix before", "m", "motion"),
  motion: flag("Moving", "motion"),
  hdop: number("Dilution of precision, horizontal", null, "position"),
  vdop: number("Dilution of precision, vertical", null, "position"),
  pdop: number("Dilution of precision, in space", null, "position"),
  satVisible: number("Satellites in view", null, "position"),
  charge: flag("Charging", "power"),
  deviceTemp: number("Temperature of the device", "°C", "environment"),
  coolantTemp: number("Temperature of the coolant", "°C", "vehicle"),
  serviceOdometer: number("Distance since service", "m", "vehicle"),
  tripOdometer: number("Distance of the trip", "m", "vehicle"),
  obdOdometer: number("Odometer of the vehicle's own", "m", "vehicle"),
  rpm: number("Engine speed", "1/min", "vehicle"),
  steps: number("Steps", null, "motion"),
  heartRate: number("Heart rate", "1/min", "body"),
  blocked: flag("Engine blocked", "vehicle")
}

const chirpstack: Definitions = {
  lorawan_margin_db: number("Margin of the last command", "dB", "radio"),
  external_power: flag("External power", "power")
}

const meshtastic: Definitions = {
  hdop: number("Dilution of precision, horizontal", null, "position"),
  pdop: number("Dilution of precision, in space", null, "position"),
  external_power: flag("External power", "power"),
  channel_utilization: number("Use of the channel", "%", "radio"),
  air_util_tx: number("Own share of air time", "%", "radio"),
  uptime_seconds: number("Time since start", "s", "device"),
  hops_away: number("Hops to the gateway", null, "radio"),
  pressure_hpa: number("Air pressure", "hPa", "environment")
}

/**
 * adapterMetrics are the definitions of each adapter. Names that it only passes on are for the sender to
 * define.
 */
export const adapterMetrics: Readonly<Partial<Record<AdapterKey, Definitions>>> = {
  osmand,
  traccar,
  chirpstack,
  meshtastic
}

/**
 * Returns the definition of a metric that a source of an adapter sent with a value of this type; null: there
 * is none.
 */
export const definitionOf = (
  adapter: AdapterKey,
  key: string,
  valueType: ValueType
): MetricDefinition | null => {
  const definitions = adapterMetrics[adapter]
  const definition = definitions !== undefined && Object.hasOwn(definitions, key) ? definitions[key]! : null
  return definition?.valueType === valueType ? definition : null
}
