// English texts of the server's messages: what the API says in English, and sends as codes.
import { type Phrase, textOf } from "../../message.ts"
import { articleOf, capitalized, countsIn, joined, parts } from "../../tools.ts"

const counts = countsIn("en-GB")
const none: Phrase = []

type Op = "<" | "<=" | ">" | ">=" | "==" | "!="

const than: Readonly<Record<Op, string>> = {
  "<": "below",
  "<=": "at most",
  ">": "above",
  ">=": "at least",
  "==": "equal to",
  "!=": "other than"
}

/** What the types of areas are called. */
const typeNames: Readonly<Record<string, string>> = { geofence: "fence", zone: "area" }

interface Where {
  readonly places: Phrase
  readonly by?: Phrase
  readonly positions?: Phrase
  readonly accuracy?: Phrase
}

const where = (verb: string, { accuracy = none, by = none, places, positions = none }: Where) => [
  `${verb} `,
  places,
  ...(by.length === 0 ? [] : [" by more than ", by]),
  ...(positions.length === 0 ? [] : [" in ", positions, " in a row"]),
  ...(accuracy.length === 0 ? [] : [", accurate to ", accuracy])
]

/** server are the texts of the messages that the server makes. */
export const server = {
  /** A rule: `When a cow leaves Spring meadow for 5 min, warn; remind every 1 h. Checked every 2 h.` */
  rule: (p: {
    subject: Phrase
    conditions: Phrase
    held?: Phrase
    gap?: Phrase
    outcome: Phrase
    again?: Phrase
    checked?: Phrase
  }) => [
    ...parts<Phrase>`When ${p.subject} ${p.conditions}`,
    ...(p.held === undefined ? [] : [" for ", p.held]),
    ...(p.gap === undefined ? [] : [" without a gap over ", p.gap]),
    ...parts<Phrase>`, ${p.outcome}`,
    ...(p.again === undefined ? [] : ["; remind every ", p.again]),
    ".",
    ...(p.checked === undefined ? [] : [" Checked ", p.checked, "."])
  ],
  /** The name of a rule: `Cow leaves Spring meadow` */
  ruleName: (p: { subject: Phrase; conditions: Phrase; held?: Phrase }) => {
    const held = p.held === undefined ? "" : ` for ${textOf(p.held)}`
    return capitalized(`${textOf(p.subject)} ${textOf(p.conditions)}${held}`)
  },
  checked: {
    atNetworkPositions: "at each fix or network position",
    atMeasurements: "at each measurement",
    atValues: (p: { metric: Phrase }) => parts<Phrase>`at each value of ${p.metric}`,
    atChanges: "at each change of state",
    atChangesOf: (p: { states: Phrase }) => parts<Phrase>`at each change of ${p.states}`,
    every: (p: { duration: Phrase }) => parts<Phrase>`every ${p.duration}`
  },
  subject: {
    anyone: "anyone",
    type: (p: { types: Phrase }) => [`${articleOf(p.types[0]?.text ?? "")} `, p.types],
    typeAlone: (p: { types: Phrase }) => p.types,
    narrowed: (p: { who: Phrase; types?: Phrase; groups?: Phrase; devices?: Phrase }) => [
      p.who,
      ...(p.types === undefined ? [] : [" as ", p.types]),
      ...(p.groups === undefined ? [] : [" in ", p.groups]),
      ...(p.devices === undefined ? [] : [" with ", p.devices])
    ]
  },
  or: (p: { names: ReadonlyArray<Phrase> }) => joined(p.names, "or"),
  others: (p: { count: number }) => counts(p.count, { one: "# other", other: "# others" }),
  another: {
    entity: (p: { count: number }) => counts(p.count, { one: "another animal", other: "# other animals" }),
    type: (p: { count: number }) => counts(p.count, { one: "another type", other: "# other types" }),
    group: (p: { count: number }) => counts(p.count, { one: "another group", other: "# other groups" }),
    device: (p: { count: number }) => counts(p.count, { one: "another device", other: "# other devices" })
  },
  condition: {
    all: (p: { conditions: ReadonlyArray<Phrase> }) => joined(p.conditions, "and"),
    any: (p: { conditions: ReadonlyArray<Phrase> }) => joined(p.conditions, "or"),
    group: (p: { condition: Phrase }) => parts<Phrase>`(${p.condition})`,
    not: (p: { condition: Phrase }) => parts<Phrase>`not (${p.condition})`,
    unknown: (p: { type: Phrase }) => parts<Phrase>`meets the condition ${p.type}`,
    threshold: (p: { metric: Phrase; op: Op; value: Phrase }) =>
      parts<Phrase | string>`has ${p.metric} ${than[p.op]} ${p.value}`,
    window: (p: {
      aggregate: Phrase
      metric: Phrase
      op: Op
      value: Phrase
      duration: Phrase
      samples?: Phrase
    }) => [
      ...parts<Phrase | string>`has a ${p.aggregate} ${p.metric} ${than[p.op]} ${p.value} in ${p.duration}`,
      ...(p.samples === undefined ? [] : [" from at least ", p.samples, " values"])
    ],
    noData: (p: { duration: Phrase }) => parts<Phrase>`sends nothing for ${p.duration}`,
    enter: (p: Where) => where("enters", p),
    exit: (p: Where) => where("leaves", p),
    inside: (p: Where) => where("is inside", p),
    outside: (p: Where) => where("is outside", p)
  },
  aggregate: {
    avg: "mean",
    min: "lowest",
    max: "highest",
    sum: "sum of",
    count: "number of values of"
  },
  places: {
    any: "any fence or area",
    anyOf: (p: { type: string }) => `any ${typeNames[p.type] ?? p.type}`,
    removed: "a deleted area"
  },
  positions: (p: { count: number }) => counts(p.count, { one: "# position", other: "# positions" }),
  outcome: {
    alert: { info: "open an info alert", warning: "warn", critical: "open a critical alert" },
    event: { info: "note it", warning: "note a warning", critical: "note a critical event" }
  },
  whyNot: {
    fired: (p: { rules: Phrase }) => parts<Phrase>`${p.rules} fired at this moment.`,
    short: (p: { rule: Phrase; label: Phrase; value?: Phrase; op: Op; limit: Phrase }) =>
      parts<
        Phrase | string
      >`${p.rule} did not fire: ${p.label} was ${p.value ?? "not known"} and must be ${than[p.op]} ${p.limit}.`,
    hasFired: (p: { rule: Phrase }) =>
      parts<Phrase>`${p.rule} has fired already, and its condition is still true.`,
    waits: (p: { rule: Phrase }) => parts<Phrase>`${p.rule} waits for time to pass.`,
    notMet: "The conditions of the rules were not met.",
    notAsked: "No rule about it was evaluated at this moment.",
    noRule: "No rule is about it."
  }
}
