// Spanish words of the forms that add and change animals.
import type { addAnimals as english } from "../en/addAnimals.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")

/** addAnimals are the words of the forms that add and change animals. */
export const addAnimals: Like<typeof english> = {
  cancel: "Cancelar",
  save: "Guardar",
  add: {
    title: (p) => `Añadir ${p.anyAnimal}`,
    submit: (p) => `Añadir ${p.animal}`,
    done: (p) => `Se añadió ${p.name}.`,
    onlyTagLeft: (p) => parts`Se añadió ${p.name}, pero todavía no lleva su dispositivo.`,
    puttingTag: "Poner un dispositivo",
    withoutTag: "Dejar sin dispositivo"
  },
  fields: { name: "Nombre", type: "Tipo", group: "Grupo", attributes: "Atributos" },
  chooseType: "elija uno",
  noGroup: "ninguno",
  attributes: {
    nth: (p) => `Atributo ${p.number}`,
    valueOf: (p) => `Valor de ${p.name ?? `atributo ${p.number}`}`,
    remove: (p) => `Quitar ${p.name ?? `atributo ${p.number}`}`,
    add: "Atributo",
    yes: "sí",
    no: "no"
  },
  tag: {
    title: "Dispositivo",
    which: "Cuál",
    none: "todavía ninguno",
    new: "uno nuevo",
    free: "Libres",
    worn: "En uso",
    wornBy: (p) => `${p.tag}, en ${p.animal}`,
    another: "otro",
    name: "Su nombre",
    nameExample: "Collar 7",
    source: "Envía a",
    noSource: "todavía a ninguna fuente",
    number: "Su número allí",
    since: "Puesto desde, en la hora del proyecto",
    fromNow: "Desde ahora, si no indica una hora.",
    handOver: (p) => parts`Ahora lo lleva ${p.animal}; a esa hora se le quita.`,
    titleFor: (p) => parts`Poner un dispositivo a ${p.name}`,
    put: "Poner el dispositivo",
    done: (p) => `${p.name} lleva el dispositivo.`
  },
  acts: {
    change: "Cambiar",
    more: (p) => `Más sobre ${p.name}`,
    putTag: "Poner un dispositivo",
    archive: "Archivar",
    restore: "Restaurar"
  },
  change: {
    title: (p) => parts`Cambiar ${p.name}`,
    done: (p) => `Se guardó ${p.name}.`,
    anotherType: "otro tipo",
    none: "ninguno",
    loading: "los datos"
  },
  archive: {
    title: (p) => parts`¿Archivar ${p.name}?`,
    effect:
      "Sale del mapa y de las listas. Su recorrido, sus alertas y sus análisis se conservan, y se puede " +
      "restaurar más tarde.",
    rules: (p) =>
      counts(p.count, {
        one: "Esta regla lo vigila:",
        many: "Estas # de reglas lo vigilan:",
        other: "Estas # reglas lo vigilan:"
      }),
    noRules: "Ninguna regla lo vigila.",
    tags: (p) =>
      counts(p.count, {
        one: "Lleva un dispositivo: sus registros seguirán llegando hasta que se lo quite.",
        many: "Lleva # de dispositivos: sus registros seguirán llegando hasta que se los quite.",
        other: "Lleva # dispositivos: sus registros seguirán llegando hasta que se los quite."
      }),
    members: (p) => parts`Miembros que tienen acceso por su nombre: ${p.names}.`,
    remove: "Eliminar para siempre",
    archived: (p) => `Se archivó ${p.name}.`,
    back: (p) => `${p.name} está de vuelta.`,
    active: (p) => `${p.name} vuelve a estar en seguimiento.`,
    removed: (p) => `Se eliminó ${p.name}.`
  },
  many: {
    title: (p) => `Añadir ${p.animals}`,
    adding: (p) => `Añadir ${p.animals}`,
    paste: {
      title: "Pegar una tabla",
      label: (p) => `Pegue una tabla de ${p.animals}`,
      hint:
        "Copie las filas de Excel, de una página web o de un texto, con los nombres de sus columnas. Nombre es " +
        "obligatorio; Tipo, Grupo, Dispositivo y Puesto desde se reconocen, y cualquier otra columna pasa a ser " +
        "un atributo.",
      example:
        "Nombre\tTipo\tGrupo\tDispositivo\tPuesto desde\tPeso kg\n" +
        "Vaca 260\tVaca\tRebaño norte\t0260\t2026-05-15 08:00\t412",
      chooseFile: "Elegir un archivo",
      drop: "o suéltelo aquí",
      check: "Revisar las filas",
      spreadsheet: (p) => `${p.file}: ábralo, copie las celdas y péguelas aquí, o guárdelo como CSV.`,
      tooLarge: (p) => `${p.file} ocupa más de 1 MB: divídalo en archivos más pequeños.`,
      tooManyRows: (p) => {
        const rows = { one: "# fila", many: "# de filas", other: "# filas" }
        const most = counts(p.most, { other: "se revisan # a la vez: péguela por partes." })
        return `La tabla tiene ${counts(p.rows, rows)}, y ${most}`
      },
      noRows: "La tabla no tiene filas."
    },
    defaults: {
      title: "Para las filas sin estos datos:",
      type: "Tipo de las filas que no lo indican",
      askType: "preguntar el tipo",
      group: "Grupo de las filas que no lo indican",
      noGroup: "sin grupo",
      since: "Los dispositivos sin hora cuentan desde ahora."
    },
    table: "La tabla",
    loading: "los animales",
    state: (p) => {
      const shown = [
        p.done === 0 ? [] : counts(p.done, { one: "# lista", other: "# listas" }),
        p.refused === 0 ? [] : counts(p.refused, { one: "# rechazada", other: "# rechazadas" }),
        p.open === 0 ? [] : counts(p.open, { other: "# por responder" })
      ].flat()
      const isNew = p.done === 0 && p.refused === 0
      return [shown.join(", "), isNew ? "Aún no se guardó nada." : ""]
        .filter((text) => text !== "")
        .join(". ")
    },
    progress: (p) => `${p.done} de ${p.total}`,
    anotherTable: "Otra tabla",
    discard: "Descartar",
    add: (p) =>
      p.updated === 0
        ? p.added === 0
          ? "Añadir"
          : counts(p.added, { other: "Añadir #" })
        : p.added === 0
          ? counts(p.updated, { other: "Actualizar #" })
          : `${counts(p.added, { other: "Añadir #" })}, ${counts(p.updated, { other: "actualizar #" })}`,
    rows: (p) => counts(p.count, { one: "# fila", many: "# de filas", other: "# filas" }),
    guessed: "las columnas se reconocen por su nombre; pulse una celda para cambiarla",
    whichRows: "Qué filas",
    needsYou: (p) => counts(p.count, { other: "Por responder #" }),
    sameAnswer: "La misma respuesta para varias filas",
    forAll: (p) => {
      const forms = { one: "la fila", many: "las # de filas", other: "las # filas" }
      return `${p.answer}: ${counts(p.rows, forms)}`
    },
    list: "Filas",
    row: "Fila",
    column: (p) => `La columna ${p.number}${p.title === null ? "" : `, ${p.title}`}, es`,
    cell: (p) => `${p.column ?? "Columna"} de la fila ${p.row}`,
    result: "Resultado",
    parts: {
      name: "Nombre",
      type: "Tipo",
      group: "Grupo",
      tag: "Dispositivo",
      since: "Puesto desde",
      attribute: "Atributo",
      none: "omitir"
    },
    done: "lista",
    new: "nueva",
    update: "se actualiza",
    skipped: "omitida",
    putBack: "Incluir",
    withoutTag: (p) => `Se añadió, pero sin su dispositivo. ${p.reason}`,
    questions: {
      noName: "sin nombre",
      sameRow: (p) => `igual que la fila ${p.row}`,
      exists: "ya existe",
      whichType: "¿de qué tipo?",
      noType: "este tipo no existe",
      severalGroups: "varios grupos tienen este nombre",
      noGroup: "este grupo no existe",
      dayOrMonth: "¿primero el día o el mes?",
      noSuchDay: "este día no existe",
      noDay: "no es una fecha",
      tagOfRow: (p) => `dispositivo de la fila ${p.row}`,
      needsPermission: (p) => `hace falta el permiso ${p.permission}`,
      noTag: "este dispositivo no existe aquí",
      wornBy: (p) => `lo lleva ${p.animal}`,
      another: "otro"
    },
    answers: {
      correct: "Corregir",
      skip: "Omitir",
      addBoth: "Añadir las dos",
      update: "Actualizar",
      addAnother: "Añadir otro",
      createType: (p) => `Crear el tipo ${p.type}`,
      createGroup: (p) => `Crear el grupo ${p.group}`,
      noGroup: "Sin grupo",
      fromNow: "Desde ahora",
      createTag: "Crear el dispositivo",
      createTagOf: (p) => `Crear el dispositivo, envía a ${p.source}`,
      withoutTag: "Sin dispositivo",
      handOver: "Pasar a esta fila"
    }
  }
}
