// Spanish words of the list of analyses.
import type { analyses as english } from "../en/analyses.ts"
import { countsIn, type Like, numbersIn, parts } from "../tools.ts"

const counts = countsIn("es")
const numberOf = numbersIn("es")
const ordinals = ["el siguiente", "segundo", "tercero", "cuarto", "quinto"]
const keptRule = "Un análisis con nombre se conserva; los demás, 30 días."

/** analyses are the words of the list of analyses, and of one that is running, failed or gone. */
export const analyses: Like<typeof english> = {
  title: "Análisis",
  analyses: "los análisis",
  analysis: "el análisis",
  all: "Todos los análisis",
  create: "Nuevo análisis",
  aNew: "Un análisis nuevo",
  unnamed: "sin nombre",
  total: (p) =>
    `${counts(p.total, { many: "# de análisis", other: "# análisis" })}, ` +
    counts(p.kept, { one: "# conservado", other: "# conservados" }),
  shown: (p) => counts(p.count, { one: "# mostrado", other: "# mostrados" }),
  shownOf: (p) =>
    `${counts(p.count, { one: "# mostrado", other: "# mostrados" })} · ` +
    `conservados ${numberOf(p.kept)} de ${numberOf(p.maxKept)}, ` +
    `en cola ${numberOf(p.queued)} de ${numberOf(p.maxQueued)}`,
  noneMatch: "Ningún análisis coincide.",
  none: {
    title: "Aún no hay análisis.",
    hint: "Un análisis muestra qué hicieron los animales o cómo se usó el pasto."
  },
  compare: {
    button: <P>(p: { count: number; key: P }) =>
      parts<P | string>`Comparar ${numberOf(p.count)} de 2 ${p.key}`,
    needsResult: "Solo se puede comparar un análisis con resultado.",
    needsTwo: "Seleccione antes dos análisis, con X."
  },
  filters: {
    label: "Qué análisis",
    find: "Buscar un análisis",
    placeholder: "Nombre, animal",
    status: "Estado",
    kind: "Tipo",
    allKinds: "Todos los tipos",
    author: "De quién",
    anyone: "De cualquiera",
    mine: "Míos",
    views: {
      running: "En curso",
      queued: "En cola",
      failed: "Fallidos",
      kept: "Conservados",
      ending: "Vencen pronto"
    },
    withCount: (p) => `${p.view} ${numberOf(p.count)}`
  },
  keys: {
    move: "mover",
    open: "abrir",
    compare: (p) => parts`${p.pick} seleccionar dos, luego ${p.compare} comparar`,
    keep: "conservar"
  },
  columns: {
    status: "Estado",
    found: "Resultado",
    run: "Análisis",
    period: "Período",
    about: "Sobre",
    fixes: "Posiciones",
    by: "Por",
    started: "Inicio",
    took: "Duración",
    kept: "Conservado"
  },
  progressOf: (p) => `Avance de ${p.name}`,
  warnings: (p) =>
    counts(p.count, { one: "# advertencia", many: "# de advertencias", other: "# advertencias" }),
  status: {
    queued: "en cola",
    running: "en curso",
    stopping: "deteniéndose",
    completed: "terminado",
    failed: "fallido",
    cancelled: "cancelado",
    queuedAt: (p) => `en cola, ${ordinals[p.place - 1] ?? `puesto ${numberOf(p.place)}`}`
  },
  waits: (p) => `espera desde hace ${p.time}`,
  about: (p) => {
    const subjects = counts(p.subjects, { one: `# ${p.one}`, many: `# de ${p.many}`, other: `# ${p.many}` })
    const areas = counts(p.areas, { one: "# área", many: "# de áreas", other: "# áreas" })
    return p.areas === 0 ? subjects : `${subjects}, ${areas}`
  },
  keeping: {
    kept: "conservado",
    endsIn: (p) => `vence en ${p.time}`,
    until: (p) => `hasta el ${p.day}`
  },
  groups: { now: "Ahora, uno a la vez", today: "Hoy", before: "Antes de hoy" },
  acts: {
    cancel: "Cancelar",
    remove: "Eliminar",
    again: "Repetir",
    changeAndRerun: "Cambiar y repetir",
    keep: "Conservar",
    rename: "Cambiar el nombre",
    compare: "Comparar",
    picked: "Seleccionado",
    openTrace: "Abrir la traza",
    without: (p) => parts`Sin ${p.name}`,
    more: (p) => `Más sobre ${p.name}`,
    pick: "Seleccionar para comparar",
    unpick: "No comparar",
    keepNamed: "Conservar con un nombre",
    renameOrExpire: "Cambiar el nombre o dejar que venza",
    rerunNow: "Repetir con los datos actuales",
    rerunChanged: "Repetir con cambios"
  },
  said: {
    failed: (p) => `${p.name}: ${p.why}`,
    cancelled: (p) => `Cancelado: ${p.name}`,
    expires: (p) => `${p.name} vence como los análisis sin nombre`,
    kept: (p) => `Conservado: ${p.name}`,
    queued: (p) => `De nuevo en cola: ${p.name}`,
    removed: (p) => `Eliminado: ${p.name}`,
    restored: (p) => `Restaurado: ${p.name}`
  },
  keep: {
    title: "Conservar este análisis",
    name: "Nombre",
    hint: keptRule,
    hintOf: (p) => {
      const kept = counts(p.kept, { one: "se conserva #", other: "se conservan #" })
      return `${keptRule} En este proyecto ${kept} de ${numberOf(p.max)}; si se supera, se elimina el más antiguo.`
    },
    keep: "Conservar",
    expire: "Dejar que venza",
    close: "Cerrar"
  },
  progress: {
    next: "En espera, es el siguiente",
    behind: (p) => counts(p.count, { other: "En espera, # antes" }),
    workerStopped: "El proceso de análisis se detuvo a medias",
    stopping: "Deteniéndose",
    computing: "Calculando",
    lasting: (p) => parts`desde hace ${p.age}`,
    label: "Avance",
    lost: "Se perdió su avance. Repítalo o cancélelo; si no, fallará al llegar a su tiempo límite."
  },
  ended: {
    failed: "El análisis falló",
    cancelled: "El análisis se canceló",
    nothing: "No se calculó nada. Si lo repite, se leen los datos actuales."
  },
  gone: {
    title: "Este análisis ya no está aquí.",
    expired: (p) => `Venció el ${p.date}: los análisis sin nombre se eliminan después de 30 días.`,
    deleted: "Se eliminó, o usted ya no puede ver todos sus animales.",
    again: "Repetir el mismo análisis"
  },
  worker: {
    minutes: (p) =>
      `El proceso de análisis dio señal en ${numberOf(p.seen)} de los últimos ${numberOf(p.all)} minutos`,
    neverSeen: "el proceso de análisis aún no ha dado señal",
    seen: (p) => `última señal del proceso de análisis: hace ${p.time}`,
    never: "Ningún proceso de análisis ha dado señal todavía.",
    silent: (p) => `El proceso de análisis no da señal desde hace ${p.time}.`,
    effect: "Los análisis continúan cuando vuelva; los mapas, las reglas y las alertas no dependen de él.",
    openHealth: "Abrir el estado del servicio"
  }
}
