// Spanish words of the page of the service's health.
import type { health as english } from "../en/health.ts"
import { countsIn, type Like, listsIn } from "../tools.ts"

const counts = countsIn("es")
const and = listsIn("es", "conjunction")

const partitions = (p: { readonly count: number }) =>
  counts(p.count, { one: "# partición", many: "# de particiones", other: "# particiones" })

/** health are the words of the page of the service's health. */
export const health: Like<typeof english> = {
  title: "Estado",
  waiting: "el servicio",
  howFarBack: "Período",
  spans: { hour: "última hora", day: "últimas 24 h" },
  limited: {
    title: "Lo demás es para quien administra el servidor",
    about:
      "Los procesos, las colas, el disco, la base de datos y las versiones son de todos los proyectos, por eso " +
      "solo los ve quien administra el servidor. Arriba está la parte que toca a este proyecto. Si algo sigue " +
      "mal, avise a quien administra el servidor."
  },
  issues: {
    title: "Problemas",
    copyCommand: (p) => `Copiar el comando ${p.command}`,
    commandCopied: "El comando está en el portapapeles."
  },
  partitions,
  none: "ninguno",
  trendUnknown: (p) => `${p.label}: sin datos`,
  beats: {
    of: (p) => `Señales de ${p.role}`,
    none: (p) => `${p.label}: ninguna`,
    missed: (p) => {
      if (p.count === 0) return `${p.label}: no faltó ninguna`
      const forms = { one: "faltó # vez", many: "faltó # de veces", other: "faltó # veces" }
      return `${p.label}: ${counts(p.count, forms)}`
    }
  },
  workers: {
    title: "Procesos",
    about: (p) => `una señal cada ${p.seconds} s, ${p.span}`,
    silentAfter: (p) => `sin señal a partir de ${p.seconds} s`,
    head: {
      part: "Parte",
      process: "Proceso",
      beats: "Señales",
      work: "Trabaja en",
      lastBeat: "Última señal"
    },
    notSeen: "ninguno en el último día",
    waiting: (p) => counts(p.count, { one: "# espera", many: "# esperan", other: "# esperan" }),
    noJobs: "sin tareas",
    nothingWaits: "nada espera",
    noBrokers: "ningún bróker",
    brokers: (p) => {
      const forms = { one: "# bróker", many: "# de brókeres", other: "# brókeres" }
      return `${p.connected} de ${counts(p.count, forms)}`
    }
  },
  engines: {
    title: "Motores",
    sharing: (p) => {
      if (p.running === 0) return "ninguno en marcha: los registros esperan"
      const forms = { one: "uno tiene", many: "# se reparten", other: "# se reparten" }
      const what = p.owned === p.partitions ? `las ${p.partitions}` : `${p.owned} de las ${p.partitions}`
      return `${counts(p.running, forms)} ${what} particiones del registro`
    },
    head: {
      process: "Proceso",
      partitions: "Particiones",
      share: "del total",
      unread: "Sin leer",
      behind: "Retraso",
      claimed: "Última asignación",
      runs: "En marcha"
    },
    silent: "sin señal",
    claimed: (p) => `hace ${p.span}`,
    unclaimed: (p) => `${partitions(p)} sin motor asignado`
  },
  rules: {
    title: "Reglas, por partición",
    about: (p) =>
      "antigüedad del registro más antiguo que ninguna regla ha leído" +
      (p.worst === null ? "" : `; las ${p.worst} peores`),
    atWorst: (p) => `${p.lag} en el peor caso, límite ${p.limit}`,
    worst: (p) => counts(p.count, { other: "Las # peores" }),
    all: (p) => counts(p.count, { other: "Las #" }),
    head: {
      partition: "Partición",
      engine: "Motor",
      since: "Desde",
      unread: "Sin leer",
      behind: (p) => `Retraso, ${p.span}`,
      now: "Ahora",
      most: "Máximo en 24 h"
    },
    noEngine: "Sin motor",
    trend: (p) => `Partición ${p.partition}, ${p.span}: ${p.most} de retraso como máximo`,
    most: (p) => `${p.lag}, ${p.time}`
  },
  queues: {
    title: "Colas",
    about: "cuánto espera lo más antiguo, y su límite",
    head: {
      queue: "Cola",
      waiting: "En espera",
      oldest: (p) => `Lo más antiguo, ${p.span}`,
      now: "Ahora",
      share: "del límite",
      limit: "Límite"
    },
    names: {
      observation_log: "Registros para las reglas",
      project_lanes: "Proyectos evaluados aparte",
      late_spans: "Registros tardíos",
      automation_outbox: "Eventos por enviar",
      deliveries: "Mensajes",
      jobs: "Tareas",
      analyses: "Análisis"
    },
    unknown: "no se sabe",
    trend: (p) => `${p.queue}, ${p.span}: lo más antiguo esperó ${p.most} como máximo`
  },
  resources: {
    title: "Recursos",
    about: "lo usado y el límite",
    bytes: "bytes",
    disk: "Disco",
    diskUnknown: "no se puede leer",
    diskFree: (p) => `${p.free} libres de ${p.total}`,
    diskTrend: (p) => `Libre, ${p.span}`,
    database: "Base de datos",
    databaseTrend: (p) => `Tamaño de la base de datos, ${p.span}`,
    connections: "Conexiones",
    connectionsTrend: (p) => `Conexiones, ${p.span}`,
    connectionsUsed: (p) => `${p.count} de ${p.total}, límite ${p.limit}`,
    unreadRows: "Filas sin leer",
    unreadRowsUsed: (p) => `${p.count} de ${p.limit}`,
    failedTraces: "Trazas con fallo",
    failedTracesUsed: (p) => `${p.count} en una hora, límite ${p.limit}`
  },
  versions: {
    title: "Versiones",
    equal: "todas iguales",
    different: "no todas iguales",
    copy: "Copiar para un informe",
    copied: "Las versiones y los problemas están en el portapapeles.",
    another: "otra versión",
    runsOn: (p) => `${p.version} en ${and(p.machines)}`,
    database: "Base de datos",
    databaseStep: (p) => `paso ${p.step}, desde ${p.date}`,
    clocks: "Relojes",
    clocksAgree: "todos coinciden con el de la base de datos",
    clock: (p) => `${p.machine} ${p.span} ${p.isAhead ? "adelantado" : "atrasado"}`,
    clients: "Clientes de IA",
    clientsConnect: (p) => `se conectan en ${p.address}`,
    status: "Estado",
    brokers: "Brókeres",
    noBrokers: "ninguna fuente se conecta a uno",
    brokersConnected: (p) => `${p.connected} de ${p.count} conectados`,
    seeSources: "Ver las fuentes"
  }
}
