// Spanish words of the list of devices and of the page of a device.
import type { devices as english } from "../en/devices.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")

const records = (count: number) =>
  counts(count, { one: "# registro", many: "# de registros", other: "# registros" })

/** devices are the words of the list of devices and of the page of a device. */
export const devices: Like<typeof english> = {
  title: "Dispositivos",
  add: "Añadir dispositivo",
  find: "Buscar un dispositivo",
  findHint: "Dispositivo, o cómo lo llama una fuente",
  waiting: "los dispositivos",
  empty: {
    all: "No hay dispositivos en el proyecto.",
    search: "Ningún dispositivo coincide.",
    hint: "Los dispositivos que transmiten y aún no se han creado están en Dispositivos nuevos."
  },
  head: {
    device: "Dispositivo",
    wornBy: "Lo lleva",
    type: "Tipo",
    status: "Estado",
    since: "Conocido desde"
  },
  status: { active: "activo", inactive: "inactivo", retired: "retirado" },
  released: "liberado",
  waitingOne: "el dispositivo",
  itsEntity: (p) => `su ${p.one}`,
  noRecord: "aún sin registros",
  lastRecord: (p) => parts`último registro hace ${p.age}`,
  traffic: "Tráfico",
  traces: "Trazas",
  retire: {
    retire: "Retirar",
    restore: "Usar de nuevo",
    retired: (p) => `Retirado: ${p.name}`,
    restored: (p) => `En uso de nuevo: ${p.name}`,
    undone: (p) => `Deshecho: ${p.name}`
  },
  arrivals: {
    title: "Tráfico",
    all: "Todos los envíos",
    none: "Ningún envío en los últimos dos días."
  },
  values: { title: "Ahora", none: "aún sin valores", yes: "sí", no: "no" },
  knownAs: {
    title: "Conocido como",
    none: "no tiene número en ninguna fuente",
    add: "Número",
    remove: (p) => `Quitar el número ${p.id}`,
    removed: (p) => `Ya no se conoce como ${p.id}.`
  },
  jobs: {
    title: "En segundo plano",
    none: "aún no se ha movido nada",
    hint:
      "Cuando usted cambia quién llevó el dispositivo, sus registros se mueven en segundo plano. " +
      "Aquí se ve cuánto falta.",
    recheck: "Revisar quién lo llevó, en todos los registros",
    rechecking: "Revisar quién lo llevó",
    cancel: "Cancelar",
    trace: "Traza",
    progress: "Cuántos registros se han movido",
    status: {
      queued: "en espera",
      running: "en curso",
      completed: "terminado",
      failed: "con fallo",
      expired: "vencido",
      cancelled: "cancelado"
    },
    reasons: {
      assignment_changed: "cambió una asignación",
      asked_for: "a petición",
      device_known: "el dispositivo pasó a ser conocido"
    },
    cause: (p) =>
      [p.reason, p.who === null ? null : `por ${p.who}`].filter((text) => text !== null).join(", "),
    done: (p) => {
      const done = p.total === null ? "espera su turno" : `${p.done} de ${records(p.total)}`
      return p.left === null ? done : `${done}, quedan cerca de ${p.left}`
    },
    positions: (p) => counts(p.count, { one: "# posición", many: "# de posiciones", other: "# posiciones" }),
    measurements: (p) => counts(p.count, { one: "# valor", many: "# de valores", other: "# valores" }),
    states: (p) => counts(p.count, { one: "# estado", many: "# de estados", other: "# estados" }),
    moved: (p) => (p.what.length === 0 ? "no había nada que mover" : `se movió: ${p.what.join(", ")}`),
    took: (p) => `${p.outcome}, en ${p.span}`
  },
  worn: {
    title: "Quién lo llevó, y cuándo",
    hint: "arrastre un borde o escriba su hora",
    changing: "Cambiarlo",
    waiting: "quién lo llevó",
    none: () => "Nadie lo ha llevado todavía.",
    shown: "Se muestra",
    ranges: { day: "1 día", week: "1 semana", month: "1 mes", quarter: "3 meses" },
    now: (p) => parts`${p.name} lo lleva ahora`,
    edge: (p) =>
      [p.until === null ? null : `fin de ${p.until}`, p.from === null ? null : `inicio de ${p.from}`]
        .filter((text) => text !== null)
        .join(", "),
    beyond: "La hora está más allá del borde siguiente, o en el futuro.",
    period: (p) =>
      (p.from === null ? "" : `desde ${p.from} `) +
      (p.to === null ? (p.isShort ? "ahora" : "hasta ahora") : `hasta ${p.to}`),
    events: "Eventos",
    eventsAbout: "de estos días",
    eventsOf: (p) =>
      counts(p.count, {
        one: "# evento de estos días",
        many: "# de eventos de estos días",
        other: "# eventos de estos días"
      }),
    records: "Registros",
    recordsAbout: (p) =>
      p.isShort
        ? counts(p.expected, { other: "de # al día" })
        : counts(p.expected, { one: "al día, # esperado", other: "al día, # esperados" }),
    recordsOf: (p) => {
      const days = counts(p.days, { one: "# día", many: "# de días", other: "# días" })
      const expected = counts(p.expected, { one: "# esperado al día", other: "# esperados al día" })
      return `Registros por día: ${counts(p.count, { other: "#" })} en ${days}, ${expected}`
    },
    recordsOn: (p) => `${p.date}: ${records(p.count)}`
  },
  other: {
    open: (p) => `Lo llevó ${p.one.endsWith("a") ? "otra" : "otro"} ${p.one}…`,
    which: (p) => `Qué ${p.one}`,
    since: "Desde",
    apply: "Poner en la línea de tiempo",
    cancel: "Cancelar"
  },
  noEntity: () => "nadie",
  outcome: {
    title: "Lo que eso cambia",
    checking: "Comprobando qué registros se mueven…",
    none: "No se mueve ningún registro.",
    records: (p) => records(p.count),
    period: (p) => (p.from === p.to ? p.from : `${p.from} a ${p.to}`),
    moves: (p) =>
      p.count === 1
        ? parts`${p.records} de ${p.period} pasa de ${p.from} a ${p.to}.`
        : parts`${p.records} de ${p.period} pasan de ${p.from} a ${p.to}.`,
    evaluated: (p) => {
      const events = {
        one: "Se vuelve a evaluar # evento",
        many: "Se vuelven a evaluar # de eventos",
        other: "Se vuelven a evaluar # eventos"
      }
      const rules = { one: "# regla", many: "# de reglas", other: "# reglas" }
      return `${counts(p.events, events)}, de ${counts(p.rules, rules)}.`
    },
    takes: (p) => `Tarda cerca de ${p.span} en segundo plano, y se puede deshacer arrastrando.`,
    saved: (p) =>
      p.records === 0
        ? "Guardado."
        : counts(p.records, {
            one: "Guardado; # registro se mueve en segundo plano.",
            many: "Guardado; # de registros se mueven en segundo plano.",
            other: "Guardado; # registros se mueven en segundo plano."
          }),
    restored: "Restablecido; los registros se mueven después.",
    restore: "Restablecer",
    move: "Mover los registros",
    save: "Guardar"
  },
  map: {
    device: "Mapa del dispositivo",
    moves: "Mapa de los registros que se mueven",
    none: "Ninguna posición en los últimos 7 días",
    week: "Los últimos 7 días",
    span: (p) => `Lo que se mueve: ${p.span}`,
    one: "El registro que se mueve",
    stays: "antes y después",
    movesFrom: (p) => parts`pasa de ${p.from} a ${p.to}`
  }
}
