// Spanish words of the dialogs that create and change devices and their assignments.
import type { deviceForms as english } from "../en/deviceForms.ts"
import { type Like, parts } from "../tools.ts"

/** deviceForms are the words of the dialogs that create and change devices and their assignments. */
export const deviceForms: Like<typeof english> = {
  add: {
    title: "Añadir un dispositivo",
    created: (p) => parts`Se creó ${p.name}, pero aún no está en el proyecto.`,
    since: "En el proyecto desde, en la hora del proyecto",
    submit: "Añadir dispositivo",
    submitProject: "Ponerlo en el proyecto",
    added: (p) => `Se añadió ${p.name}.`
  },
  sinceNow: "Desde ahora, si no escribe una hora.",
  fields: {
    name: "Nombre",
    nameExample: "Collar 7",
    type: "Tipo",
    typeExample: "collar",
    serial: "Número de serie"
  },
  types: {
    collar: "collar",
    earTag: "arete",
    gateway: "pasarela",
    phone: "teléfono",
    station: "estación",
    tracker: "rastreador"
  },
  identity: {
    title: "Cómo lo llama una fuente",
    hint: "Los envíos guardados con este número pasan a ser del dispositivo.",
    source: "Envía a",
    noSource: "a ninguna todavía",
    chooseSource: "elija una fuente",
    number: "Su número allí",
    submit: "Añadir",
    added: (p) => `Se conoce como ${p.id}.`
  },
  change: {
    open: "Cambiar",
    title: (p) => parts`Cambiar ${p.name}`,
    submit: "Guardar",
    saved: (p) => `Se guardó ${p.name}.`
  },
  more: (p) => `Más sobre ${p.name}`,
  moreOn: (p) => `Más sobre ${p.device} en ${p.animal}`,
  moreIn: (p) => `Más sobre ${p.device} en ${p.project}`,
  release: {
    open: "Liberar",
    title: (p) => parts`¿Liberar ${p.name}?`,
    about:
      "Cualquier proyecto puede hacerse cargo entonces del dispositivo, con lo que envió mientras no estuvo en " +
      "ningún proyecto. Lo que envió aquí se queda aquí.",
    hint:
      "Sigue en este proyecto hasta que usted lo saque de él. " +
      "La liberación acaba cuando un proyecto se hace cargo.",
    submit: "Liberar",
    released: (p) => `Se liberó ${p.name}.`
  },
  remove: {
    open: "Eliminar",
    title: (p) => parts`¿Eliminar ${p.name}?`,
    about:
      "También se eliminan sus números en las fuentes y quién lo llevó y cuándo. No se puede deshacer. " +
      "Un dispositivo que ya envió registros solo se puede retirar: sus registros se quedan.",
    submit: "Eliminar para siempre",
    removed: (p) => `Se eliminó ${p.name}.`
  },
  projects: {
    title: "Proyectos",
    none: "no está en ninguno",
    move: "Mover…",
    putIn: "Poner en un proyecto…",
    correct: "Corregir las fechas",
    remove: "Nunca estuvo ahí",
    removed: (p) => `Nunca estuvo en ${p.project}.`,
    unknown: "otro proyecto",
    period: (p) =>
      p.from === null
        ? p.to === null
          ? "siempre"
          : `hasta ${p.to}`
        : p.from + (p.to === null ? ", hasta ahora" : ` a ${p.to}`),
    span: (p) => parts`${p.device} en ${p.project}`
  },
  saved: "Guardado; los registros se mueven después.",
  restored: "Restablecido; los registros se mueven después.",
  move: {
    title: (p) => parts`Mover ${p.name} a otro proyecto`,
    which: "Qué proyecto",
    choose: "elija un proyecto",
    none:
      "No hay otro proyecto en el que usted pueda cambiar dispositivos. Libere el dispositivo: " +
      "los miembros del otro proyecto pueden hacerse cargo entonces.",
    since: "Desde, en la hora del proyecto",
    unknownWearer: "Quien lo lleva",
    wornUntil: (p) => parts`${p.name} lo lleva aquí hasta entonces.`,
    hint: "Lo que envió antes se queda aquí; lo que envió desde entonces pasa al otro proyecto.",
    submit: "Mover",
    moved: (p) => `${p.device} está en ${p.project}.`,
    unknownProject: "el otro proyecto",
    movedBack: (p) => `${p.device} está de vuelta.`
  },
  putOn: {
    open: (p) => `Ponérselo a ${p.entity}…`,
    title: (p) => `Ponérselo a ${p.entity}`,
    which: (p) => `Qué ${p.one}`,
    choose: "elija una opción",
    since: "Puesto desde, en la hora del proyecto",
    fromNow: "Vacío: desde ahora.",
    submit: "Ponérselo"
  },
  span: {
    from: "Desde, en la hora del proyecto",
    until: "Hasta",
    still: "Vacío: hasta ahora.",
    hint: "Los registros de los días intermedios se mueven en segundo plano.",
    submit: "Guardar"
  },
  worn: {
    takeOff: "Quitárselo",
    takeOffTitle: (p) => parts`Quitar ${p.device} a ${p.animal}`,
    offSince: "Quitado desde, en la hora del proyecto",
    offHint: "Lo que envíe después no será de ningún animal hasta que otro lo lleve.",
    takenOff: (p) => `${p.animal} ya no lleva ${p.device}.`,
    correct: "Corregir las fechas",
    correctTitle: (p) => parts`${p.animal} llevó ${p.device}`,
    remove: "Nunca lo llevó",
    removed: (p) => `${p.animal} nunca llevó ${p.device}.`
  }
}
