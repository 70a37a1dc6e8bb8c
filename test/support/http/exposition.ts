// The text that Prometheus reads, read as strictly: its grammar, whole families, histograms that add up, and
// the conventions that `promtool check metrics` holds names to (client_golang, promlint).

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Family {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly samples: ReadonlyArray<Sample>
}

const NAME = /([a-zA-Z_:][\w:]*)/.source
const LABEL = /[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*"/.source
const FIGURE = /(?:([-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)|([-+])Inf|NaN)/.source
const SAMPLE = new RegExp(`^${NAME}(?:\\{((?:${LABEL},?)*)\\})? ${FIGURE}$`)

const sampleOf = (line: string): Sample => {
  const found = SAMPLE.exec(line)
  if (found === null) throw new Error(`no sample: ${line}`)
  const [, name, text = "", figure, sign] = found
  const labels = Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value]) => [
      key!,
      value!.replaceAll(/\\(.)/g, (_, c: string) => (c === "n" ? "\n" : c))
    ])
  )
  return {
    name: name!,
    labels,
    value:
      figure !== undefined ? Number(figure) : sign === undefined ? NaN : sign === "-" ? -Infinity : Infinity
  }
}

const parts: Readonly<Record<string, ReadonlyArray<string>>> = {
  histogram: ["_bucket", "_sum", "_count"],
  summary: ["", "_sum", "_count"]
}

const labelsOf = ({ labels }: Sample, but = ""): string =>
  Object.entries(labels)
    .filter(([key]) => key !== but)
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .toSorted()
    .join(",")

/**
 * Reads the text into families, each with its type and help before its samples; throws where Prometheus would
 * refuse it.
 */
export const parseExposition = (text: string): ReadonlyArray<Family> => {
  if (!text.endsWith("\n")) throw new Error("the last line does not end")
  const families: Array<{ name: string; type: string; help: string; samples: Array<Sample> }> = [],
    seen = new Set<string>()
  const open = (name: string) => {
    if (families.at(-1)?.name === name) return families.at(-1)!
    if (families.some((f) => f.name === name)) throw new Error(`the family ${name} comes in two places`)
    families.push({ name, type: "", help: "", samples: [] })
    return families.at(-1)!
  }
  for (const line of text.slice(0, -1).split("\n")) {
    const [, keyword, name, rest = ""] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*)(?: (.*))?$/.exec(line) ?? []
    if (keyword !== undefined) {
      const family = open(name!),
        member = keyword === "HELP" ? "help" : "type"
      if (family[member] !== "" || family.samples.length > 0)
        throw new Error(`${keyword} of ${name} comes twice, or late`)
      family[member] = rest
      continue
    }
    const sample = sampleOf(line),
      family = families.at(-1)
    if (
      family === undefined ||
      !(parts[family.type] ?? [""]).some((part) => sample.name === family.name + part)
    )
      throw new Error(`${sample.name} is of no family`)
    const key = `${sample.name} ${labelsOf(sample)}`
    if (seen.has(key)) throw new Error(`the sample ${key} comes twice`)
    seen.add(key)
    family.samples.push(sample)
  }
  return families
}

const bases = [
  "amperes",
  "bytes",
  "celsius",
  "grams",
  "joules",
  "kelvin",
  "meters",
  "metres",
  "seconds",
  "volts"
]
const prefixes = [
  "pico",
  "nano",
  "micro",
  "milli",
  "centi",
  "deci",
  "deca",
  "deka",
  "hecto",
  "kilo",
  "kibi",
  "mega",
  "mibi",
  "giga",
  "gibi",
  "tera",
  "tebi",
  "peta",
  "pebi"
]
const others = [
  "minutes",
  "hours",
  "days",
  "weeks",
  "kelvins",
  "fahrenheit",
  "rankine",
  "inches",
  "yards",
  "miles",
  "bits",
  "calories",
  "pounds",
  "ounces"
]
const foreign = new Set([...bases.flatMap((unit) => prefixes.map((prefix) => prefix + unit)), ...others])
const short = ["s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d"]
const types = ["counter", "gauge", "histogram", "summary", "untyped"]

const inName = (name: string, word: string) => name.includes(`_${word}_`) || name.endsWith(`_${word}`)

const ofHistogram = ({ name, samples }: Family): ReadonlyArray<string> => {
  const series = Map.groupBy(samples, (sample) => labelsOf(sample, "le"))
  return [...series].flatMap(([labels, all]) => {
    const buckets = all.filter((s) => s.name === `${name}_bucket`),
      one = (part: string) => all.find((s) => s.name === name + part)?.value
    const bounds = buckets.map((s) => (s.labels["le"] === "+Inf" ? Infinity : Number(s.labels["le"])))
    const rises = buckets.every(
      (s, i) => i === 0 || (s.value >= buckets[i - 1]!.value && bounds[i]! > bounds[i - 1]!)
    )
    return rises &&
      bounds.at(-1) === Infinity &&
      one("_count") === buckets.at(-1)?.value &&
      one("_sum") !== undefined
      ? []
      : [`${name}{${labels}} is no histogram`]
  })
}

/** What `promtool check metrics` would say of the families. */
export const lintExposition = (families: ReadonlyArray<Family>): ReadonlyArray<string> =>
  families.flatMap((family) => {
    const { help, name, samples, type } = family,
      labels = [...new Set(samples.flatMap((s) => Object.keys(s.labels)))]
    const hasParts = type === "histogram" || type === "summary"
    const said: ReadonlyArray<readonly [boolean, string]> = [
      [help === "", "no help text"],
      [!types.includes(type), `no type: ${type}`],
      [type === "counter" && !name.endsWith("_total"), 'counter metrics should have "_total" suffix'],
      [type !== "counter" && name.endsWith("_total"), 'non-counter metrics should not have "_total" suffix'],
      [
        type !== "histogram" && name.endsWith("_bucket"),
        'non-histogram metrics should not have "_bucket" suffix'
      ],
      [!hasParts && /_(?:count|sum)$/.test(name), "should not have a suffix of histograms and summaries"],
      [type !== "histogram" && labels.includes("le"), 'non-histogram metrics should not have "le" label'],
      [
        type !== "summary" && labels.includes("quantile"),
        'non-summary metrics should not have "quantile" label'
      ],
      [types.some((word) => inName(name, word)), "metric name should not include type"],
      [name.includes(":"), "metric names should not contain ':'"],
      [/[a-z][A-Z]/.test(name), "metric names should be written in snake_case not camelCase"],
      [
        labels.some((label) => /[a-z][A-Z]/.test(label)),
        "label names should be written in snake_case not camelCase"
      ],
      [name.split("_").some((word) => foreign.has(word)), "use a base unit"],
      [short.some((unit) => inName(name, unit)), "metric names should not contain abbreviated units"],
      [type === "counter" && samples.some((s) => !(s.value >= 0)), "a counter is not below 0"]
    ]
    return [
      ...said.flatMap(([wrong, what]) => (wrong ? [`${name} ${what}`] : [])),
      ...(type === "histogram" ? ofHistogram(family) : [])
    ]
  })
