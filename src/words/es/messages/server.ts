// Spanish texts of the server's messages.
import type { server as english } from "../../en/messages/server.ts"
import { type Phrase, textOf } from "../../message.ts"
import { capitalized, countsIn, joined, type Like, parts } from "../../tools.ts"

const counts = countsIn("es")
const none: Phrase = []

type Op = "<" | "<=" | ">" | ">=" | "==" | "!="

const than: Readonly<Record<Op, string>> = {
  "<": "por debajo de",
  "<=": "como máximo de",
  ">": "por encima de",
  ">=": "como mínimo de",
  "==": "igual a",
  "!=": "distinto de"
}

/** What the types of areas are called. */
const typeNames: Readonly<Record<string, string>> = {
  geofence: "cerca",
  zone: "área",
  site: "sitio",
  route: "ruta"
}

interface Where {
  readonly places: Phrase
  readonly by?: Phrase
  readonly positions?: Phrase
  readonly accuracy?: Phrase
}

const where = (verb: string, { accuracy = none, by = none, places, positions = none }: Where) => [
  `${verb} `,
  places,
  ...(by.length === 0 ? [] : [" por más de ", by]),
  ...(positions.length === 0 ? [] : [" en ", positions, " seguidas"]),
  ...(accuracy.length === 0 ? [] : [", con una precisión de ", accuracy])
]

/** server are the texts of the messages that the server makes. */
export const server: Like<typeof english> = {
  rule: (p) => [
    ...parts<Phrase>`Cuando ${p.subject} ${p.conditions}`,
    ...(p.held === undefined ? [] : [" durante ", p.held]),
    ...(p.gap === undefined ? [] : [" sin interrupciones de más de ", p.gap]),
    ...parts<Phrase>`, ${p.outcome}`,
    ...(p.again === undefined ? [] : ["; recordar cada ", p.again]),
    ".",
    ...(p.checked === undefined ? [] : [" Se comprueba ", p.checked, "."])
  ],
  ruleName: (p) => {
    const held = p.held === undefined ? "" : ` durante ${textOf(p.held)}`
    return capitalized(`${textOf(p.subject)} ${textOf(p.conditions)}${held}`)
  },
  checked: {
    atNetworkPositions: "con cada posición, también de red",
    atMeasurements: "con cada medición",
    atValues: (p) => parts<Phrase>`con cada valor de ${p.metric}`,
    atChanges: "con cada cambio de estado",
    atChangesOf: (p) => parts<Phrase>`con cada cambio de ${p.states}`,
    every: (p) => parts<Phrase>`cada ${p.duration}`
  },
  subject: {
    anyone: "cualquiera",
    type: (p) => ["cualquier ", p.types],
    typeAlone: (p) => p.types,
    narrowed: (p) => [
      p.who,
      ...(p.types === undefined ? [] : [" de tipo ", p.types]),
      ...(p.groups === undefined ? [] : [" de ", p.groups]),
      ...(p.devices === undefined ? [] : [" con ", p.devices])
    ]
  },
  or: (p) => joined(p.names, "o"),
  others: (p) => counts(p.count, { one: "# más", other: "# más" }),
  another: {
    entity: (p) =>
      counts(p.count, { one: "otro animal", many: "# de otros animales", other: "otros # animales" }),
    type: (p) => counts(p.count, { one: "otro tipo", many: "# de otros tipos", other: "otros # tipos" }),
    group: (p) => counts(p.count, { one: "otro grupo", many: "# de otros grupos", other: "otros # grupos" }),
    device: (p) =>
      counts(p.count, {
        one: "otro dispositivo",
        many: "# de otros dispositivos",
        other: "otros # dispositivos"
      })
  },
  condition: {
    all: (p) => joined(p.conditions, "y"),
    any: (p) => joined(p.conditions, "o"),
    group: (p) => parts<Phrase>`(${p.condition})`,
    not: (p) => parts<Phrase>`no (${p.condition})`,
    unknown: (p) => parts<Phrase>`cumple la condición ${p.type}`,
    threshold: (p) => parts<Phrase | string>`tiene ${p.metric} ${than[p.op]} ${p.value}`,
    window: (p) => [
      ...parts<Phrase | string>`tiene ${p.aggregate} ${p.metric} ${than[p.op]} ${p.value} en ${p.duration}`,
      ...(p.samples === undefined ? [] : [" con al menos ", p.samples, " valores"])
    ],
    noData: (p) => parts<Phrase>`no envía nada durante ${p.duration}`,
    enter: (p) => where("entra en", p),
    exit: (p) => where("sale de", p),
    inside: (p) => where("está dentro de", p),
    outside: (p) => where("está fuera de", p)
  },
  aggregate: {
    avg: "una media de",
    min: "un mínimo de",
    max: "un máximo de",
    sum: "una suma de",
    count: "un número de valores de"
  },
  places: {
    any: "cualquier cerca o área",
    anyOf: (p) => `cualquier ${typeNames[p.type] ?? p.type}`,
    removed: "un área eliminada"
  },
  positions: (p) => counts(p.count, { one: "# posición", many: "# de posiciones", other: "# posiciones" }),
  outcome: {
    alert: { info: "abrir una alerta informativa", warning: "avisar", critical: "abrir una alerta crítica" },
    event: { info: "anotarlo", warning: "anotar un aviso", critical: "anotar un evento crítico" }
  },
  whyNot: {
    fired: (p) => parts<Phrase>`${p.rules} se activó en este momento.`,
    short: (p) =>
      parts<
        Phrase | string
      >`${p.rule} no se activó: ${p.label} era ${p.value ?? "desconocido"} y debe estar ${than[p.op]} ${p.limit}.`,
    hasFired: (p) => parts<Phrase>`${p.rule} ya se activó, y su condición sigue cumpliéndose.`,
    waits: (p) => parts<Phrase>`${p.rule} espera a que pase el tiempo.`,
    notMet: "Las condiciones de las reglas no se cumplieron.",
    notAsked: "Ninguna regla sobre él se evaluó en este momento.",
    noRule: "No hay ninguna regla sobre él."
  }
}
