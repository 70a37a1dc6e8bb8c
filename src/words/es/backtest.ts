// Spanish words of the backtest of a rule: what a draft would have done on the project's own past.
import type { backtest as english } from "../en/backtest.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")
const FIRED_FORMS = {
  alerts: { one: "alerta", other: "alertas" },
  events: { one: "evento", other: "eventos" }
}

/** backtest are the words of the backtest of a rule. */
export const backtest: Like<typeof english> = {
  label: "Qué habría hecho",
  period: "Cuánto del pasado",
  lastDays: (p) => counts(p.count, { one: "el último día", other: "los últimos # días" }),
  inWindow: (p) => `${p.aggregate} en ${p.span}`,
  headline: {
    fired: <P>(p: { count: number; kind: keyof typeof FIRED_FORMS; name: P; reminders: number }) => {
      const reminders = counts(p.reminders, {
        one: "# recordatorio",
        many: "# de recordatorios",
        other: "# recordatorios"
      })
      const what = counts(p.count, FIRED_FORMS[p.kind])
      return [...parts<P | string>`${what} con ${p.name}`, ...(p.reminders === 0 ? [] : [`, ${reminders}`])]
    },
    estimated: (p) => `${counts(p.count, FIRED_FORMS[p.kind])}, cifra estimada con el gráfico`,
    other: (p) => `con v${p.version}`
  },
  legend: {
    label: "Signos",
    fires: "se dispara",
    only: (p) => `solo v${p.version}`,
    holds: "se cumple",
    noData: "sin datos"
  },
  history: {
    label: "El pasado con esta regla",
    progress: "Progreso de la prueba",
    empty: "No hay datos en este tiempo: elija uno más largo.",
    lanes: "Animales y dispositivos probados"
  },
  lane: (p) => {
    const times = counts(p.fired, { one: "# vez", many: "# de veces", other: "# veces" })
    const fires = `${p.name}: se dispara ${times}`
    if (p.against === null) return fires
    const { fewer, more, version } = p.against
    return `${fires}, ${counts(more, { other: "# más" })} y ${counts(fewer, { other: "# menos" })} que v${version}`
  },
  map: {
    label: (p) => `Mapa de ${p.name}`,
    before: <P>(p: { name: P; hours: number; hasFixes: boolean }) =>
      p.hasFixes
        ? parts<P | number>`${p.name}, las ${p.hours} h anteriores`
        : parts<P | number>`${p.name}, las ${p.hours} h anteriores: sin posición`
  },
  plot: {
    limit: (p) => `Límite de ${p.of}`,
    empty: (p) => `${p.figure} de ${p.name}: sin valores`,
    range: (p) => `${p.figure} de ${p.name}, de ${p.from} a ${p.to}, límite ${p.limit}`
  },
  moment: {
    label: "En este momento",
    reminder: (p) => `${p.time}, un recordatorio`,
    onlyOther: (p) => `${p.time}, solo con v${p.version}`,
    window: (p) => `${p.metric}, ${p.aggregate} en ${p.span}`,
    samples: "Valores incluidos",
    lastHeard: "último contacto",
    truth: { true: "se cumple", false: "no se cumple", null: "no se sabe" },
    withVersion: (p) => `Con v${p.version}`,
    other: {
      both: "también se dispara",
      only: "solo se dispara esta",
      none: "no se dispara",
      earlier: (p) => `se disparó ${p.span} antes`
    },
    previous: "Anterior",
    next: "Siguiente",
    nothingCreated: "no se crea nada"
  },
  remarks: {
    label: "Notas sobre esta prueba",
    stopped: (p) => {
      const at = { rows: "las 50.000 filas", events: "los 500 eventos", steps: "los 5000 pasos del horario" }
      return `La prueba se detuvo a ${at[p.by]} y llega hasta ${p.until}. Elija un tiempo más corto.`
    },
    cuts: {
      points: "Las series están más simplificadas de lo normal.",
      spans: "Falta el final de algunas franjas.",
      subjects: "Solo se dibujan los primeros 50; se probaron todos.",
      traces: "Los eventos posteriores no traen los valores leídos."
    }
  },
  tolerance: {
    title: "Tolerancia",
    hint: "Registros tardíos, repetidos o desordenados, relojes y lugares algo erróneos: ¿se dispara igual?",
    run: "Probarla con registros alterados",
    running: "Probando",
    progress: "Progreso de la prueba de tolerancia",
    same: "Sus eventos no cambian, lleguen como lleguen los registros.",
    depends: "Algunos eventos dependen de cómo llegan los registros.",
    first: <P>(p: { event: P; time: string }) => parts<P | string>`El primero: ${p.event}, ${p.time}.`,
    basis: (p) => {
      const events = counts(p.events, { one: "# evento", many: "# de eventos", other: "# eventos" })
      const rows = counts(p.rows, { one: "# fila", many: "# de filas", other: "# filas" })
      return `${events} en ${rows}${p.until === null ? "" : `, probado hasta ${p.until}`}. No se crea nada.`
    }
  }
}
