/** A metric as a heading: `battery_voltage` is Battery voltage; a unit in its key is told beside the figures. */
export const metricName = (key: string): string => {
  const words = key.replace(/_(kmh|mps|percent)$/, "").replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A metric by the label somebody gave it, else in the words of its key. */
export const labelOf = ({
  label,
  metric
}: {
  readonly label: string | null
  readonly metric: string
}): string => label ?? metric.replaceAll("_", " ")
