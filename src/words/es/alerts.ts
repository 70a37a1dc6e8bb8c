// Spanish words of the alert inbox.
import type { alerts as english } from "../en/alerts.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")

/** alerts are the words of the alert inbox and of the actions on an alert. */
export const alerts: Like<typeof english> = {
  title: "Alertas",
  alerts: "alertas",
  inbox: "Bandeja de entrada",
  noneMatch: "Ninguna alerta coincide.",
  empty: {
    open: { title: "No hay alertas abiertas.", hint: "Cuando una regla genera una alerta, aparece aquí." },
    acknowledged: {
      title: "No se está atendiendo ninguna alerta.",
      hint: "Una alerta confirmada queda aquí hasta que se resuelve."
    },
    resolved: {
      title: "Aún no hay alertas resueltas.",
      hint: "Aquí se guarda cada una, con lo que se hizo."
    }
  },
  noRuleOn: "No hay ninguna regla activa: no se vigila ningún animal.",
  watched: (p) => {
    const forms = { one: "# regla vigila a", many: "# de reglas vigilan a", other: "# reglas vigilan a" }
    const animals = { one: `# ${p.one}`, many: `# de ${p.many}`, other: `# ${p.many}` }
    return `${counts(p.rules, forms)} ${counts(p.animals, animals)}.`
  },
  switchOnRule: "Activar una regla",
  seeRules: "Ver las reglas",
  all: "Todas",
  in30Days: (p) => counts(p.count, { other: "# en 30 días" }),
  keys: {
    move: "mover",
    acknowledge: "confirmar",
    resolve: "resolver",
    undo: "deshacer",
    trace: "traza"
  },
  statuses: { open: "Abiertas", acknowledged: "Confirmadas", resolved: "Resueltas" },
  tabs: { label: "Qué alertas", resolvedHint: "El número es de los últimos 30 días" },
  grouping: {
    label: "Agrupar",
    byTime: "Por hora",
    byAnimal: (p) => `Por ${p.one}`,
    byRule: "Por regla",
    newestFirst: "las más nuevas primero",
    inHand: "en atención",
    noSubject: "Sin animal ni dispositivo",
    noRule: "Sin regla",
    count: (p) => counts(p.count, { one: "# alerta", many: "# de alertas", other: "# alertas" })
  },
  severity: {
    label: "Gravedad",
    all: "Todas las gravedades",
    critical: "Críticas",
    warning: "Advertencias",
    info: "Informativas"
  },
  rule: { label: "Regla", all: "Todas las reglas" },
  arrived: (p) => {
    const news = counts(p.count, { one: "# nueva", other: "# nuevas" })
    return p.critical > 0 ? `${news}, ${counts(p.critical, { one: "# crítica", other: "# críticas" })}` : news
  },
  newest: {
    count: (p) => {
      const status = { open: "abiertas", acknowledged: "confirmadas", resolved: "resueltas" }[p.status]
      return p.total === null
        ? `Las ${p.shown} ${status} más nuevas; hay más.`
        : `Las ${p.shown} más nuevas de ${p.total} ${status}.`
    },
    showMore: "Mostrar más"
  },
  summary: {
    oldestOpen: (p) => parts`la más antigua abierta: ${p.age}`,
    median: (p) => `mediana hasta confirmar, 30 días: ${p.time}`
  },
  age: {
    late: (p) => `nos llegó con ${p.time} de retraso`,
    sample: (p) => `muestra de hace ${p.time}`
  },
  acts: {
    acknowledge: "Confirmar",
    resolve: "Resolver…",
    reopen: "Reabrir…",
    undo: "Deshacer",
    replay: "Reproducir 12 h",
    openPage: "Abrir página",
    answering: "Atender alertas"
  },
  row: {
    whyFired: "Por qué se generó",
    reportedByPerson: "Informada por una persona",
    reminders: (p) =>
      counts(p.count, { one: "# recordatorio", many: "# de recordatorios", other: "# recordatorios" })
  },
  evidence: {
    label: "Evidencia",
    happened: (p) => `${p.time}, hace ${p.age}`,
    whatHappened: "Qué ocurrió",
    whenJudged: (p) => `${p.label}, al evaluarse`,
    from: (p) => parts`Distancia a ${p.area}`,
    inside: (p) => `${p.distance} adentro`,
    outside: (p) => `${p.distance} afuera`,
    sampleAge: "Antigüedad de la muestra",
    cameLate: (p) => `${p.age}, llegó con retraso`,
    device: "Dispositivo"
  },
  dialog: {
    resolve: "Resolver",
    resolveAlert: (p) => `Resolver: ${p.title}`,
    note: "¿Qué fue? (opcional)",
    reopen: "Reabrir",
    reopenAlert: (p) => `Reabrir: ${p.title}`,
    reason: "¿Por qué? Estaba resuelta.",
    cancel: "Cancelar"
  },
  onPhone: {
    fromYou: "Distancia desde usted",
    show: "Mostrar",
    asking: "Buscando",
    lookAtMap: "mire el mapa",
    away: (p) => `${p.distance}, ${p.wind}`,
    winds: { N: "N", NE: "NE", E: "E", SE: "SE", S: "S", SW: "SO", W: "O", NW: "NO" },
    fixAge: (p) => parts`posición de hace ${p.age}`,
    battery: "Batería",
    ago: (p) => parts`hace ${p.age}`
  },
  waitsToBeSent: (p) => `Pendiente de envío: ${p.title}`,
  call: {
    name: (p) => `Llamar a ${p.name}`,
    shortName: (p) => parts`Llamar a ${p.name}`,
    another: "Llamar a otra persona",
    people: "A quién se puede llamar",
    noName: "Sin nombre",
    isHandling: "se ocupa de ella",
    away: (p) => `a ${p.distance}, vista hace ${p.seen}`,
    nearest: (p) =>
      parts`${p.name} es quien está más cerca: a ${p.distance}, última posición hace ${p.seen}.`,
    close: "Cerrar"
  },
  snooze: {
    open: "Silenciar…",
    by: (p) => (p.note === null ? `por ${p.who}` : `por ${p.who}: ${p.note}`),
    until: (p) => `silenciada hasta ${p.time}`,
    end: "Terminar",
    endSnooze: "Terminar el silencio",
    title: (p) => parts`Silenciar ${p.rule} para ${p.subject}`,
    effect: (p) =>
      parts`Hasta entonces la regla no genera alertas sobre ${p.subject}. Sus eventos se guardan, como silenciados.`,
    current: (p) => `Ahora está silenciada hasta ${p.time}.`,
    reason: "¿Por qué? (opcional)",
    ownTime: "O hasta, en la hora del proyecto",
    confirm: "Silenciar",
    cancel: "Cancelar",
    times: {
      hour: "Una hora",
      fourHours: "Cuatro horas",
      tomorrow: "Hasta mañana por la mañana",
      monday: "Hasta el lunes por la mañana",
      week: "Una semana"
    },
    it: "este animal o dispositivo",
    theRule: "la regla",
    done: (p) => `Sin alertas de ${p.rule} sobre ${p.subject} hasta ${p.time}.`,
    ended: (p) => `${p.rule} vuelve a generar alertas sobre ${p.subject}.`,
    takenBack: "Deshecho."
  },
  superseded: "no ocurrió",
  supersededHint: "Corregida: registros que llegaron después indican que no fue así.",
  wasFirst: (p) => {
    const did = { acknowledge: "ya se ocupa", resolve: "la resolvió antes", reopen: "la reabrió antes" }
    return `${p.who ?? "Usted"} ${did[p.step]}${p.isNoteLost ? "; su nota no se guardó" : ""}.`
  }
}
