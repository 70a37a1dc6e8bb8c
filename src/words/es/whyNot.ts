// Spanish words of the page "Why no alert?".
import type { whyNot as english } from "../en/whyNot.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")

/** whyNot are the words of the page "Why no alert?". */
export const whyNot: Like<typeof english> = {
  animal: "Animal",
  dayBefore: "24 h antes",
  theAnswers: "lo que dicen las reglas",
  moment: {
    label: "Momento",
    zone: (p) => `Hora del proyecto, ${p.zone}`,
    earlier: "Un minuto antes",
    later: "Un minuto después",
    now: "Ahora"
  },
  asked: <P>(p: { time: P; age: string | null; newest: number | null }) => {
    const fix =
      p.age === null
        ? "No se conocía ninguna posición en ese momento."
        : `La posición de ese momento tenía ${p.age} de antigüedad.`
    const forms = {
      one: " Solo se consultó la regla más nueva.",
      other: " Solo se consultaron las # reglas más nuevas."
    }
    const cut = p.newest === null ? "" : counts(p.newest, forms)
    return parts<P | string>`${p.time}, hora del proyecto. ${fix + cut}`
  },
  openAlerts: {
    title: "Alertas abiertas",
    note: "cada una con lo que la decidió",
    all: (p) => counts(p.count, { other: "Las # alertas abiertas" })
  },
  noRules: {
    title: "Aún no hay reglas.",
    hint: "Aquí aparece cada regla activada, se dispare o no."
  },
  groups: {
    fired: { name: "Disparada", note: "creó un evento" },
    near: { name: "Más cerca de una alerta", note: "una condición no se cumplió" },
    waiting: { name: "En espera", note: "de que pase el tiempo" },
    not_asked: { name: "No consultada", note: "no llegaron datos para estas reglas" },
    not_in_scope: { name: "No lo vigila", note: "otro ámbito, o no vigente" }
  },
  keys: { rules: "regla por regla", values: "qué leyó", minute: "minuto" },
  lanes: {
    title: "El día anterior",
    label: "Cuándo se cumplieron las condiciones",
    shown: (p) => {
      const all = counts(p.all, { one: "# regla", many: "# de reglas", other: "# reglas" })
      return `${counts(p.shown, { other: "#" })} de ${all}`
    },
    isTrue: "se cumple",
    isFalse: "no se cumple",
    noData: "sin datos"
  },
  rule: {
    fired: "Se disparó.",
    unmet: (p) => `${p.figure}: ${p.value}, debe ser ${p.limit}`,
    wait: "Cuánto de la espera ha pasado",
    willFire: (p) => `si nada cambia, se dispara en ${p.span} (${p.time})`,
    withLimit: <P>(p: { limit: P; time: string | null }) =>
      p.time === null
        ? parts<P>`Con un límite de ${p.limit} tampoco se habría disparado el día anterior.`
        : parts<P | string>`Con un límite de ${p.limit} se habría disparado el ${p.time}.`,
    tryOnBench: (p) =>
      p.limit === null ? "Probarla en el banco de pruebas" : `Probar ${p.limit} en el banco de pruebas`
  }
}
