// Spanish words of the command palette.
import type { palette as english } from "../en/palette.ts"
import type { Like } from "../tools.ts"

/** palette are the words of the command palette. */
export const palette: Like<typeof english> = {
  find: (p) => `Buscar ${p.entity}, área o regla`,
  found: "Resultados",
  best: "Mejor resultado",
  alsoWith: (p) => `También con «${p.letters}»`,
  empty: {
    time: "Una hora como 14:30, o 2026-05-14 14:30.",
    action: (p) => `No hay acciones para «${p.letters}».`,
    searching: "Buscando",
    nothing: (p) => `No hay resultados para «${p.letters}».`
  },
  keys: {
    move: "mover",
    open: "abrir",
    deeds: "qué se puede hacer",
    actions: "solo acciones",
    time: "una hora",
    all: "todas las teclas, al cerrar esto"
  },
  groups: {
    goTo: "Ir a",
    act: "Acciones",
    actOn: (p) => `Acciones con ${p.name}`,
    time: "Ir a una hora"
  },
  onMap: "en el mapa",
  deeds: {
    acknowledge: "Confirmar",
    acknowledgeWhich: (p) => `${p.title}, ${p.ago}`,
    snooze: "Silenciar…",
    replay: "Reproducir sus últimas 12 h",
    follow: "Seguir en el mapa",
    navigate: "Navegar hasta allí",
    copyPlace: "Copiar su lugar",
    correct: "Corregir sus posiciones",
    open: "Abrir su página"
  },
  kinds: {
    device: "dispositivo",
    rule: "regla",
    feature: "área",
    run: "análisis",
    event: "evento"
  },
  pages: {
    live: "Mapa en vivo",
    automations: "Automatizaciones",
    newAnalysis: "Nuevo análisis",
    attention: "Requiere atención",
    health: "Estado del servicio",
    traffic: "Tráfico",
    traces: "Trazas",
    sources: "Fuentes de datos",
    devices: "Dispositivos",
    identities: "Dispositivos nuevos",
    metrics: "Métricas",
    settings: "Ajustes del proyecto"
  },
  tools: {
    report: "Informar de lo ocurrido",
    areas: "Todas las áreas",
    draw: "Dibujar una cerca u otra área",
    importAreas: "Importar áreas",
    measure: "Medir una longitud o una superficie",
    copyLink: "Copiar el enlace a esta vista",
    copyPage: "Copiar esta página como curl",
    copyPageHint: "sus solicitudes, como comandos"
  },
  pane: {
    lastFix: "Última posición",
    never: "nunca",
    inside: "Dentro de",
    outside: "Fuera de",
    everyArea: "todas las áreas",
    speed: "Velocidad",
    still: (p) => `sin moverse desde hace ${p.time}`,
    battery: "Batería",
    nearest: "Más cercano",
    nearestIs: (p) => `${p.name}, ${p.distance}`,
    today: "Hoy",
    lastDay: (p) => `${p.metric}, 24 h${p.unit === null ? "" : ` (${p.unit})`}`,
    lastAlerts: "Últimas alertas"
  }
}
