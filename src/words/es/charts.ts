// Spanish words of the charts.
import type { charts as english } from "../en/charts.ts"
import { countsIn, type Like } from "../tools.ts"

const counts = countsIn("es")

/** charts are the words of the charts. */
export const charts: Like<typeof english> = {
  spark: {
    none: (p) => `${p.metric}: no llegó nada en las últimas 24 horas`,
    last: (p) => `${p.metric}, últimas 24 horas: ${p.value} hace ${p.age}`
  },
  aroundEvent: {
    range: (p) => {
      const range = `${p.name} alrededor del evento: de ${p.low} a ${p.high} ${p.unit}`
      return p.limit === null ? range : `${range}, límite ${p.limit}`
    },
    lanes: "Cuándo se cumplieron las condiciones, y qué se hizo",
    distanceTo: (p) => `Distancia a ${p.name}`,
    hours: "Estas horas",
    showAsTable: "Mostrar como tabla"
  },
  lanes: {
    battery: "Batería",
    condition: "Condición",
    alert: "Alerta",
    active: "activa",
    holdsSince: (p) => `se cumple desde las ${p.time}`,
    open: (p) => `reabierta a las ${p.time} por ${p.who}`,
    acknowledged: (p) => `confirmada a las ${p.time} por ${p.who}`,
    resolved: (p) => `resuelta a las ${p.time} por ${p.who}`
  },
  judged: {
    short: (p) => `se evaluó: ${p.time}`,
    long: (p) =>
      `tiempo evaluado: ${p.time}, ${counts(p.count, {
        one: "# valor",
        many: "# de valores",
        other: "# valores"
      })}`
  }
}
