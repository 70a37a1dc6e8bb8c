// Spanish words of the page of one fence or area, and of the panel after it was saved.
import type { area as english } from "../en/area.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")

type Kind = "geofence" | "zone" | "site" | "route"

const these: Readonly<Record<Kind, string>> = {
  geofence: "esta cerca",
  zone: "esta área",
  site: "este sitio",
  route: "esta ruta"
}
const names: Readonly<Record<Kind, string>> = {
  geofence: "la cerca",
  zone: "el área",
  site: "el sitio",
  route: "la ruta"
}
const otherCounts: Readonly<Record<Kind, string>> = {
  geofence: "# cercas",
  zone: "# áreas",
  site: "# sitios",
  route: "# rutas"
}
const otherOnes: Readonly<Record<Kind, string>> = {
  geofence: "otra cerca",
  zone: "otra área",
  site: "otro sitio",
  route: "otra ruta"
}

/** area are the words of the page of one fence or area. */
export const area: Like<typeof english> = {
  loading: "el área",
  areas: "Áreas",
  changed: <P>(p: { who: P | null; when: P; isNow: boolean; isNew: boolean }) => {
    const done = p.isNew ? "dibujada" : "modificada"
    const ago = p.isNow ? "" : "hace "
    return p.who === null
      ? parts<P>`${done} ${ago}${p.when}`
      : parts<P>`${done} por ${p.who}, ${ago}${p.when}`
  },
  changeShape: "Cambiar la forma",
  onMap: "Ver en el mapa",
  figures: {
    title: "Cifras",
    area: "Superficie",
    perimeter: "Longitud de la cerca",
    outline: "Longitud del contorno",
    length: "Longitud",
    radius: (p) => `radio ${p.metres}`,
    corners: (p) => counts(p.count, { one: "# esquina", many: "# de esquinas", other: "# esquinas" }),
    inside: "Dentro ahora",
    ofTracked: (p) => `de ${counts(p.count, { other: "#" })}`,
    visits: (p) => `Visitas, ${p.days} días`,
    visitors: (p) =>
      `de ${counts(p.count, { one: `# ${p.one}`, many: `# de ${p.many}`, other: `# ${p.many}` })}`,
    lasts: "Una visita dura",
    mean: "en promedio"
  },
  mapOf: (p) => `Mapa de ${p.name}`,
  visits: {
    title: (p) => `Visitas de ${p.days} días`,
    source: (p) => `según las posiciones guardadas; una pausa de hasta ${p.gap} es parte de la visita`,
    period: "Período",
    days: (p) => `${p.days} d`,
    loading: "las visitas",
    lanes: "Visitas por animal",
    who: "Nombre",
    when: "Cuándo",
    count: "visitas",
    share: "parte",
    inside: "dentro",
    howMany: "Cuántos",
    now: (p) => `ahora ${p.time}`,
    summary: (p) =>
      `${p.name}: ${counts(p.count, { one: "# visita", many: "# de visitas", other: "# visitas" })}`,
    none: (p) => `Dentro no hubo ${p.many} en los últimos ${p.days} días.`,
    noFixes: (p) => `No llegaron posiciones en los últimos ${p.days} días.`,
    tooMany: "Son demasiadas posiciones para una respuesta: elija un período más corto.",
    isCut: "No se muestran todas las visitas: son demasiadas. Un período más corto muestra todas las suyas.",
    showAll: (p) => `Mostrar los ${p.count}`
  },
  inside: {
    title: "Dentro ahora",
    since: (p) => `desde ${p.time}`,
    left: (p) => `salió ${p.time}`,
    ago: (p) => `hace ${p.age}`,
    last: (p) => `última posición hace ${p.age}`,
    none: (p) => `Dentro no hay ${p.many}.`,
    unknown: "No se sabe: no llegaron posiciones.",
    more: (p) => `y ${p.count} más`
  },
  rules: {
    title: "Sus reglas",
    on: (p) => counts(p.count, { one: "# activada", other: "# activadas" }),
    create: "Regla nueva",
    open: "Abrir",
    openOf: (p) => `Abrir: ${p.name}`,
    none: (p) => `Ninguna regla vigila ${these[p.kind]}.`,
    other: (p) =>
      counts(p.count, {
        one: `vigila ${otherOnes[p.kind]}, no ${these[p.kind]}`,
        other: `vigila ${otherCounts[p.kind]}, no ${these[p.kind]}`
      }),
    off: "desactivada"
  },
  tell: {
    none: (p) => `Aún no hay alerta para ${these[p.kind]}.`,
    noneOfItsOwn: (p) => `Ninguna regla es solo para ${these[p.kind]}.`,
    filledIn: (p) =>
      `La nueva regla ya trae ${names[p.kind]}, los animales y el nombre, y se prueba con los últimos 30 días.`,
    button: (p) => `Avisarme cuando salga ${p.anyOne}`,
    writing: "Crear una regla",
    emptyTitle: (p) => `Dentro no hay ${p.many}.`,
    emptyHint: (p) =>
      `Revise la forma. La alerta solo llega si ${p.one} estuvo dentro y después salió de ${these[p.kind]}.`
  },
  overlaps: {
    title: "Se cruza con",
    none: "Ninguna.",
    inside: (p) => `${these[p.kind]} está dentro`,
    contains: (p) => `está dentro de ${these[p.kind]}`,
    overlaps: "comparte una parte"
  },
  history: {
    title: "Historial",
    none: "No hay nada registrado.",
    what: {
      created: (p) => (p.who === null ? "Se dibujó" : `${p.who} hizo el dibujo`),
      shape: (p) => (p.who === null ? "Se cambió la forma" : `${p.who} cambió la forma`),
      properties: (p) =>
        p.who === null
          ? "Se cambió el nombre, el tipo o las propiedades"
          : `${p.who} cambió el nombre, el tipo o las propiedades`
    }
  },
  keys: { change: "cambiar la forma", map: "en el mapa" },
  saved: {
    title: "Guardado.",
    hint: "Desde ahora las reglas lo usan.",
    openPage: "Abrir la página",
    openPageOf: (p) => `Abrir: ${p.name}`,
    undone: (p) => `Deshecho: ${p.name}`
  }
}
