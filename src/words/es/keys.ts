// Spanish words of the list of keyboard shortcuts.
import type { keys as english } from "../en/keys.ts"
import { type Like, parts } from "../tools.ts"

/** keys are the words of the list of keyboard shortcuts. */
export const keys: Like<typeof english> = {
  places: {
    everywhere: "En todas partes",
    goTo: "Ir a",
    lists: "Listas y alertas",
    map: "Mapa",
    time: "Tiempo",
    operate: "Reglas y Operación"
  },
  does: {
    find: "buscar un animal, un área, una página",
    actions: "solo acciones",
    mapAt: "el mapa en un momento dado",
    undo: "deshacer lo último que se hizo",
    copyLink: "copiar el enlace a esta vista",
    copyPage: "copiar esta página como curl",
    list: "esta lista",
    live: "En vivo",
    alerts: "Alertas",
    rules: "Reglas",
    analyses: "Análisis",
    animals: "Animales",
    operatePage: "Operación",
    move: "siguiente, anterior; también en la página de una alerta",
    open: "abrir",
    acknowledge: "confirmar",
    resolve: "resolver, con una nota; reabrir",
    alertTrace: "la traza de una alerta",
    onMap: "un animal o una alerta en el mapa",
    whyNot: "¿por qué no hay alerta? ahora, o cuando llegó una alerta",
    correct: "corregir las posiciones de un animal, en su página",
    pick: "seleccionar un dispositivo nuevo, una posición",
    pickAnalysis: "seleccionar un análisis; dos se comparan",
    compare: "comparar los dos análisis seleccionados",
    pin: "conservar un análisis con un nombre",
    newAlerts: "mostrar las alertas nuevas que esperan encima de una lista",
    draw: "dibujar una cerca, un área, un sitio, una ruta",
    areas: "todas las áreas en una lista",
    changeArea: "cambiar el área elegida; en su página, su forma",
    report: "informar de lo ocurrido",
    follow: "seguir al animal elegido",
    measure: "medir una longitud o una superficie",
    showAll: "mostrar todo",
    zoom: "acercar, alejar",
    mapList: "el mapa en forma de lista",
    tenMinutes: "diez minutos en el mapa; con Mayús, una hora",
    minute: "un minuto en ¿Por qué no hay alerta?; con Mayús, una hora",
    backtest: "por el pasado en que se prueba una regla",
    events: "el evento anterior, siguiente",
    play: "reproducir, pausar, mientras el mapa muestra el pasado",
    backToLive: "volver a En vivo, al presente",
    create: "una regla nueva, desde la lista; una automatización, una fuente o un análisis nuevos",
    duplicate: "duplicar una regla de la lista",
    archive: "archivar una regla de la lista; restaurarla",
    save: "guardar un borrador, una automatización",
    enable: "activar la regla",
    trace: "la traza de un registro recibido",
    test: "una prueba de una automatización",
    traces: "la traza anterior, siguiente"
  },
  singleLetters: (p) =>
    parts`Las letras sueltas no actúan mientras usted escribe, y se pueden desactivar para siempre en ${p.account}`
}
