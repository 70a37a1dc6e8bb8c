// English texts of the server's messages: what the API says in English, and sends as codes.
import { type Phrase, textOf } from "../../message.ts"
import { articleOf, capitalized, countsIn, joined, parts } from "../../tools.ts"

const counts = countsIn("en-GB")
const none: Phrase = []

/** Op is a comparison. */
export type Op = "<" | "<=" | ">" | ">=" | "==" | "!="

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

/** Where are the parts of a condition about places. */
export interface Where {
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

const must = { must: "must be", mustNot: "must not be" } as const

/** Wanted is whether a condition had to be true, or, under "not", false. */
type Wanted = keyof typeof must

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
  },
  /** What a condition read. */
  reading: {
    speed_kmh: "Speed",
    speed_mps: "Speed",
    altitude_m: "Altitude",
    window: {
      avg: (p: { metric: Phrase; duration: Phrase }) => parts<Phrase>`${p.metric}, mean in ${p.duration}`,
      min: (p: { metric: Phrase; duration: Phrase }) => parts<Phrase>`${p.metric}, lowest in ${p.duration}`,
      max: (p: { metric: Phrase; duration: Phrase }) => parts<Phrase>`${p.metric}, highest in ${p.duration}`,
      sum: (p: { metric: Phrase; duration: Phrase }) => parts<Phrase>`${p.metric}, sum in ${p.duration}`,
      count: (p: { metric: Phrase; duration: Phrase }) => parts<Phrase>`${p.metric}, values in ${p.duration}`
    },
    valuesInWindow: "Values in the window",
    nothingReceived: "Nothing received",
    enter: "Entered",
    exit: "Left",
    inside: "Inside",
    outside: "Inside"
  },
  /** A figure of a fix within a sentence. */
  figureOfFix: { speed_kmh: "speed", speed_mps: "speed", altitude_m: "altitude" },
  /** Why a condition is not known. */
  missing: {
    noPosition: "no position in the last 7 days",
    noFigure: (p: { member: string }) => `the latest position carries no ${p.member}`,
    noMetric: (p: { metric: Phrase }) => parts<Phrase>`no ${p.metric} in the last 7 days`,
    fewSamples: (p: { count: number; least: number; metric: Phrase; seconds: number }) =>
      parts<Phrase>`${String(p.count)} of at least ${String(p.least)} samples of ${p.metric} in ${String(p.seconds)} s`,
    noSample: (p: { metric: Phrase; seconds: number; missing: Phrase }) =>
      parts<Phrase>`no ${p.metric} in the last ${String(p.seconds)} s: ${p.missing}`,
    noAcceptedPosition: "no accepted position",
    neverSeen: "never seen"
  },
  /** What a condition read, and what it had to be. */
  unmet: {
    threshold: (p: { metric: Phrase; value: string; wanted: Wanted; op: Op; limit: string }) =>
      parts<Phrase>`${p.metric} was ${p.value}, ${must[p.wanted]} ${p.op} ${p.limit}`,
    window: (p: {
      aggregate: string
      metric: Phrase
      seconds: number
      value: string
      wanted: Wanted
      op: Op
      limit: string
    }) => [
      ...parts<Phrase>`${p.aggregate} of ${p.metric} in the last ${String(p.seconds)} s `,
      `was ${p.value}, ${must[p.wanted]} ${p.op} ${p.limit}`
    ],
    silence: (p: { seconds: string; unheard?: string; wanted: Wanted; limit: number }) =>
      `last received ${p.seconds} s before` +
      (p.unheard === undefined ? "" : `, of which ${p.unheard} s could not be heard`) +
      `, ${p.wanted === "must" ? "must be" : "must be less than"} ${p.limit} s`,
    neverSeen: "never seen: a subject that never reported does not count",
    enter: "entered no selected fence or area at that moment",
    exit: "left no selected fence or area at that moment",
    inNone: "was in none of the selected fences and areas",
    inside: (p: { places: Phrase }) => parts<Phrase>`was inside ${p.places}`
  },
  /** What stopped a rule. */
  stop: {
    outOfScope: (p: { what: Phrase }) => parts<Phrase>`not in scope: ${p.what}`,
    scope: {
      noEntity: "a device without an entity",
      entity: (p: { name: Phrase }) => parts<Phrase>`entity ${p.name}`,
      entityType: (p: { name: Phrase }) => parts<Phrase>`entity type ${p.name}`,
      noGroup: "in no group",
      otherGroup: "in another group",
      notWorn: "wore none of the devices at that moment",
      device: (p: { name: Phrase }) => parts<Phrase>`data of device ${p.name}`
    },
    disabled: "disabled at that time",
    otherVersion: (p: { version: number; other: number }) =>
      `version ${p.version} was not in force at that time: version ${p.other} was`,
    held: (p: { done: string; hold: string }) => `held ${p.done} of ${p.hold}`,
    enter: (p: { place: Phrase; held: Phrase }) => parts<Phrase>`entered ${p.place}: ${p.held}`,
    exit: (p: { place: Phrase; held: Phrase }) => parts<Phrase>`left ${p.place}: ${p.held}`,
    unknownSince: (p: { held: Phrase }) => parts<Phrase>`${p.held}; what it reads is unknown since`,
    active: (p: { time: string }) =>
      `fired at ${p.time}, and the condition has been true since; without a cooldown there are no reminders`,
    cooldown: (p: { left: string }) => `cooldown has ${p.left} left`,
    reported: "it was asked, and what is true had been said",
    notAsked: {
      position: "nothing asked it at that moment: the rule waits for a new position",
      measurement: "nothing asked it at that moment: the rule waits for a new measurement",
      state: "nothing asked it at that moment: the rule waits for a change of state",
      schedule: "nothing asked it at that moment: the rule waits for a tick of its schedule"
    },
    snoozed: "snoozed: the event made no alert",
    snoozedUntil: (p: { time: string }) => `snoozed until ${p.time}: the event made no alert`
  },
  /** Why a part of the evidence of an event is missing. */
  evidence: {
    tooManyFixes: "There are too many fixes in these hours.",
    aboutNobody: "It is about nobody.",
    noFix: "No fix of these hours is stored, or none that you see.",
    noPlace: "It is not known where it was.",
    noRule: "No rule made it.",
    corrected:
      "What it was judged on was corrected since, or is gone: these are the values as they are stored now.",
    notEvaluable: "The conditions cannot be evaluated any more.",
    noSubject: "Its subject is gone, or you do not see all of it.",
    notApplied: "The rule does not apply to the subject as it is now.",
    cut: (p: { time: string }) => `More was stored than is read for this: told up to ${p.time}.`,
    noFeature: "It is about no feature, or one that is gone.",
    noRecord: "It was not judged on a record, or the record is gone.",
    noTraces: "You may not read traces.",
    notByFix: "It was judged on no fix, or on one that is gone."
  }
}
