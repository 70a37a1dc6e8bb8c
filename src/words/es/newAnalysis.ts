// Spanish words of the form of a new analysis.
import type { newAnalysis as english } from "../en/newAnalysis.ts"
import { countsIn, type Like, numbersIn, parts } from "../tools.ts"

const counts = countsIn("es")
const numberOf = numbersIn("es")
const areaCount = (count: number): string =>
  counts(count, { one: "# área", many: "# de áreas", other: "# áreas" })
const dayCount = (count: number): string =>
  counts(count, { one: "# día", many: "# de días", other: "# días" })

const chosenOf = ({
  count,
  limit
}: {
  readonly count: number | null
  readonly limit: number | null
}): string =>
  [
    ...(count === null ? [] : [numberOf(count)]),
    ...(limit === null ? [] : [`un máximo de ${numberOf(limit)}`])
  ].join(" de ")

/** newAnalysis are the words of the form of a new analysis. */
export const newAnalysis: Like<typeof english> = {
  title: "Nuevo análisis",
  aNew: "Un análisis nuevo",
  analyses: "Análisis",
  kinds: "los tipos de análisis",
  source: "el análisis de partida",
  beginEmpty: "Empezar con un formulario vacío",
  copiedFrom: (p) => parts`copiado de ${p.name}`,
  limitsExceeded: (p) => counts(p.count, { one: "se supera # límite", other: "se superan # límites" }),
  copyCurl: "Copiar como curl",
  curlCopied: "La solicitud está en el portapapeles, con $PUGMARK_TOKEN en lugar del token.",
  start: "Iniciar análisis",
  form: "Qué, sobre quién y cómo",
  what: "Qué",
  kind: "Tipo de análisis",
  missing: {
    subjects: "Elija sobre quién es.",
    areas: "Elija al menos un área.",
    days: "Elija el primer y el último día."
  },
  name: {
    title: "Nombre",
    hint: "un análisis con nombre se conserva; los demás, 30 días",
    label: "Nombre del análisis"
  },
  queue: {
    full: (p) =>
      counts(p.count, {
        one: "# análisis espera en este proyecto: la cola está llena.",
        other: "# análisis esperan en este proyecto: la cola está llena."
      }),
    effect: "No se acepta otro hasta que empiece uno de ellos."
  },
  options: {
    title: "Opciones",
    hint: "las opciones cambiadas se marcan",
    isDefault: "predeterminado",
    defaultOf: (p) => `predeterminado: ${p.value}`,
    auto: "auto",
    all: "todo",
    none: "ninguno",
    automatic: "automático",
    share: (p) => `${numberOf(p.count)} de ${numberOf(p.of)}`,
    haveIt: (p) => `${numberOf(p.count)} de ${numberOf(p.of)} lo ${p.count === 1 ? "tiene" : "tienen"}`
  },
  subjects: {
    title: "Sobre quién",
    chosen: chosenOf,
    by: "Elegir por",
    byKind: { animals: "Nombre", group: "Grupo", type: "Tipo" },
    group: "Grupo",
    chooseGroup: "Elija un grupo",
    withGroups: (p) => `con ${p.names}`,
    type: "Tipo",
    chooseType: "Elija un tipo"
  },
  areas: {
    title: "En qué áreas",
    chosen: (p) => `${chosenOf(p)}, por nombre o en el mapa`,
    addAll: (p) => counts(p.count, { one: "Añadir #", other: "Añadir las #" }),
    noun: { one: "área", many: "áreas" }
  },
  picker: {
    unknown: "desconocido",
    takeOut: (p) => `Quitar ${p.name}`,
    more: (p) => counts(p.count, { other: "y # más" }),
    clear: "Quitar todo",
    find: (p) => `Buscar ${p.one}`,
    placeholder: (p) => `Añadir ${p.many} por nombre`,
    found: (p) => `Resultados: ${p.many}`,
    none: () => "No hay nada con ese nombre.",
    addAll: (p) => counts(p.count, { other: "Añadir todo: #" })
  },
  map: {
    label: "Mapa para elegir",
    animals: "Haga clic en un animal para añadirlo o quitarlo.",
    animalsAndAreas: "Haga clic en un animal o en un área para añadir o quitar."
  },
  when: {
    title: "Cuándo",
    period: "Período",
    days: (p) => dayCount(p.days),
    dates: "Fechas…",
    last: (p) => parts`Última temporada: ${p.season}`,
    firstDay: { period: "Período, primer día", comparison: "Comparado con, primer día" },
    to: "a",
    lastDay: { period: "Período, último día", comparison: "Comparado con, último día" },
    comparedWith: "comparado con",
    comparison: "Comparado con",
    comparisons: {
      none: "nada",
      previous: "el período anterior",
      span: "otros días",
      seasons: "temporadas",
      herd: "otro rebaño"
    },
    otherHerd: "El otro rebaño",
    inHerd: (p) => counts(p.count, { other: "# en él" })
  },
  weeks: {
    title: "Posiciones por semana",
    first: "Primer día",
    last: "Último día",
    summary: (p) => {
      const most = p.most === 0 ? "ninguna en estas semanas" : `${numberOf(p.most)} como máximo`
      const of =
        p.counted < p.subjects ? `, de los primeros ${numberOf(p.counted)} de ${numberOf(p.subjects)}` : ""
      return `${most}${of}${p.isCut ? ", las semanas más llenas están recortadas" : ""}`
    }
  },
  estimate: {
    title: "Estimación",
    counting: "contando",
    asYouType: "mientras escribe",
    tooMany: "Son demasiados para contarlos aquí. El servidor los cuenta al iniciar el análisis.",
    fixes: "posiciones",
    of: (p) =>
      `de ${counts(p.subjects, { one: "# animal", many: "# de animales", other: "# animales" })} ` +
      `en ${dayCount(p.days)}${p.areas === null ? "" : ` y ${areaCount(p.areas)}`}`,
    bounds: {
      subjects: "Animales",
      days: "Días",
      comparison_days: "Días de comparación",
      areas: "Áreas",
      fixes: "Posiciones del análisis",
      fixes_per_subject: "Posiciones de un animal"
    },
    bySubject: "Por animal",
    fixesOf: (p) => `Posiciones de ${p.name}`,
    more: (p) => counts(p.count, { other: "y # más" }),
    withinLimits: "Dentro de todos los límites",
    retry: (p) => `${p.why} Inténtelo de nuevo en ${numberOf(p.seconds)} s.`
  },
  remedies: {
    takeOut: (p) => `Quitar ${p.name}`,
    keepFirst: (p) => counts(p.count, { one: "Dejar solo el primero", other: "Dejar los # primeros" }),
    keepFirstAreas: (p) =>
      counts(p.count, { one: "Dejar solo la primera área", other: "Dejar las # primeras áreas" }),
    lastDays: (p) => counts(p.days, { one: "Solo el último día", other: "Solo los últimos # días" }),
    compareWithNothing: "No comparar con nada",
    leaveAreasOut: (p) => counts(p.count, { one: "Dejar fuera esa área", other: "Dejar fuera las # áreas" })
  }
}
