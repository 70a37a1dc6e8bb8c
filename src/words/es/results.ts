// Spanish words of the result of an analysis.
import type { results as english } from "../en/results.ts"
import { countsIn, type Like, listsIn, parts } from "../tools.ts"

const counts = countsIn("es")
const and = listsIn("es", "conjunction")

/** results are the words of the result of an analysis, and of the comparison of two. */
export const results: Like<typeof english> = {
  analyses: "Análisis",
  gone: "Este análisis ya no tiene resultado.",
  period: { label: "Período", main: "Período principal", comparison: "Comparación" },
  method: {
    period: <P>(p: { from: P; to: P; zone: string }) => parts<P | string>`${p.from} a ${p.to}, ${p.zone}`,
    comparedWith: (p) => parts`comparado con ${p.from} a ${p.to}`,
    fixes: (p) => counts(p.count, { one: "# posición", many: "# de posiciones", other: "# posiciones" }),
    read: (p) => parts`${p.fixes} en los datos, ${p.excluded} sin usar`,
    input: (p) => parts`datos ${p.hash}`,
    by: (p) => `por ${p.who}`,
    finished: (p) => `terminado el ${p.time}`,
    finishedAfter: (p) => `terminado el ${p.time} después de ${p.took}`,
    toggle: (p) =>
      counts(p.decisions, {
        one: "Método y # decisión",
        many: "Método y # de decisiones",
        other: "Método y # decisiones"
      }),
    title: "Método",
    copy: "Copiar",
    copied: "El párrafo del método está en el portapapeles.",
    options: "Opciones",
    decisions: "Decisiones"
  },
  warnings: {
    warnings: (p) =>
      counts(p.count, { one: "# advertencia", many: "# de advertencias", other: "# advertencias" }),
    notices: (p) => counts(p.count, { one: "# aviso", many: "# de avisos", other: "# avisos" }),
    fewer: "Menos",
    more: (p) => counts(p.count, { other: "# más" })
  },
  acts: {
    copyMethod: "Copiar el párrafo del método",
    comparePeriods: "Comparar los dos períodos",
    download: "Descargar:"
  },
  downloads: {
    report: "Informe",
    figuresCsv: "Valores, CSV",
    figuresExcel: "Valores, Excel",
    comparisonCsv: "Comparación, CSV",
    areasCsv: "Áreas, CSV",
    dailyCsv: "Por día, CSV",
    shapes: "Formas, GeoJSON",
    allExcel: "Todo, Excel",
    allJson: "Todo, JSON"
  },
  map: {
    canvas: (p) => `Mapa: ${p.title}`,
    error: "No se pudieron leer las formas.",
    loading: "Cargando las formas",
    isCut: (p) =>
      counts(p.count, {
        one: "solo la primera forma de cada tipo",
        other: "las primeras # formas de cada tipo"
      }),
    colourBy: "Colorear las áreas por",
    legend: "Leyenda",
    hotspots: "celdas que reúnen la mitad del tiempo de un área",
    close: "Cerrar"
  },
  measures: {
    use: "Uso",
    metabolic: "Metabólico",
    weighted: "Ponderado",
    pressure: "Presión",
    rest: "Descanso"
  },
  shapes: {
    mcp: "Polígono convexo",
    kde95: "Núcleo 95 %",
    kde50: "Núcleo 50 %",
    areas: "Áreas",
    hotspots: "Puntos calientes",
    clusters: "Agrupaciones",
    tracks: "Recorridos"
  },
  table: {
    columns: "Columnas",
    shown: (p) =>
      `${counts(p.shown, { other: "#" })} de ` +
      counts(p.all, { one: "# valor", many: "# de valores", other: "# valores" }),
    copy: "Copiar",
    copied: "La tabla completa está en el portapapeles."
  },
  chart: {
    none: "Sin datos.",
    asTable: (p) => `${p.title}, como tabla`,
    chart: "Gráfico",
    table: "Tabla"
  },
  movement: {
    ranges: "Áreas de campeo",
    bySubject: (p) => `Por ${p.one}`,
    noFixes: "No hay posiciones en este período.",
    fewFixes: (p) =>
      counts(p.least, {
        other: "Menos de # posiciones: no se calculan áreas de campeo ni agrupaciones."
      }),
    bothPeriods: "Los dos períodos",
    metric: "Métrica"
  },
  grazing: {
    map: "Uso por área: presencia, no alimentación",
    tables: {
      area_animals: "Áreas por animal",
      animals: "Animales del rebaño",
      rest_periods: "Períodos de descanso, primero los más largos",
      stocking: "Carga ganadera",
      overlaps: "Áreas que se superponen"
    }
  },
  compare: {
    title: "Comparar",
    runs: "los análisis",
    periodsOf: (p) => `${p.name}: los dos períodos`,
    names: (p) => and(p.names),
    refused: "No se pueden comparar.",
    changeAndRerun: (p) => `Cambiar y repetir ${p.name}`,
    noResult: "Uno de estos análisis aún no tiene resultado.",
    alike: {
      title: "Calculados de la misma manera",
      hint: "el mismo método, las mismas opciones y datos de la misma calidad"
    },
    unlike: {
      title: "Calculados de otra manera",
      hint: "los valores afectados se marcan con *"
    },
    unlikeBy: (p) => `(calculado de otra manera: ${p.why.join(", ")})`,
    onlyFirst: (p) => `Solo en el primero: ${p.names.join(", ")}.`,
    onlySecond: (p) => `Solo en el segundo: ${p.names.join(", ")}.`,
    difference: "Diferencia",
    change: "Cambio",
    metric: "Métrica",
    subject: "Animal",
    chooseMetric: "elija una fila para ver su métrica",
    chooseSubject: "elija una fila para ver su animal",
    figuresOf: (p) => `Valores de ${p.name}`,
    bySubject: (p) => `${p.metric} por animal`
  }
}
