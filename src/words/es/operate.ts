// Spanish words of the pages of the operator.
import type { operate as english } from "../en/operate.ts"
import { countsIn, type Like } from "../tools.ts"

const counts = countsIn("es")

/** operate are the words of the pages of the operator: its tabs, issues, and the status of the service. */
export const operate: Like<typeof english> = {
  title: "Operación",
  tabs: {
    attention: "Requiere atención",
    health: "Estado",
    traffic: "Tráfico",
    traces: "Trazas",
    sources: "Fuentes",
    devices: "Dispositivos",
    identities: "Dispositivos nuevos",
    metrics: "Métricas"
  },
  issues: {
    title: "Requiere atención",
    about: "lo que depende de usted, lo más grave primero",
    waiting: "lo que requiere atención",
    none: {
      title: "No hay nada pendiente.",
      hint: "Cada problema aparece aquí en menos de un minuto, con lo que hay que hacer."
    },
    since: (p) => `desde ${p.time} ${p.zone}`,
    result: (p) => `${p.time}: ${p.text}`,
    keys: { move: "mover", solve: "solucionar" },
    actionOn: (p) => `${p.action}: ${p.object}`
  },
  ended: {
    title: "Terminó por sí solo",
    about: (p) => `últimas ${p.hours} h`,
    waiting: "lo que terminó",
    none: "Nada terminó en este tiempo.",
    lasted: (p) => `durante ${p.span}`,
    endedAt: (p) => `terminó ${p.time} ${p.zone}`
  },
  actions: {
    openRule: "Abrir la regla",
    openRules: "Abrir las reglas",
    openEntity: (p) => `Abrir ficha de ${p.one}`,
    openSources: "Abrir las fuentes",
    openHealth: "Abrir los procesos",
    openTraces: "Abrir las trazas",
    openDevice: "Abrir el dispositivo",
    createDevices: "Crear dispositivos",
    defineMetric: "Definirla",
    testSource: "Probar la conexión",
    redeliver: (p) => counts(p.count, { other: "Reenviar #" })
  },
  sourceWorks: (p) => `${p.name}: la conexión funciona.`,
  redelivered: (p) => {
    if (p.count === 0) return `No queda nada de ${p.name} por reenviar.`
    const forms = {
      one: "Se reenviará # mensaje",
      many: "Se reenviarán # de mensajes",
      other: "Se reenviarán # mensajes"
    }
    return `${counts(p.count, forms)} de ${p.name}.`
  },
  sources: {
    title: "Fuentes de datos",
    about: "lo que llega por ellas",
    all: "Todas",
    waiting: "las fuentes de datos",
    empty: "Ninguna fuente envía datos a este proyecto todavía.",
    head: {
      source: "Fuente",
      lastRecord: "Último registro",
      in24Hours: "En 24 h",
      lastError: "Último error"
    },
    none: "ninguno",
    refused: "rechazado",
    spark: (p) => {
      const taken = counts(p.taken, {
        one: "# dato aceptado",
        many: "# de datos aceptados",
        other: "# datos aceptados"
      })
      return `En 24 h, ${taken} y ${counts(p.refused, { one: "# rechazado", other: "# rechazados" })}`
    },
    hidden: "no se muestra",
    hiddenHint: "También sirve a otros proyectos que usted no ve"
  },
  service: {
    title: "El servicio",
    rulesBehind: "Retraso de las reglas",
    rulesBehindAbout: "con lo que llegó a este proyecto",
    parts: "Partes del servicio",
    allRun: "Todas en marcha",
    allRunAbout: "cada una dio señal en el último medio minuto",
    silent: (p) => `sin señal: ${p.roles.join(", ")}`,
    silentAbout: "desde hace más de medio minuto",
    analyses: "Análisis",
    queueUnknown: "no se sabe",
    waiting: (p) =>
      p.count === 0
        ? "ninguno espera"
        : counts(p.count, { one: "# espera", many: "# esperan", other: "# esperan" }),
    workerSeen: (p) => `última señal hace ${p.span}`,
    workerNotSeen: "sin señal en el último día",
    status: { ok: "servicio en orden", degraded: "servicio con problemas", failing: "servicio con fallos" },
    looked: (p) => `revisado hace ${p.span}`
  }
}
