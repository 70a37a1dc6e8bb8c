// Spanish texts of the server's messages.
import type { Op, server as english, Where } from "../../en/messages/server.ts"
import { type Phrase, textOf } from "../../message.ts"
import { capitalized, countsIn, joined, type Like, parts } from "../../tools.ts"

const counts = countsIn("es")
const none: Phrase = []

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

const mustBe: Readonly<Record<Op, string>> = {
  "<": "ser menor que",
  "<=": "ser como máximo",
  ">": "ser mayor que",
  ">=": "ser como mínimo",
  "==": "ser igual a",
  "!=": "ser distinto de"
}
const must = { must: "debe ser", mustNot: "no debe ser" } as const

const where = (verb: string, { accuracy = none, by = none, places, positions = none }: Where) => [
  `${verb} `,
  places,
  ...(by.length === 0 ? [] : [" a más de ", by]),
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
    alert: {
      info: "abrir una alerta informativa",
      warning: "abrir una alerta de advertencia",
      critical: "abrir una alerta crítica"
    },
    event: { info: "anotarlo", warning: "anotar una advertencia", critical: "anotar un evento crítico" }
  },
  whyNot: {
    fired: (p) => parts<Phrase>`Se disparó en este momento: ${p.rules}.`,
    short: (p) => [
      ...parts<Phrase>`${p.rule} no se disparó: ${p.label} `,
      ...(p.value === undefined ? ["no se conocía"] : ["era ", p.value]),
      ...parts<Phrase | string>` y debe ${mustBe[p.op]} ${p.limit}.`
    ],
    hasFired: (p) => parts<Phrase>`${p.rule} ya se disparó, y su condición sigue cumpliéndose.`,
    waits: (p) => parts<Phrase>`${p.rule} espera a que pase el tiempo.`,
    notMet: "Las condiciones de las reglas no se cumplieron.",
    notAsked: "Ninguna regla sobre él se evaluó en este momento.",
    noRule: "No hay ninguna regla sobre él."
  },
  reading: {
    speed_kmh: "Velocidad",
    speed_mps: "Velocidad",
    altitude_m: "Altitud",
    window: {
      avg: (p) => parts<Phrase>`${p.metric}, media en ${p.duration}`,
      min: (p) => parts<Phrase>`${p.metric}, mínimo en ${p.duration}`,
      max: (p) => parts<Phrase>`${p.metric}, máximo en ${p.duration}`,
      sum: (p) => parts<Phrase>`${p.metric}, suma en ${p.duration}`,
      count: (p) => parts<Phrase>`${p.metric}, valores en ${p.duration}`
    },
    valuesInWindow: "Valores en la ventana",
    nothingReceived: "Sin recibir nada",
    enter: "Entró en",
    exit: "Salió de",
    inside: "Dentro de",
    outside: "Dentro de"
  },
  figureOfFix: { speed_kmh: "velocidad", speed_mps: "velocidad", altitude_m: "altitud" },
  missing: {
    noPosition: "ninguna posición en los últimos 7 días",
    noFigure: (p) => `la última posición no trae ${p.member}`,
    noMetric: (p) => parts<Phrase>`ningún valor de ${p.metric} en los últimos 7 días`,
    fewSamples: (p) =>
      parts<Phrase>`${String(p.count)} de al menos ${String(p.least)} valores de ${p.metric} en ${String(p.seconds)} s`,
    noSample: (p) =>
      parts<Phrase>`ningún valor de ${p.metric} en los últimos ${String(p.seconds)} s: ${p.missing}`,
    noAcceptedPosition: "ninguna posición aceptada",
    neverSeen: "nunca visto"
  },
  unmet: {
    threshold: (p) => parts<Phrase>`${p.metric} era ${p.value}, ${must[p.wanted]} ${p.op} ${p.limit}`,
    window: (p) => [
      ...parts<Phrase>`${p.aggregate} de ${p.metric} en los últimos ${String(p.seconds)} s `,
      `era ${p.value}, ${must[p.wanted]} ${p.op} ${p.limit}`
    ],
    silence: (p) =>
      `lo último se recibió ${p.seconds} s antes` +
      (p.unheard === undefined ? "" : `, de los que ${p.unheard} s no se pudo recibir`) +
      `, ${p.wanted === "must" ? "deben ser" : "deben ser menos de"} ${p.limit} s`,
    neverSeen: "nunca visto: quien nunca envió nada no cuenta",
    enter: "no entró en ese momento en ninguna de las cercas y áreas elegidas",
    exit: "no salió en ese momento de ninguna de las cercas y áreas elegidas",
    inNone: "no estaba en ninguna de las cercas y áreas elegidas",
    inside: (p) => parts<Phrase>`estaba dentro de ${p.places}`
  },
  stop: {
    outOfScope: (p) => parts<Phrase>`fuera del ámbito: ${p.what}`,
    scope: {
      noEntity: "un dispositivo sin animal",
      entity: (p) => parts<Phrase>`animal ${p.name}`,
      entityType: (p) => parts<Phrase>`tipo ${p.name}`,
      noGroup: "en ningún grupo",
      otherGroup: "en otro grupo",
      notWorn: "no llevaba ninguno de los dispositivos en ese momento",
      device: (p) => parts<Phrase>`datos del dispositivo ${p.name}`
    },
    disabled: "desactivada en ese momento",
    otherVersion: (p) =>
      `la versión ${p.version} no estaba vigente en ese momento: lo estaba la versión ${p.other}`,
    held: (p) => `se ha cumplido ${p.done} de ${p.hold}`,
    enter: (p) => parts<Phrase>`entró en ${p.place}: ${p.held}`,
    exit: (p) => parts<Phrase>`salió de ${p.place}: ${p.held}`,
    unknownSince: (p) => parts<Phrase>`${p.held}; desde entonces no se conoce lo que lee`,
    active: (p) =>
      `se disparó el ${p.time}, y la condición se cumple desde entonces; sin intervalo de repetición no hay ` +
      "recordatorios",
    cooldown: (p) => `faltan ${p.left} para el próximo recordatorio`,
    reported: "se evaluó, y ya había avisado de lo que se cumple",
    notAsked: {
      position: "nada la evaluó en ese momento: la regla espera una posición nueva",
      measurement: "nada la evaluó en ese momento: la regla espera una medición nueva",
      state: "nada la evaluó en ese momento: la regla espera un cambio de estado",
      schedule: "nada la evaluó en ese momento: la regla espera la próxima hora de su horario"
    },
    snoozed: "silenciada: el evento no creó ninguna alerta",
    snoozedUntil: (p) => `silenciada hasta ${p.time}: el evento no creó ninguna alerta`
  },
  evidence: {
    tooManyFixes: "Hay demasiadas posiciones en estas horas.",
    aboutNobody: "No trata de ningún animal ni dispositivo.",
    noFix: "No hay ninguna posición guardada de estas horas, o ninguna que usted pueda ver.",
    noPlace: "No se sabe dónde estaba.",
    noRule: "No lo creó ninguna regla.",
    corrected:
      "Los registros que lo decidieron se corrigieron después o ya no existen: estos son los valores guardados ahora.",
    notEvaluable: "Las condiciones ya no se pueden evaluar.",
    noSubject: "El animal o dispositivo ya no existe, o usted no puede verlo por completo.",
    notApplied: "La regla no se aplica al animal o dispositivo tal como está ahora.",
    cut: (p) => `Hay más datos guardados de los que se leen para esto: se muestra hasta ${p.time}.`,
    noFeature: "No trata de ningún área, o de una que ya no existe.",
    noRecord: "Ningún registro lo decidió, o el registro ya no existe.",
    noTraces: "Usted no puede leer trazas.",
    notByFix: "Ninguna posición lo decidió, o ya no existe."
  }
}
