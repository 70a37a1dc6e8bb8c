// Spanish words of the positions of an animal.
import type { fixes as english } from "../en/fixes.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")
const fixForms = { one: "# posición", many: "# de posiciones", other: "# posiciones" }
const fixCount = (count: number): string => counts(count, fixForms)

/** fixes are the words of the page that corrects the fixes of an animal. */
export const fixes: Like<typeof english> = {
  title: "Corregir posiciones",
  titleOf: (p) => `${p.name}: corregir posiciones`,
  originalStays: "lo que envió el dispositivo se conserva y se muestra al lado",
  span: "Duración",
  fixes: "las posiciones",
  map: (p) => `Posiciones de ${p.name}`,
  none: "No hay posiciones en este período.",
  upToLast: (p) => `Hasta su última posición, ${p.time}`,
  selected: (p) =>
    p.selected === 1
      ? `1 de ${fixCount(p.all)} seleccionada`
      : `${counts(p.selected, { other: "#" })} de ${fixCount(p.all)} seleccionadas`,
  hasOlder: "hay posiciones más antiguas en este período",
  atMost: (p) => counts(p.count, { other: "# como máximo a la vez" }),
  correction: "Corrección",
  modes: { wrong: "Incorrecta", right: "Restaurar", move: "Mover" },
  hint: {
    select: "haga clic o dibuje un recuadro; con Mayús se añaden más",
    place: "haga clic donde estaba"
  },
  moveOne: "Mueva una posición a la vez.",
  done: (p) => {
    const s = p.count === 1 ? "" : "s"
    const changes = [
      ...(p.isRight === null ? [] : [p.isRight ? `restaurada${s}` : `marcada${s} como incorrecta${s}`]),
      ...(p.isMovedInTime ? [`movida${s} en el tiempo`] : []),
      ...(p.isMovedInPlace ? [`movida${s} de lugar`] : [])
    ]
    return `${fixCount(p.count)} ${changes.join(", ")}`
  },
  act: {
    wrong: (p) => `Marcar ${fixCount(p.count)} como ${p.count === 1 ? "incorrecta" : "incorrectas"}`,
    right: (p) => `Restaurar ${fixCount(p.count)}`,
    move: (p) => `Mover ${fixCount(p.count)}`
  },
  correcting: "Corregir posiciones",
  corrected: (p) => `${p.done}. Las reglas se evalúan de nuevo desde ese momento.`,
  undone: (p) => `Deshecho: ${p.done}.`,
  why: "Motivo",
  whyHint: "cómo lo sabe",
  corrections: {
    title: "Correcciones de este dispositivo",
    none: "ninguna",
    count: (p) =>
      p.undone === 0
        ? counts(p.all, { other: "#" })
        : `${counts(p.all, { other: "#" })}, ${counts(p.undone, { one: "# deshecha", other: "# deshechas" })}`,
    undo: "Deshacer",
    undoOne: (p) => `Deshacer: ${p.done}, ${p.reason}`,
    undoing: "Deshacer una corrección",
    undoneOn: (p) => `deshecha el ${p.day}`,
    by: (p) => `${p.who ?? "un miembro sin nombre"}, ${p.time}`
  },
  list: {
    title: "Las posiciones",
    move: "mover",
    select: "seleccionar",
    selected: "Seleccionada",
    time: "Hora",
    speed: "km/h",
    accuracy: "Precisión",
    satellites: "Satélites",
    satellitesShort: "Sat.",
    inside: "Dentro de",
    fix: (p) => `La posición de ${p.time}${p.isWrong ? ", marcada como incorrecta" : ""}`
  },
  place: {
    hint: "Haga clic en el mapa donde estaba, o escriba el lugar.",
    latitude: "Latitud",
    longitude: "Longitud",
    time: (p) => `Cuándo, ${p.zone}`
  },
  limits: {
    atLeast: (p) => `Un número, ${p.least} o más`,
    between: (p) => `Un número, de ${p.least} a ${p.most}`
  },
  outcome: {
    title: "Qué cambiaría",
    period: (p) => `las reglas evaluadas con ella y sin ella, de ${p.from} a ${p.to}`,
    running: "Evaluando las reglas…",
    removed: (p) => counts(p.count, { one: "evento desaparece", other: "eventos desaparecen" }),
    added: (p) => counts(p.count, { one: "evento nuevo", other: "eventos nuevos" }),
    unchanged: (p) => counts(p.count, { one: "sin cambios", other: "sin cambios" }),
    addedSign: "aparece",
    removedSign: "desaparece",
    told: <P>(p: { names: P; more: number }) =>
      p.more === 0
        ? parts<P>`avisados: ${p.names}`
        : parts<P | string>`avisados: ${p.names}${counts(p.more, { other: " y # más" })}`,
    more: (p) => counts(p.count, { other: "y # más" }),
    isCut: "Hay más cambios: la prueba llegó a su límite."
  },
  speed: {
    title: "Velocidad entre posiciones",
    hint: "km/h de una posición a otra, escala de raíz cuadrada; seleccione aquí o en el mapa",
    jumps: <P>(p: { count: number; limit: P }) =>
      parts<
        P | string
      >`${counts(p.count, { one: "# salto", many: "# de saltos", other: "# saltos" })} a más de ${p.limit} km/h`,
    limit: "Más rápido que, km/h",
    select: "Seleccionar",
    chart: (p) => {
      const jumps = counts(p.count, { one: "# salto", many: "# de saltos", other: "# saltos" })
      return `Velocidades entre posiciones, ${jumps} a más de ${p.limit} km/h`
    }
  }
}
