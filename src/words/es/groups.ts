// Spanish words of the groups of animals.
import type { groups as english } from "../en/groups.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")

/** groups are the words of the groups of animals. */
export const groups: Like<typeof english> = {
  cancel: "Cancelar",
  title: "Grupos",
  loading: "grupos",
  none: {
    title: "Aún no hay grupos.",
    hint: "Un grupo es un rebaño, una manada o una familia. Un grupo puede contener otros."
  },
  ungrouped: "Sin grupo",
  add: "Grupo",
  more: (p) => `Más sobre ${p.name}`,
  addInside: "Nuevo grupo dentro",
  rename: "Cambiar el nombre",
  move: "Mover",
  remove: "Eliminar",
  name: "Nombre",
  create: {
    title: "Nuevo grupo",
    titleIn: (p) => parts`Nuevo grupo en ${p.group}`,
    submit: "Crear grupo",
    done: (p) => `Se creó el grupo ${p.name}.`
  },
  renameTitle: (p) => parts`Cambiar el nombre de ${p.name}`,
  moveOne: {
    title: (p) => parts`Mover ${p.name}`,
    into: "Dentro de",
    top: "ningún grupo",
    done: (p) => `Se movió ${p.name}.`
  },
  removeOne: {
    title: (p) => parts`¿Eliminar el grupo ${p.name}?`,
    hint: "Tiene que estar vacío: mueva antes lo que contiene.",
    done: (p) => `Se eliminó el grupo ${p.name}.`
  },
  affected: {
    noRule: "Ninguna regla lo nombra.",
    animals: (p) =>
      p.count === 1
        ? parts`La regla ${p.rules} los vigilará allí.`
        : parts`Las reglas ${p.rules} los vigilarán allí.`,
    group: (p) =>
      p.count === 1
        ? parts`La regla ${p.rules} lo vigilará allí.`
        : parts`Las reglas ${p.rules} lo vigilarán allí.`,
    removed: (p) =>
      p.count === 1
        ? parts`La regla ${p.rules} ya no vigilará animales allí.`
        : parts`Las reglas ${p.rules} ya no vigilarán animales allí.`,
    members: (p) => parts`Miembros que pueden verlo: ${p.members}.`
  },
  members: {
    count: (p) => counts(p.count, { one: `# ${p.one}`, many: `# de ${p.many}`, other: `# ${p.many}` }),
    moveTo: (p) => counts(p.count, { other: "Mover # a" }),
    choose: "elija un grupo",
    noGroup: "ningún grupo",
    moved: (p) => counts(p.count, { one: "Se movió #.", other: "Se movieron #." })
  },
  types: {
    title: "Tipos",
    forAll: "para todos los proyectos",
    add: "Tipo",
    more: (p) => `Más sobre el tipo ${p.type}`,
    createTitle: "Nuevo tipo",
    renameTitle: (p) => `Cambiar el nombre de ${p.type}`,
    name: "Nombre",
    key: "Clave para programas",
    keyHint: "Letras minúsculas, cifras y guiones bajos. No se puede cambiar después.",
    create: "Crear tipo",
    saved: (p) => `Se guardó el tipo ${p.type}.`,
    removed: (p) => `Se eliminó el tipo ${p.type}.`
  }
}
