// Spanish words of the received items.
import type { traffic as english } from "../en/traffic.ts"
import { countsIn, type Like } from "../tools.ts"

const counts = countsIn("es")

/** traffic are the words of the received items: their charts, their list, and what became of each. */
export const traffic: Like<typeof english> = {
  title: "Tráfico",
  what: "el tráfico",
  pause: "Pausar",
  resume: "Reanudar",
  outcomes: {
    accepted: "Aceptados",
    duplicate: "Duplicados",
    rejected: "Rechazados",
    unassigned: "Sin asignar"
  },
  outcome: {
    accepted: "aceptado",
    duplicate: "duplicado",
    rejected: "rechazado",
    unassigned: "sin asignar"
  },
  contents: {
    position: "posición",
    values: (p) => counts(p.count, { one: "# valor", many: "# de valores", other: "# valores" }),
    states: (p) => counts(p.count, { one: "# estado", many: "# de estados", other: "# estados" }),
    events: (p) => counts(p.count, { one: "# evento", many: "# de eventos", other: "# eventos" })
  },
  list: {
    title: "Envíos recibidos",
    about: "los más nuevos primero, guardados dos días; de una fuente con mucho tráfico, una parte",
    noneMatch: "Ningún envío coincide.",
    empty: "Ningún envío en dos días.",
    unassigned: "sin asignar",
    columns: {
      time: "Hora",
      outcome: "Resultado",
      sender: "De",
      externalId: "ID externo",
      contents: "Contenido",
      source: "Fuente",
      code: "Código"
    }
  },
  filters: {
    outcome: "Resultado",
    oneDevice: "de un dispositivo",
    span: (p) => `de ${p.from} a ${p.to}`,
    externalId: "ID externo de un dispositivo, completo",
    externalIdShort: "ID externo, completo",
    source: "Fuente",
    allSources: "Todas las fuentes"
  },
  item: {
    label: "El envío elegido",
    expired:
      "El mensaje de ese registro ha caducado. Los mensajes se guardan dos días: todos los de una fuente con poco " +
      "tráfico, una parte de los de una con mucho.",
    open: (p) => `Abrir ${p.name}`,
    openEntity: "Abrir su página",
    openDevice: "Abrir el dispositivo",
    openTrace: "Abrir la traza"
  },
  chart: {
    byMinute: "Minuto a minuto",
    overDay: "A lo largo del día",
    ofLast: (p) => `envíos en ${p.span}`,
    howFar: "Período",
    what: "los envíos recibidos",
    duplicates: "duplicados o sin asignar",
    rejected: "rechazados",
    otherSources: (p) => counts(p.count, { one: "# más", other: "# más" }),
    bins: "Envíos recibidos en el tiempo; Intro filtra la lista por la hora elegida",
    bin: (p) => {
      const outcomes = [
        counts(p.accepted, { one: "# aceptado", other: "# aceptados" }),
        ...(p.others > 0
          ? [counts(p.others, { one: "# duplicado o sin asignar", other: "# duplicados o sin asignar" })]
          : []),
        ...(p.rejected > 0 ? [counts(p.rejected, { one: "# rechazado", other: "# rechazados" })] : [])
      ]
      return `${p.at}: ${outcomes.join(", ")}`
    }
  },
  bySource: {
    title: "Por fuente",
    all: "Mostrar todas",
    source: "Fuente",
    items: "Envíos",
    within95: "95 % en",
    filter: "Mostrar solo los envíos de esta fuente",
    incomplete: "Solo se cuenta una parte: la fuente tiene mucho tráfico y también sirve a otros proyectos",
    empty: "Ningún envío."
  },
  delay: {
    title: "Retraso",
    about: "del dispositivo al servidor",
    label: (p) => `Retraso. La mitad de los envíos llegó en ${p.half}, el 95 % en ${p.most}.`,
    none: "Retraso. Ningún envío.",
    half: (p) => `mitad ${p.delay}`,
    most: (p) => `95 % ${p.delay}`
  }
}
