// Spanish words of the page of an event.
import type { event as english } from "../en/event.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")

/** Comparisons of a value with its limit. */
const comparisons: Readonly<Record<string, string>> = {
  "<": "por debajo de",
  "<=": "como máximo",
  ">": "por encima de",
  ">=": "como mínimo",
  "==": "justo",
  "!=": "distinto de"
}

/** event are the words of the page of an event. */
export const event: Like<typeof english> = {
  theEvent: "el evento",
  status: { open: "abierta", acknowledged: "confirmada", resolved: "resuelta" },
  stillHolds: (p) => parts`${p.strong("Sigue cumpliéndose")} después de ${p.time}.`,
  ended: (p) => `Terminó el ${p.time}, después de ${p.lasted}.`,
  time: (p) => `${p.time}, hora del proyecto.`,
  sampleAge: (p) => parts`La muestra decisiva tenía ${p.age} de antigüedad.`,
  late: "Se detectó tarde, cuando llegaron registros anteriores.",
  snoozed: (p) =>
    `La regla estaba silenciada para ${p.one.endsWith("a") ? "esta" : "este"} ${p.one}: no se generó ninguna alerta.`,
  reminder: "Un recordatorio: seguía cumpliéndose después de la pausa.",
  limit: (p) => `${p.unit}, límite ${p.limit}`,
  itsPage: "Su página",
  outcome: "Qué se hizo",
  heading: {
    titleAt: (p) => `${p.title}, a las ${p.time}`,
    value: (p) => `${p.label}: ${p.value}, ${comparisons[p.op] ?? p.op} ${p.limit}`,
    duration: (p) => `${p.label} durante ${p.value}, ${comparisons[p.op] ?? p.op} ${p.limit}`
  },
  map: {
    of: (p) => `Mapa de ${p.name}`,
    aroundEvent: (p) => `${p.time} antes y después`,
    noPlace: "No tiene lugar."
  },
  why: {
    fired: "Por qué se generó",
    reported: "Qué se informó",
    recordsGone: "Los registros que leyó la regla ya no están guardados.",
    openRule: "Abrir la regla",
    fix: "La posición decisiva",
    accuracy: "Precisión de la posición",
    satellites: "Satélites",
    fromFixBefore: "Desde la posición anterior",
    step: (p) => `${p.distance} en ${p.time}, ${p.speed} km/h`
  },
  context: {
    label: "Contexto",
    more: (p) =>
      counts(p.count, {
        one: "# más, que muestra la API.",
        other: "# más, que muestra la API."
      }),
    unknown: "no se sabe",
    yes: "sí",
    no: "no",
    empty: "vacío",
    none: "ninguno"
  },
  reporters: {
    ai: "un cliente de IA",
    device: "un dispositivo",
    integration: "una integración",
    user: "una persona"
  },
  noTrace: {
    reported: (p) => `Este evento no tiene traza: lo informó ${p.reporter}, y ninguna regla lo evaluó.`,
    notStored: "Este evento se guardó sin traza.",
    expired: "La traza de este evento caducó y se eliminó.",
    denied:
      "Usted no tiene permiso para leer trazas (traces:read). Un administrador del proyecto puede otorgarlo."
  },
  deliveries: {
    title: "Envíos",
    none: "ninguno",
    queued: (p) => counts(p.count, { other: "# en cola" }),
    sent: (p) => counts(p.count, { one: "# enviado", other: "# enviados" }),
    failed: (p) => counts(p.count, { one: "# fallido", other: "# fallidos" }),
    skipped: (p) => counts(p.count, { one: "# omitido", other: "# omitidos" }),
    status: { queued: "en cola", sent: "enviado", failed: "fallido", skipped: "omitido" },
    by: (p) => parts`por ${p.automation}`,
    redeliver: "Reenviar",
    sentAgain: (p) => `Enviado de nuevo a ${p.target}.`,
    noAutomation: "No se envió ningún mensaje: todavía no hay ninguna automatización.",
    allOff: "No se envió ningún mensaje. Ahora todas las automatizaciones están desactivadas.",
    noneMatched:
      "No se envió ningún mensaje: cuando ocurrió, ninguna automatización avisaba de un evento así.",
    addAutomation: "Elegir a quién se avisa",
    automations: "Automatizaciones"
  },
  handling: {
    title: "Atención",
    notAcknowledged: "sin confirmar",
    wait: (p) => `abierta ${p.time}, luego confirmada`,
    opened: (p) => parts`${p.strong("Abierta")} por ${p.opener}`,
    aReport: "un informe",
    steps: {
      open: (p) => parts`${p.strong("Reabierta")} por ${p.who}`,
      acknowledged: (p) => parts`${p.strong("Confirmada")} por ${p.who}`,
      resolved: (p) => parts`${p.strong("Resuelta")} por ${p.who}`,
      takenBack: (p) => parts`${p.strong("Deshecha")} por ${p.who}`,
      noted: (p) => parts`${p.strong("Anotada")} por ${p.who}`
    },
    note: (p) => `«${p.note}»`,
    next: { open: "Todavía sin confirmar", acknowledged: "Resolver, con una nota" },
    told: (p) => {
      const rest = [
        ...(p.waiting === 0 ? [] : [counts(p.waiting, { one: "# enviándose", other: "# enviándose" })]),
        ...(p.unsent === 0 ? [] : [counts(p.unsent, { one: "# sin enviar", other: "# sin enviar" })])
      ].join(", ")
      return p.names === null
        ? [p.soft(rest)]
        : [...parts`Se avisó a ${p.names}`, ...(rest === "" ? [] : [p.soft(`; ${rest}`)])]
    }
  },
  neighbours: {
    open: (p) => `${p.at} de ${p.count} abiertas`,
    acknowledged: (p) => `${p.at} de ${p.count} confirmadas`,
    resolved: (p) => `${p.at} de ${p.count} resueltas`,
    previous: "Anterior",
    next: "Siguiente"
  },
  sameRule: {
    title: "Misma regla, 30 días",
    first: "la primera vez",
    before: (p) => counts(p.count, { one: "# anterior", other: "# anteriores" })
  },
  steps: {
    title: "Paso a paso",
    fromPayload: "De los datos recibidos a la alerta",
    judgedIn: (p) => `evaluado en ${p.time}`,
    openTrace: "Abrir la traza",
    skipped: "omitido",
    failed: "fallido",
    taken: (p) => (p.device === null ? "Muestra tomada" : `Muestra tomada por ${p.device}`),
    received: (p) =>
      p.source === null ? parts`Recibida, ${p.record}` : parts`Recibida por ${p.source}, ${p.record}`,
    record: (p) => `registro ${p.id}`
  },
  verify: {
    title: "¿Se generaría otra vez?",
    verify: "Verificar",
    again: "Verificar otra vez",
    nothing: "nada",
    match: {
      answer: "Sí, igual.",
      detail: "Se evaluó otra vez con la misma versión y los mismos registros: no hay diferencias."
    },
    data_changed: {
      answer: "No del todo: lo guardado cambió desde entonces.",
      detail: "Lo que ya no es como era:"
    },
    not_reproducible: { answer: "No se puede evaluar otra vez.", detail: "Lo que falta:" }
  }
}
