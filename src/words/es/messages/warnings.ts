// Spanish texts of the warnings of an analysis.
import type { warnings as english } from "../../en/messages/warnings.ts"
import { durationIn, fixedIn, percentIn, precisionIn } from "../../measures.ts"
import type { Phrase } from "../../message.ts"
import { capitalized, countsIn, type Like, numbersIn, parts, separated } from "../../tools.ts"

const counts = countsIn("es")
const numberOf = numbersIn("es")
const percent = percentIn("es", (figure) => `menos del ${figure}`)
// «el 12 %», or «menos del 0,1 %», which takes no article
const ofAll = (share: number): string => {
  const figure = percent(share)
  return figure.startsWith("menos") ? figure : `el ${figure}`
}
const fixed = fixedIn("es")
const precise = precisionIn("es")
const duration = durationIn("es", (figure) => `${figure} días`)

const fixes = (count: number) =>
  counts(count, { one: "# posición", many: "# de posiciones", other: "# posiciones" })
const gaps = (count: number) => counts(count, { one: "# hueco", many: "# de huecos", other: "# huecos" })

/** warnings are the texts of the warnings of an analysis. */
export const warnings: Like<typeof english> = {
  inComparison: (p) => parts<Phrase>`Período de comparación: ${p.said}`,
  ofSide: (p) => parts<Phrase>`${p.side}: ${p.said}`,
  sides: {
    herd: "Rebaño",
    otherHerd: "Otro rebaño",
    main: "Período principal",
    comparison: "Período de comparación"
  },
  noFixes: "No hay posiciones en el período.",
  fewFixes: (p) =>
    `Solo ${fixes(p.fixes)}: con menos de ${numberOf(p.needed)} no se calculan áreas de campeo ni ` +
    `agrupaciones.`,
  missingFixes: (p) =>
    `Falta ${ofAll(p.share)} de las posiciones que se esperan con un intervalo mediano de ` +
    `${duration(p.intervalSeconds)}.`,
  gapsInTrack: (p) =>
    `${capitalized(ofAll(p.share))} del tiempo entre la primera y la última posición es silencio: ${gaps(p.gaps)} de ` +
    `más de ${numberOf(p.gapHours)} h.`,
  gapsInPeriod: (p) =>
    `${capitalized(ofAll(p.share))} del período es silencio: ${gaps(p.gaps)} de más de ${numberOf(p.gapHours)} h, ` +
    `y el tiempo antes de la primera posición y después de la última.`,
  irregularSampling: (p) =>
    `Las posiciones llegaron de forma irregular: una décima parte de los intervalos dura más de ` +
    `${duration(p.p90Seconds)}, y la mitad menos de ${duration(p.medianSeconds)}. La media de la velocidad por ` +
    `tramo da entonces más peso a los intervalos cortos; a su lado está la distancia por tiempo.`,
  gapThresholdNearInterval: (p) =>
    `El umbral de hueco de ${numberOf(p.gapHours)} h está cerca de la frecuencia con que transmite el dispositivo ` +
    `(mediana ${duration(p.medianSeconds)}): ${numberOf(p.gaps)} de ` +
    `${counts(p.steps, { one: "# tramo", many: "# de tramos", other: "# tramos" })} son huecos` +
    (p.justAbove === 0 ? "" : `, ${numberOf(p.justAbove)} de ellos por pocos minutos`) +
    `, y en ellos no se cuenta distancia. Pruebe con un umbral de ${numberOf(p.suggestedHours)} h.`,
  tooFast: (p) =>
    `Sin contar ${fixes(p.fixes)} (${percent(p.share)}): para llegar a ellas hacen falta más de ` +
    `${numberOf(p.maxSpeed)} m/s.` +
    (p.mayBeBird === 1
      ? " Las aves en vuelo son más rápidas: indique para ellas un `max_speed_mps` mayor."
      : ""),
  duplicates: (p) =>
    `${fixes(p.fixes)} con la misma hora que otra, sin contar` +
    (p.conflicting === 0
      ? "."
      : `; ${numberOf(p.conflicting)} de ellas en otro lugar. Se conserva la de mejor precisión, si no la de más ` +
        `satélites, si no la primera.`),
  invalidRecords: (p) =>
    `Sin contar ${counts(p.records, { one: "# registro", many: "# de registros", other: "# registros" })} ya ` +
    `marcados como no válidos, o con hora o lugar imposibles.`,
  poorGnss: (p) =>
    `${fixes(p.fixes)} con una precisión peor que ${numberOf(p.accuracyMetres)} m y ${numberOf(p.fewSatellites)} ` +
    `con menos de ${numberOf(p.satellites)} satélites; cuentan en todas las cifras.`,
  cellBelowAccuracy: (p) =>
    `La celda de ${numberOf(p.cellMetres)} m es menor que la precisión de las posiciones (mediana ` +
    `${fixed(p.accuracyMetres, 0)} m): no se distinguen las celdas vecinas.`,
  repeatedLeftOut: (p) =>
    `Sin contar ${fixes(p.fixes)} (${percent(p.share)}) en ` +
    `${p.placeCount === 1 ? "un lugar lejano" : "lugares lejanos"} que el dispositivo repite (${p.places}), como ` +
    `se pidió.`,
  onePosition: (p) => `Las ${numberOf(p.fixes)} posiciones están en un mismo punto exacto (${p.place}).`,
  repeatedPosition: (p) =>
    `${fixes(p.fixes)} (${percent(p.share)}) en un mismo punto exacto (${p.place}), a ${fixed(p.awayKm, 0)} km de ` +
    `las demás: es probable que el dispositivo lo envíe cuando no tiene posición. ` +
    `${p.fixes === 1 ? "Márquela como no válida" : "Márquelas como no válidas"} y repita el análisis.`,
  collarChange: (p) => [
    "El dispositivo cambió dentro del período: ",
    ...separated(p.changes, "; "),
    ...(p.more === 0
      ? []
      : [`; y ${counts(p.more, { one: "# vez", many: "# de veces", other: "# veces" })} más`]),
    "."
  ],
  change: (p) => `el ${p.at} UTC de ${p.from} a ${p.to}`,
  unassignedPeriod: (p) =>
    `Sin dispositivo asignado durante ${duration(p.seconds)} del período (${percent(p.share)}).`,
  singleCluster: (p) =>
    `Una sola agrupación reúne ${ofAll(p.share)} de las posiciones: las agrupaciones distinguen lugares, no ` +
    `horas, y con posiciones frecuentes casi todo es una sola. Una celda menor distingue más lugares.`,
  bandwidthBelowCell: (p) =>
    `El ancho de banda del núcleo, ${fixed(p.bandwidthMetres, 1)} m, es menor que una celda ` +
    `(${fixed(p.cellMetres, 1)} m): las áreas por densidad de núcleo no significan nada. Indique un ancho de ` +
    `banda mayor o un período más corto.`,
  unlikeIntervals: (p) =>
    `Los intervalos medianos difieren en más del doble (de ${fixed(p.shortestSeconds, 0)} s a ` +
    `${fixed(p.longestSeconds, 0)} s). La distancia y la velocidad dependen del intervalo: no ordene estos ` +
    `recorridos por ellas.`,
  fewTracked: (p) =>
    `${numberOf(p.tracked)} de ${numberOf(p.herd)} animales con seguimiento. Las cifras son de ellos; valen para el ` +
    `rebaño solo en la medida en que se mantuvo junto.`,
  weightMissing: (p) =>
    `${numberOf(p.missing)} de ${numberOf(p.animals)} animales no tienen un número utilizable «${p.key}» y ` +
    `cuentan como uno: ${p.names}.`,
  overlap: (p) => [
    "Hay áreas que se superponen, y el tiempo en el terreno común cuenta en cada una, así que las proporciones " +
      "pueden sumar más del 100 %: ",
    ...separated(p.pairs, ", "),
    ...(p.more === 0 ? [] : [` y ${numberOf(p.more)} más`]),
    ". Las proporciones dentro y fuera son de la unión."
  ],
  overlapOf: (p) => `${p.area} y ${p.other} (${precise(p.hectares)} ha)`,
  smallArea: (p) =>
    `${p.area} mide ${fixed(p.widthMetres, 0)} m de ancho, y la precisión de las posiciones es de ` +
    `${fixed(p.accuracyMetres, 0)} m (mediana): muchas posiciones caerán al otro lado de su límite.`,
  seasonMissing: (p) => `El período no tiene ningún día de la temporada ${p.season} (${p.from} a ${p.to}).`,
  seasonCut: (p) =>
    `El período tiene solo una parte de la temporada ${p.season} (${p.from} a ${p.to}): ` +
    `${counts(p.days, { one: "# día", many: "# de días", other: "# días" })}.`
}
