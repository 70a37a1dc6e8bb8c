// Spanish words of the settings and people of a project.
import type { project as english } from "../en/project.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")

/** project are the words of the settings and people of a project. */
export const project: Like<typeof english> = {
  title: "Proyecto",
  theSettings: "los ajustes",
  fields: {
    name: "Nombre",
    slug: "Dirección",
    description: "De qué trata",
    timezone: "Zona horaria",
    language: "Idioma de los mensajes",
    one: "Uno de ellos",
    many: "Varios de ellos",
    silent: "Sin señal a partir de, en horas",
    spark: "Métrica de las líneas pequeñas",
    lon: "Longitud",
    lat: "Latitud",
    zoom: "Zoom",
    seasons: "Temporadas"
  },
  hints: {
    slug: (p) =>
      `Los enlaces a las páginas empiezan por ${p.address}; los que tienen una anterior no abren nada.`,
    timezone: "Los días empiezan a su medianoche; la consola muestra todas las horas en ella.",
    language: "De los correos y mensajes de chat a destinatarios que no eligieron uno en su cuenta.",
    silent: "Tras este tiempo sin posición: solo el contorno en el mapa, y en la lista de Requiere atención.",
    spark: "Las listas y las fichas muestran el último día de esta métrica.",
    season: "Mes y día, como en 06-01; el último día está incluido."
  },
  examples: { one: "animal", many: "animales", spark: "activity" },
  sections: {
    project: "El proyecto",
    words: "Palabras",
    wordsAbout: "cómo llama a los animales o personas que sigue",
    silence: "Silencio y líneas pequeñas",
    map: "Mapa",
    mapAbout: "dónde se abre antes de la primera posición",
    seasons: "Temporadas",
    seasonsAbout: "partes del año con nombre, para comparar"
  },
  ground: {
    is: (p) => {
      const tiers = {
        paper: "el mapa incorporado: fronteras, una retícula y sus propias cercas",
        pmtiles: "un archivo de teselas junto al servidor",
        tiles: "teselas de otro servidor",
        style: "un estilo de otro servidor"
      }
      const ground = `${tiers[p.tier]}${p.by === null ? "" : `, ${p.by}`}`
      return parts`El fondo del mapa es ${ground}. Es el mismo para todos los proyectos: ${p.guide}.`
    },
    guide: "lo configura el administrador del servidor"
  },
  season: {
    name: "Nombre",
    from: "Desde",
    to: "Hasta",
    remove: (p) => `Quitar ${p.name}`,
    add: "Añadir una temporada",
    is: (p) => `${p.name} ${p.from} a ${p.to}`,
    none: "ninguna"
  },
  notNumber: "Un número, como 12.5: con punto o coma, y sin espacios.",
  saved: "Guardado.",
  saving: "Guardando",
  revert: "Volver a lo guardado",
  wrong: "Algunos campos no se pueden guardar.",
  forAll: "Se aplica a todos los miembros del proyecto.",
  readOnly: "Usted puede leer esto.",
  changingIt: "Cambiarlo",
  deletion: {
    title: "Eliminar el proyecto",
    about: "con todo lo que contiene; no hay vuelta atrás",
    question: (p) => parts`¿Eliminar ${p.name}?`,
    what: (p) =>
      `Se eliminan de inmediato: ${p.entities} (${counts(p.count, { other: "#" })}), sus recorridos y mediciones, ` +
      "las áreas, las reglas, las alertas y los análisis. No hay vuelta atrás, solo una copia de seguridad del " +
      "servidor.",
    audit: "Quién lo eliminó, y cuándo, queda en el registro de auditoría del servidor.",
    typeName: "Escriba el nombre del proyecto",
    done: (p) => `Se eliminó ${p.name}.`
  },
  people: {
    title: "Miembros",
    what: "los miembros",
    you: "usted",
    disabled: "no puede iniciar sesión",
    who: "Quién",
    role: "Función",
    sees: "Ve",
    since: "Desde",
    none: "No hay miembros. Los administradores del servidor ven todos los proyectos.",
    private: "La lista contiene direcciones de correo.",
    theList: "La lista"
  },
  contacts: {
    title: "A quién se puede llamar",
    about: "miembros que comparten su número",
    what: "los contactos",
    noName: "Sin nombre",
    none: "Ningún miembro comparte su número todavía. Usted puede compartir el suyo en la página de su cuenta."
  },
  sight: {
    all: "todo",
    nothing: "nada",
    group: "un grupo",
    entities: (p) =>
      counts(p.count, { one: `# ${p.word.one}`, many: `# de ${p.word.many}`, other: `# ${p.word.many}` }),
    devices: (p) =>
      counts(p.count, { one: "# dispositivo", many: "# de dispositivos", other: "# dispositivos" })
  }
}
