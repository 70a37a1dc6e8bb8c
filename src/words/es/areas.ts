// Spanish words of the editor of areas.
import type { areas as english } from "../en/areas.ts"
import { countsIn, type Like, listsIn, parts } from "../tools.ts"

const counts = countsIn("es")
const and = listsIn("es", "conjunction")

const CORNER_INSTRUCTIONS =
  "Haga clic en las esquinas, una tras otra; la primera de nuevo, o Intro, cierra la forma."
const WRITTEN_CORNERS_DESCRIPTION = "Esquinas, longitud y latitud, una por línea"

/** areas are the words of the editor of areas, and of reports from the field. */
export const areas: Like<typeof english> = {
  types: { geofence: "Cerca", zone: "Área", site: "Sitio", route: "Ruta" },
  kinds: {
    fence: { word: "Cerca", hint: CORNER_INSTRUCTIONS, written: WRITTEN_CORNERS_DESCRIPTION },
    area: { word: "Área", hint: CORNER_INSTRUCTIONS, written: WRITTEN_CORNERS_DESCRIPTION },
    site: { word: "Sitio", hint: "Haga clic en su lugar.", written: "Lugar, longitud y latitud" },
    route: {
      word: "Ruta",
      hint: "Haga clic a lo largo del camino; el último lugar de nuevo, o Intro, la termina.",
      written: "Lugares del camino, longitud y latitud, uno por línea"
    },
    circle: {
      word: "Círculo",
      hint: "Haga clic en el centro y después en el borde.",
      written: "Centro, longitud y latitud"
    }
  },
  cancel: "Cancelar",
  close: "Cerrar",
  save: "Guardar",
  saving: "Guardando",
  where: "¿Dónde?",
  takenBack: (p) => `Deshecho: ${p.name}`,
  list: {
    title: "Áreas",
    draw: "Dibujar",
    importFile: "Importar un archivo",
    changing: "Cambiar áreas",
    find: "Buscar un área",
    none: "Aún no hay cercas ni áreas.",
    noneFound: (p) => `No se encontró nada con «${p.text}».`,
    mayBeMore: "Puede haber más: estas son las más nuevas.",
    removed: "eliminada",
    undo: "Deshacer",
    open: "Abrir"
  },
  panel: {
    title: "Área",
    loading: "el área",
    radiusAround: "Radio alrededor",
    remove: "Eliminar",
    changing: "Cambiar esta área",
    analyse: "¿Cómo se usó?",
    show: "Mostrar",
    change: "Cambiar"
  },
  removed: (p) => `Se eliminó: ${p.name}`,
  notRemoved: (p) => `${p.name} sigue ahí: ${p.reason}`,
  editor: {
    draw: "Dibujar",
    change: (p) => `Cambiar ${p.name}`,
    whatToDraw: "Qué dibujar",
    severalShapes:
      "Esta área reúne varias formas. Su contorno no se puede dibujar aquí: envíe otro por la API, o importe un " +
      "archivo. El nombre, el tipo y las propiedades sí se pueden cambiar.",
    loading: "Cargando la herramienta de dibujo",
    back: "Quitar el último punto",
    done: "Listo",
    dragCorners:
      "Arrastre una esquina para moverla, o un punto entre dos para añadir otra. Para quitar una, haga clic derecho " +
      "en ella o manténgala pulsada.",
    write: "O escríbala",
    coordinates: "Coordenadas",
    radiusAround: "Radio alrededor, metros",
    name: "Nombre",
    type: "Tipo"
  },
  measure: {
    title: "Medir",
    hint: "Haga clic en puntos del mapa. Las flechas mueven el mapa e Intro pone un punto en el centro.",
    closeHint: "Haga clic otra vez en el primer punto para cerrar la forma y ver su superficie.",
    points: "Puntos",
    length: "Longitud",
    area: "Superficie",
    around: "Perímetro",
    addMiddle: "Punto en el centro",
    reopen: "Abrir la forma",
    close: "Cerrar la forma",
    clear: "Empezar de nuevo"
  },
  properties: {
    title: "Propiedades",
    one: "Propiedad",
    value: (p) => `Valor de ${p.key === "" ? "la propiedad" : p.key}`,
    remove: (p) => `Quitar ${p.key === "" ? "la propiedad" : p.key}`,
    add: "Añadir"
  },
  overtaken: {
    otherMember: "Otro miembro",
    saved: (p) =>
      p.at === null
        ? parts`${p.who} guardó cambios mientras tanto.`
        : parts<(typeof p)["who"] | string>`${p.who} guardó cambios a las ${p.at}.`,
    differs: (p) => `Es distinto de lo suyo: ${and(p.what)}.`,
    differences: {
      name: (p) => `el nombre es «${p.name}»`,
      type: "el tipo",
      shape: "la forma",
      properties: "las propiedades"
    },
    takeTheirs: "Usar esa versión",
    saveMine: "Guardar la mía encima"
  },
  text: {
    notPosition: (p) =>
      `La línea ${p.line} no es una posición: escriba longitud, latitud, por ejemplo 14.05, 51.05.`,
    centreNotPosition: "El centro no es una posición: escriba longitud, latitud, por ejemplo 14.05, 51.05.",
    radiusNotNumber: "El radio debe ser un número de metros.",
    radius: "Radio, metros",
    keepRings: (p) => {
      const forms = { one: "# anillo", many: "# de anillos", other: "# anillos" }
      return `Esta forma tiene ${counts(p.count, forms)}: consérvelos, con líneas vacías entre ellos.`
    }
  },
  report: {
    title: "Informe",
    clickPlace: "Haga clic en el lugar en el mapa",
    placeIsKnown: "El lugar está en el mapa",
    whereIAm: "Donde estoy",
    locating: "Localizando",
    whatHappened: "Qué ocurrió",
    inFewWords: "En pocas palabras",
    about: (p) => `${p.incident}: ${p.name}`,
    severity: "Gravedad",
    severities: { info: "Informativa", warning: "Advertencia", critical: "Crítica" },
    makeAlert: "Crear una alerta",
    subject: (p) => `${p.one}, si corresponde`,
    note: "Nota",
    written: "Escribir hora y lugar",
    when: (p) => `Cuándo, ${p.zone}; vacío significa ahora`,
    place: "Lugar, longitud y latitud",
    send: "Informar",
    sending: "Enviando",
    sent: (p) => `Se informó: ${p.title}`
  },
  incidents: {
    SIGHTING: "Avistamiento",
    INJURY: "Herida",
    DEATH: "Muerte",
    PREDATOR: "Depredador",
    FENCE_BROKEN: "Cerca rota",
    GATE_OPEN: "Portón abierto",
    INTRUSION: "Intrusión",
    OBSERVATION: "Otra cosa"
  }
}
