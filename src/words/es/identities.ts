// Spanish words of the page of new devices.
import type { identities as english } from "../en/identities.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")

/** identities are the words of the page of new devices, and of the dialog that creates devices for them. */
export const identities: Like<typeof english> = {
  title: "Dispositivos nuevos",
  about: "lo que envían se guarda hasta que se crean como dispositivos",
  creating: "Crear dispositivos",
  waiting: "los dispositivos nuevos",
  which: "Cuáles",
  views: { unknown: "Nuevos", ignored: "Ignorados" },
  empty: { unknown: "No hay dispositivos nuevos.", ignored: "No hay dispositivos ignorados." },
  chosen: (p) => counts(p.count, { one: "# elegido", many: "# de elegidos", other: "# elegidos" }),
  createDevices: "Crear dispositivos…",
  ignore: "Ignorar",
  restore: "Dejar de ignorar",
  chooseNone: "No elegir ninguno",
  ignored: (p) =>
    counts(p.count, {
      one: "Se ignora # dispositivo nuevo.",
      many: "Se ignoran # de dispositivos nuevos.",
      other: "Se ignoran # dispositivos nuevos."
    }),
  restored: (p) =>
    counts(p.count, {
      one: "# dispositivo ya no se ignora.",
      many: "# de dispositivos ya no se ignoran.",
      other: "# dispositivos ya no se ignoran."
    }),
  report: {
    title: "El dispositivo elegido",
    about: "el envío guardado más reciente",
    none: "No hay ningún envío guardado."
  },
  family: {
    all: (p) => `Todos los de ${p.name}`,
    size: (p) => counts(p.count, { other: p.source === null ? "#" : `# por ${p.source}` }),
    head: {
      chosen: "Elegido",
      id: "Identificador",
      name: "Su propio nombre",
      reports: "Envíos",
      first: "Primero",
      last: "Último"
    }
  },
  map: {
    title: (p) => `De dónde llegaron los envíos de ${p.name}`,
    map: (p) => `Mapa de ${p.name}`,
    loading: "Cargando los lugares",
    none: "Ningún envío guardado tiene posición.",
    places: (p) => counts(p.count, { one: "# lugar de", many: "# de lugares de", other: "# lugares de" })
  },
  each: {
    title: "Cada uno de ellos",
    name: (p) => `Nombre de ${p.id}`,
    wearer: (p) => `Qué ${p.one}`,
    wearerOf: (p) => `Qué ${p.one} lleva ${p.id}`
  },
  form: {
    title: (p) => {
      const forms = { many: "Crear # de dispositivos", other: "Crear # dispositivos" }
      return p.count === 1 ? "Crear un dispositivo" : counts(p.count, forms)
    },
    names: (p) =>
      parts`Cada uno recibe el nombre que dan sus envíos; si no lo dan, su identificador, como ${p.id}.`,
    type: "Tipo de dispositivo",
    typeValue: "collar",
    putOn: "Poner cada uno a",
    noEntity: (p) => `todavía sin ${p.one}`,
    existingEntity: (p) => `${p.one} existente`,
    newEntity: (p) => `crear ${p.one}: ${p.type}`,
    creatingEntities: (p) => `Crear ${p.one} para cada uno`,
    group: "Grupo",
    noGroup: "ninguno",
    since: "Incluir envíos anteriores",
    sinceOptions: { kept: "todos", now: "ninguno, desde ahora", date: "desde una fecha" },
    from: "Desde, en la hora del proyecto",
    eachName: "Un nombre para cada uno",
    eachWearer: (p) => `Nombres, y qué ${p.one}`,
    missing: (p) => {
      const more = p.more === 0 ? "" : counts(p.more, { other: " y # más" })
      return `Elija ${p.entity} de la lista para ${p.id}${more}.`
    },
    cancel: "Cancelar",
    create: (p): string => (p.count === 1 ? "Crear dispositivo" : "Crear dispositivos"),
    created: (p) => {
      const forms = {
        one: "# dispositivo creado",
        many: "# de dispositivos creados",
        other: "# dispositivos creados"
      }
      return `${counts(p.count, forms)}; ahora se procesan los envíos guardados.`
    }
  }
}
