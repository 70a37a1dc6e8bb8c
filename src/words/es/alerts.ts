// Spanish words of the alert inbox.
import type { alerts as english } from "../en/alerts.ts"
import { countsIn, type Like } from "../tools.ts"

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
      title: "Nadie está atendiendo ninguna alerta.",
      hint: "Una alerta confirmada queda aquí hasta que se resuelve."
    },
    resolved: {
      title: "Aún no hay alertas resueltas.",
      hint: "Aquí se guarda cada una, con lo que se hizo."
    }
  },
  noRuleOn: "No hay ninguna regla activa: no se vigila ningún animal.",
  watched: (p) => {
    const forms = { one: "# regla vigila", many: "# de reglas vigilan", other: "# reglas vigilan" }
    return `${counts(p.rules, forms)} ${p.animals}.`
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
  superseded: "no ocurrió",
  supersededHint: "Corregida: registros que llegaron después indican que no fue así.",
  wasFirst: (p) => {
    const did = { acknowledge: "ya se ocupa", resolve: "la resolvió antes", reopen: "la reabrió antes" }
    return `${p.who ?? "Usted"} ${did[p.step]}${p.isNoteLost ? "; su nota no se guardó" : ""}.`
  }
}
