/**
 * metricName turns a metric key into a heading: `battery_voltage` is Battery voltage; a unit in the key is
 * left out.
 */
export const metricName = (key: string): string => {
  const words = key.replace(/_(kmh|mps|percent)$/, "").replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** labelOf returns the label of a metric, or else its key in words. */
export const labelOf = ({
  label,
  metric
}: {
  readonly label: string | null
  readonly metric: string
}): string => label ?? metric.replaceAll("_", " ")
