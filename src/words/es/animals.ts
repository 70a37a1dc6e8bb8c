// Spanish words of the animals and one animal.
import type { animals as english } from "../en/animals.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")

/** animals are the words of the animals and one animal. */
export const animals: Like<typeof english> = {
  tabs: { label: "Animales", list: "Lista", addMany: "Añadir varios", groups: "Grupos y tipos" },
  tracked: (p) => {
    const reporting = counts(p.reporting, { one: "# transmite", other: "# transmiten" })
    return `${counts(p.total, { other: "# en seguimiento" })}, ${reporting}`
  },
  late: (p) => counts(p.count, { other: "# con retraso" }),
  silent: (p) => counts(p.count, { other: "# sin señal" }),
  shown: (p) => counts(p.count, { other: "# en la lista" }),
  analyseThese: "Analizar esta lista",
  importTracks: "Importar recorridos",
  noneMatch: (p) => `No hay ${p.animals} que coincidan.`,
  noneYet: (p) => `Aún no hay ${p.animals}.`,
  bringIn: "Incorporar los primeros datos",
  keys: { move: "mover", open: "abrir", map: "ver en el mapa" },
  heads: {
    name: "Nombre",
    alert: "Alerta",
    lastFix: "Última posición",
    area: "Área",
    since: "Desde",
    speed: "Velocidad",
    battery: "Batería",
    lastDayOf: (p) => `${p.metric}, 24 h`,
    today: "Hoy",
    device: "Dispositivo"
  },
  never: "nunca",
  outside: "fuera",
  filters: {
    find: "Buscar por nombre, dispositivo o atributo",
    findExample: "Nombre, dispositivo, atributo",
    type: "Tipo",
    allTypes: "Todos",
    group: "Grupo",
    allGroups: "Todos los grupos",
    area: "Área",
    anyArea: "Cualquier área",
    reporting: "Señal",
    anyReporting: "Con o sin señal",
    reportings: {
      on_time: "Transmite",
      late: "Con retraso",
      silent: "Sin señal",
      never: "Nunca ha transmitido"
    },
    status: "Estado",
    statuses: {
      active: "En seguimiento",
      inactive: "Sin seguimiento",
      archived: "En el archivo",
      all: "Cualquier estado"
    }
  },
  loadingOne: (p) => p.animal,
  status: { active: "en seguimiento", inactive: "sin seguimiento", archived: "en el archivo" },
  reporting: {
    on_time: "transmite",
    late: "con retraso: suele transmitir más a menudo",
    silent: "sin señal",
    never: "nunca ha transmitido"
  },
  acts: {
    replay: "Reproducir 24 h",
    map: "Mapa",
    analyse: "Analizar el movimiento",
    correct: "Corregir posiciones"
  },
  map: {
    noFix: "Aún no hay posiciones.",
    noDevice: "No lleva dispositivo. Póngale uno para ver aquí su posición.",
    wait: "Su posición aparecerá aquí cuando su dispositivo la envíe.",
    lastDay: "últimas 24 h",
    lastDayBefore: (p) => `las 24 h hasta su última posición, hace ${p.age}`
  },
  facts: {
    lastFix: "Última posición",
    noFix: "aún no hay posiciones",
    never: "nunca",
    ago: (p) => parts`hace ${p.age}`,
    area: "Área",
    since: (p) => `desde ${p.moment}${p.more === 0 ? "" : `, y ${counts(p.more, { other: "# más" })}`}`,
    outside: "fuera",
    speed: "Velocidad",
    still: (p) => `no se mueve desde hace al menos ${p.time}`,
    today: "Hoy",
    battery: "Batería",
    wears: "Lleva",
    noDevice: "ningún dispositivo"
  },
  alerts: {
    title: "Alertas",
    open: (p) =>
      p.count === 0 ? "sin alertas abiertas" : counts(p.count, { one: "# abierta", other: "# abiertas" }),
    status: { open: "abierta", acknowledged: "confirmada", resolved: "resuelta" }
  },
  days: {
    label: "Días",
    title: (p) => counts(p.days, { one: "# día", other: "# días" }),
    hint: "pulse un día para reproducirlo",
    list: (p) => counts(p.days, { one: "El último día", other: "Los últimos # días" }),
    wears: "Lleva",
    fixes: "Posiciones",
    distance: "Distancia",
    events: "Eventos",
    upTo: (p) => `0 a ${p.most}`,
    noDevice: "ningún dispositivo en estos días",
    today: "hoy",
    replay: (p) => {
      const fixes =
        p.fixes === null
          ? "muchísimas posiciones"
          : counts(p.fixes, { one: "# posición", many: "# de posiciones", other: "# posiciones" })
      const reports = p.fixes === 0 ? "ninguna posición" : `${fixes}, ${p.distance}`
      const forms = { one: "# evento", many: "# de eventos", other: "# eventos" }
      const events = p.events === 0 ? "ningún evento" : counts(p.events, forms)
      return `${p.day ?? "hoy"}: ${reports}, ${events}. Reproducir`
    }
  },
  measured: {
    title: "Mediciones",
    none: "aún no hay ninguna",
    yes: "sí",
    no: "no",
    limit: (p) => `límite ${p.limit}`,
    chart: (p) => {
      const range = p.range === null ? "sin valores" : `de ${p.range.low} a ${p.range.high} ${p.range.unit}`
      return `${p.metric}, ${p.span}: ${range}${p.limit === null ? "" : `, límite ${p.limit}`}`
    },
    thinned: (p) => `${p.shown} de ${p.total} valores`,
    spans: "Período",
    noneIn: (p) => `Ningún valor en ${p.span}.`,
    table: "Mostrar como tabla"
  },
  worn: {
    title: "Dispositivos",
    none: "aún no hay ninguno",
    hidden: "un dispositivo que usted no puede ver",
    time: (p) =>
      p.from === null
        ? p.to === null
          ? "siempre"
          : `hasta ${p.to}`
        : `${p.from}${p.to === null ? ", hasta ahora" : ` a ${p.to}`}`,
    neverSeen: "nunca ha transmitido aquí",
    seen: (p) => `última señal hace ${p.age}`,
    lastSeen: (p) => `última señal: ${p.day}`,
    replay: (p) => `${p.moment}: reproducir el día anterior`
  }
}
