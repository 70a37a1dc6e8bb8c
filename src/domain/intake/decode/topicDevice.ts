// Whose an MQTT message is, where only its topic says so.

/**
 * The level of `topic` that `{device}` of the pattern stands for; `+` is any one level, `#` all that follow.
 * undefined: another topic.
 */
const match = (pattern: string, topic: string): string | undefined => {
  const wanted = pattern.split("/"),
    levels = topic.split("/")
  let device: string | undefined
  for (const [i, level] of wanted.entries()) {
    if (level === "#") return device
    const found = levels[i]
    if (found === undefined || (level !== "+" && level !== "{device}" && level !== found)) return undefined
    if (level === "{device}") device = found
  }
  return wanted.length === levels.length && device !== "" ? device : undefined
}

/**
 * Returns the device of a topic, by the pattern of a configuration; without one it is what the first `+` of
 * the filters stands for.
 */
export const topicDevice = (
  topic: string,
  pattern: string | undefined,
  filters: ReadonlyArray<string>
): string | undefined => {
  for (const each of pattern === undefined
    ? filters.map((filter) => filter.replace("+", "{device}"))
    : [pattern]) {
    const device = match(each, topic)
    if (device !== undefined) return device
  }
  return undefined
}
