// Spanish words of the page of metrics.
import type { metrics as english } from "../en/metrics.ts"
import type { Like } from "../tools.ts"

/** metrics are the words of the page of metrics. */
export const metrics: Like<typeof english> = {
  title: "Métricas",
  which: "Qué métricas",
  views: { open: "Sin definir", defined: "Definidas" },
  waiting: "las métricas",
  empty: {
    open: "Todas las métricas están definidas.",
    all: "No hay métricas.",
    hint: "Un valor con un nombre nuevo aparece aquí en cuanto un dispositivo lo envía."
  },
  fields: { label: "Se muestra como", unit: "Unidad", category: "Categoría" },
  newMetric: "Métrica nueva",
  newTitle: "Métrica nueva para todos los proyectos",
  key: "Nombre que envían los dispositivos",
  valueType: "Sus valores son",
  valueTypes: { number: "un número", boolean: "sí o no", text: "un texto" },
  define: "Definir",
  defineOne: (p) => `Definir ${p.key}`,
  change: "Cambiar",
  changeOne: (p) => `Cambiar ${p.key}`,
  removeOne: (p) => `Quitar ${p.key}`,
  cancel: "Cancelar",
  definedForAll: (p) => `${p.key} queda definida para todos los proyectos.`,
  saved: (p) => (p.label === null ? `${p.key} queda definida.` : `${p.key} es ${p.label}.`),
  removed: (p) =>
    p.isListedAgain
      ? `Se quitó ${p.key}. Un valor nuevo con ese nombre la pone otra vez en la lista.`
      : `Se quitó ${p.key}.`,
  notDefined: "sin definir",
  about: (p) =>
    [
      p.type,
      p.unit ?? "sin unidad",
      p.category ?? "sin categoría",
      ...(p.isForAll ? ["igual en todos los proyectos"] : [])
    ].join(", ")
}
