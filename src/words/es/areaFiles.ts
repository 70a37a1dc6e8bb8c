// Spanish words of files of areas.
import type { areaFiles as english } from "../en/areaFiles.ts"
import { countsIn, type Like, numbersIn, parts } from "../tools.ts"

const counts = countsIn("es")
const numberOf = numbersIn("es")

/** areaFiles are the words of files of areas. */
export const areaFiles: Like<typeof english> = {
  title: "Importar áreas",
  about: "GeoJSON, KML o KMZ, 1000 formas como máximo",
  inFile: (p) => parts`${p.count} en ${p.file}`,
  inFileRefused: (p) =>
    parts`${p.count} en ${p.file}, ${p.refused}. Se importan todas o ninguna: corrija el archivo y elíjalo de nuevo.`,
  refusedCount: (p) =>
    counts(p.count, { one: "# rechazada", many: "# de rechazadas", other: "# rechazadas" }),
  type: "Tipo, si el archivo no lo indica",
  byShape: "Según la forma: áreas, rutas, sitios",
  import: (p) => `Importar ${numberOf(p.count)}`,
  imported: (p) => `Se importaron: ${numberOf(p.count)} de ${p.file}`,
  takenBack: (p) =>
    `Deshecho: ${counts(p.count, { one: "# área", many: "# de áreas", other: "# áreas" })} de ${p.file}`,
  items: {
    label: "Formas del archivo",
    refused: "rechazada",
    skipped: "omitida",
    more: (p) => `y ${numberOf(p.count)} más`
  },
  system: {
    label: "Sistema de coordenadas",
    hint: "Un código EPSG, o el sistema como texto WKT o PROJ.",
    read: "Leer con este sistema",
    reprojected: (p) =>
      p.accuracy === null
        ? parts`Reproyectado desde ${p.system}.`
        : parts<
            (typeof p)["system"] | string
          >`Reproyectado desde ${p.system}, con una exactitud de unos ${numberOf(p.accuracy)} m.`
  },
  attributes: {
    title: "Atributos",
    types: { number: "Número", date: "Fecha", text: "Texto" },
    unchanged: "sin cambios",
    typeOf: (p) => `Tipo de ${p.name}`,
    empty: "vacío",
    have: (p) => counts(p.count, { one: "# lo tiene", many: "# lo tienen", other: "# lo tienen" }),
    looksLike: { number: "parecen números", date: "parecen fechas", text: "parecen textos" }
  },
  circles: {
    become: (p) =>
      p.count === 1 ? parts`${p.figure} punto se convierte en` : parts`${p.figure} puntos se convierten en`,
    points: (p) => (p.count === 1 ? "un punto" : "puntos"),
    circles: (p) => (p.count === 1 ? "un círculo" : "círculos de un mismo radio"),
    byAttribute: "círculos, según un atributo",
    radius: "Radio en metros",
    attribute: "Atributo con el radio"
  }
}
