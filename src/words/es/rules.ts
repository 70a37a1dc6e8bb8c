// Spanish words of the list of rules and of their templates.
import type { rules as english } from "../en/rules.ts"
import { countsIn, type Like } from "../tools.ts"

const counts = countsIn("es")

/** rules are the words of the list of rules and of their templates. */
export const rules: Like<typeof english> = {
  title: "Reglas",
  theRules: "las reglas",
  newRule: "Regla nueva",
  noneMatch: "Ninguna regla coincide.",
  empty: {
    title: "Aún no hay reglas.",
    hint: "Una regla dice qué vigilar. Elija una abajo, vea qué habría hecho y actívela.",
    archived: "Ver las reglas archivadas"
  },
  tabs: { label: "Reglas y automatizaciones", rules: "Reglas", automations: "Automatizaciones" },
  denied: {
    make: "Crear una regla",
    change: "Cambiar reglas",
    trace: "Ver la traza",
    permission: (p) => `Requiere el permiso ${p.permission}`
  },
  counts: {
    on: (p) => counts(p.count, { one: "# activada", many: "# de reglas activadas", other: "# activadas" }),
    failed: (p) => counts(p.count, { one: "# con error", other: "# con errores" }),
    snoozes: (p) => counts(p.count, { one: "# silenciada", other: "# silenciadas" })
  },
  columns: {
    on: "Activada",
    rule: "Regla, como frase",
    covers: "Vigila",
    lastFired: "Última vez",
    state: "Estado"
  },
  filter: {
    find: "Buscar una regla, una métrica, una cerca",
    placeholder: "Regla, métrica, cerca",
    covering: "Qué reglas vigilan a",
    any: (p) => `cualquier ${p.entity}`,
    unknown: "desconocido",
    remove: "Quitar el filtro"
  },
  views: {
    all: "Todas",
    on: "Activadas",
    off: "Desactivadas",
    failing: "Con error",
    active: "En curso",
    archived: "Archivadas"
  },
  switched: {
    on: (p) => `Activada: ${p.name}`,
    off: (p) => `Desactivada: ${p.name}`
  },
  row: {
    newerDraft: (p) => `v${p.version} es un borrador`,
    covered: "bajo vigilancia",
    inSevenDays: "en siete días",
    neverFired: "nunca se disparó",
    failed: "con error",
    active: (p) => counts(p.count, { other: "# en curso" }),
    noAlerts: "sin alertas",
    off: "desactivada",
    archived: "archivada",
    snoozed: (p) => `${p.name} hasta ${p.until}`,
    snoozes: (p) => {
      if (p.first === null) return counts(p.count, { other: "silenciada: #" })
      const what = p.count === 1 ? p.first.name : counts(p.count, { other: "#" })
      return `silenciada: ${what}, hasta ${p.first.until}`
    },
    loadingTrace: "Cargando la traza",
    openTrace: "Abrir la traza",
    closeTrace: "Cerrar la traza"
  },
  spark: {
    alerts: (p) => `Alertas de siete días, ${p.days}`,
    events: (p) => `Eventos de siete días, ${p.days}`
  },
  templates: {
    title: "Empezar con una plantilla",
    testing: "cada una se prueba con sus últimos 7 días; no se crea nada",
    tested: "cada una se probó con sus últimos 7 días y sus propios valores; no se creó nada",
    blank: "Regla en blanco",
    pasteJson: "Pegar JSON",
    use: "Usar",
    result: (p) => {
      if (p.count === 0)
        return p.isCut ? "demasiados datos para probarla con todos" : "nada en los últimos 7 días"
      const forms = {
        alerts: { one: "# alerta", many: "# de alertas", other: "# alertas" },
        events: { one: "# evento", many: "# de eventos", other: "# eventos" }
      }
      return `${p.isCut ? "al menos " : ""}${counts(p.count, forms[p.kind])} en los últimos 7 días`
    }
  }
}
