// Spanish words of every page.
import type { common as english } from "../en/common.ts"
import { type Like, listsIn, parts } from "../tools.ts"

const or = listsIn("es", "disjunction")

/** common are the words of every page. */
export const common: Like<typeof english> = {
  now: "ahora",
  entity: { one: "animal", many: "animales" },
  tryAgain: "Intentar de nuevo",
  showAll: "Mostrar todo",
  loading: (p) => `Cargando ${p.what}`,
  language: "Idioma",
  languageOfBrowser: "El del navegador",
  denied: {
    title: "No tiene acceso a esta página.",
    needsPermission: (p) => parts`Para eso hace falta el permiso ${p.permission}.`,
    givenBy: (p) => `Se lo puede dar ${or(p.names)}.`,
    ask: (p) => parts`Pedírselo a ${p.name}`,
    request: (p) => `Por favor, deme el permiso ${p.permission}: lo necesito para ${p.address}`,
    requestCopied: (p) => `El mensaje para ${p.name} está en el portapapeles.`
  },
  failed: {
    notFound: "No encontrado.",
    title: "No se pudo cargar.",
    request: (p) => `solicitud ${p.id}`
  },
  noPage: { title: "Esta página no existe.", toMap: "Ir al mapa" }
}
