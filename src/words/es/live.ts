// Spanish words of the live map.
import type { live as english } from "../en/live.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")

const heights = { low: "baja", half: "media", full: "completa" }

/** live are the words of the live map. */
export const live: Like<typeof english> = {
  title: "En vivo",
  field: "Campo",
  map: "Mapa",
  drawingAreas: "Dibujar áreas",
  reporting: "Informar de un evento",
  column: {
    emptyOpen: "Nada requiere su atención.",
    recent: "Eventos de las últimas 24 horas",
    recentShort: "Eventos, últimas 24 h"
  },
  sheet: {
    height: (p) => `Altura de la lista: ${heights[p.now]}; pulse para ${heights[p.next]}`
  },
  card: {
    selected: "Selección",
    fixAgo: (p) => parts`posición de hace ${p.age}`,
    close: "Cerrar",
    past: (p) => parts`Los valores son los de ahora: ${p.key} los muestra.`,
    today: "Hoy",
    stillFor: "Sin moverse desde hace",
    speed: "Velocidad",
    battery: "Batería",
    inside: "Dentro de",
    noArea: "ningún área",
    lastDay: (p) => (p.unit === null ? `${p.metric}, 24 h` : `${p.metric}, 24 h (${p.unit})`),
    follow: "Seguir",
    followHint: "Lo mantiene en el centro del mapa (F)",
    openPage: "Abrir página"
  },
  follow: {
    choose: (p) => `Elija ${p.any}; luego F mueve el mapa con su posición.`,
    started: (p) => `El mapa sigue a ${p.name} hasta que usted lo mueva.`,
    stopped: (p) => `El mapa ya no sigue a ${p.name}.`
  },
  controls: {
    inventedLandscape: "Paisaje inventado, funciona sin conexión",
    offlineMap: "Mapa sin conexión",
    report: "Informar",
    areas: "Áreas",
    draw: "Dibujar",
    measure: "Medir",
    measureHint: "Medir longitudes y superficies (S)",
    showEverything: "Mostrar todo",
    zoomIn: "Acercar",
    zoomOut: "Alejar",
    whereYouAre: "Dónde está usted",
    findOnMap: "busque su lugar en el mapa"
  },
  replay: {
    title: "Reproducción",
    play: "Reproducir",
    pause: "Pausar",
    speed: (p) => `${p.minutes} min/s`,
    live: "En vivo",
    loading: "Cargando recorridos",
    onlyChosen: (p) =>
      `Hay demasiadas posiciones para mostrar todos los recorridos: solo se reproduce lo elegido (${p.one}).`,
    simplified: "Hay demasiadas posiciones para mostrarlas todas: los recorridos están simplificados.",
    choose: (p) => `Elija ${p.any} para reproducir solo su recorrido.`
  },
  strip: {
    time: "Hora",
    live: "en vivo",
    night: "noche",
    now: (p) => `ahora ${p.time}`,
    notCounted: "demasiadas posiciones para contarlas"
  },
  toast: {
    age: (p) => (p.others === 0 ? [p.age] : [p.age, `, y ${counts(p.others, { other: "# más" })}`]),
    show: "Mostrar",
    close: "Cerrar"
  },
  bar: {
    notConnected: "Sin conexión",
    connecting: "Conectando",
    replay: "Reproducción",
    live: "En vivo",
    waiting: "En espera",
    noReports: "todavía no ha llegado ningún registro",
    ago: (p) => `hace ${p.age}`,
    asOf: (p) => parts`datos de las ${p.time}${p.quiet(`, hace ${p.age}`)}`,
    reporting: (p) => `${counts(p.onTime, { other: "#" })} de ${counts(p.total, { other: "#" })} transmiten`,
    lastFix: (p) => parts`última posición hace ${p.age}`,
    find: (p) => `Buscar ${p.any}, área o regla`
  },
  firstRun: {
    title: (p) => `Todavía no hay ${p.many} aquí. Elija cómo empezar.`,
    hint: "Las tres cosas se pueden hacer también más tarde.",
    importTracks: "Importar recorridos",
    importHint: "Movebank, CSV o GPX. Cada fila rechazada aparece en una lista, con su motivo.",
    importGuide: "Cómo importar recorridos",
    connect: "Conectar una fuente",
    connectHint:
      "Collares, teléfonos y rastreadores que envían datos por sí mismos. Los dispositivos desconocidos " +
      "esperan hasta que usted les dé nombre.",
    connectNow: "Conectar…",
    connectGuide: "Paso a paso",
    loadDemo: "Cargar la demostración",
    loadingDemo: "Cargando la demostración",
    demoHint: "Una finca inventada: animales que se mueven mientras usted mira, cercas, reglas y alertas.",
    demoByAdmin: "Un administrador del servidor puede cargarla."
  },
  firstSteps: {
    title: "Primeros pasos",
    label: "Los próximos pasos",
    bringIn: (p) => `Incorporar ${p.many}`,
    drawFence: "Dibujar una cerca",
    switchOnRule: "Activar una regla",
    addAutomation: "Elegir a quién se avisa",
    done: "(hecho)",
    putAway: "Quitar los primeros pasos"
  },
  demo: {
    label: "La finca de demostración",
    title: "Esta finca es inventada",
    leaveTo: (p) => parts`Ir a ${p.project}`,
    remove: "Eliminarla…",
    removeTitle: (p) => parts`¿Eliminar ${p.project}?`,
    removeHint:
      "Sus animales, áreas, reglas y alertas son inventados y se eliminan con ella. No se puede deshacer.",
    keep: "Conservarla",
    confirm: "Eliminarla",
    removed: (p) => `Eliminado: ${p.project}`
  }
}
