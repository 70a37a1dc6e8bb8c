// Spanish words of the import.
import type { imports as english } from "../en/imports.ts"
import { countsIn, type Like, numbersIn, parts } from "../tools.ts"

const counts = countsIn("es")
const numberOf = numbersIn("es")

/** A word for one and for many, such as the project's word for its animals. */
interface Word {
  readonly one: string
  readonly many: string
}

const counted = (count: number, { many, one }: Word): string =>
  counts(count, { one: `# ${one}`, many: `# de ${many}`, other: `# ${many}` })
const records = (count: number): string =>
  counts(count, { one: "# registro", many: "# de registros", other: "# registros" })
const rows = (count: number): string => counts(count, { one: "# fila", many: "# de filas", other: "# filas" })
const moreRows = (count: number): string =>
  counts(count, { one: "# fila más", many: "# de filas más", other: "# filas más" })

// the words of projects that end in -as are of feminine gender: las vacas, las ovejas
const the = (many: string, masculine: string, feminine: string): string =>
  many.toLowerCase().endsWith("as") ? feminine : masculine
const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** imports are the words of the import. */
export const imports: Like<typeof english> = {
  title: "Importar recorridos",
  file: "El archivo",
  about:
    "Movebank, cualquier tabla, Excel, GPX, KML, KMZ o GeoJSON. Se lee en este navegador; no se guarda nada " +
    "hasta que usted lo importe.",
  nothingStored: "aún no se ha guardado nada",
  kindOfAnimals: (p) => `Tipo de ${p.many}`,
  cancel: "Cancelar",
  close: "Cerrar",
  import: "Importar",
  importRecords: (p) => `Importar ${records(p.count)}`,
  device: { one: "dispositivo", many: "dispositivos" },
  counted: (p) => counted(p.count, p.word),
  records: (p) => records(p.count),
  names: (p) => `${p.names.join(", ")}${p.more > 0 ? ` y ${numberOf(p.more)} más` : ""}`,
  andMore: (p) => `y ${numberOf(p.count)} más`,
  steps: {
    label: "Pasos de la importación",
    read: "Lectura",
    columns: "Columnas",
    timeZone: "Zona horaria",
    checked: "Revisión",
    stored: "Guardado",
    toStore: "Por guardar"
  },
  step: {
    incomplete: "incompleta",
    rows: (p) => rows(p.count),
    fixed: "las del formato",
    columns: (p) => `${numberOf(p.read)} de ${numberOf(p.all)}, completas`,
    columnsAsked: (p) => `${numberOf(p.read)} de ${numberOf(p.all)}, falta su respuesta`,
    asked: "falta su respuesta",
    zoneOfFile: "como en el archivo",
    good: (p) => counts(p.count, { one: "# correcto", many: "# correctos", other: "# correctos" }),
    soFar: (p) => `${numberOf(p.count)} hasta ahora`,
    importedBefore: "ya importado",
    toStore: (p) => `${numberOf(p.records)} para ${counted(p.animals, p.word)}`
  },
  reading: {
    title: "Leyendo",
    meter: "Parte leída del archivo",
    hint: "El archivo se revisa en este navegador. Aún no se ha guardado nada."
  },
  cannotImport: "Este archivo no se puede importar",
  wasStopped: "Se detuvo la importación.",
  stopped: {
    title: "La importación se detuvo",
    hint: "Lo que se guardó queda. Continúa donde se detuvo.",
    goOn: "Continuar"
  },
  form: {
    separated: (p) => `${p.encoding}, ${p.delimiter} entre los campos`,
    delimiters: { comma: "comas", semicolon: "puntos y coma", tab: "tabuladores", bar: "barras" },
    sheet: (p) => `Excel, hoja «${p.sheet}»`
  },
  rows: {
    label: "Primeras filas",
    refused: "Filas rechazadas",
    onlyOne: "La única fila",
    first: (p) => `Primeras ${rows(p.count)}`,
    shown: "Filas que se muestran",
    showFirst: (p) => `Primeras ${numberOf(p.count)}`,
    showRefused: (p) => `Rechazadas ${numberOf(p.count)}`,
    columnsRead: (p) => {
      const forms = { one: "# columna", many: "# de columnas", other: "# columnas" }
      return `${p.form}; se leen ${numberOf(p.read)} de ${counts(p.all, forms)}`
    },
    line: "Línea",
    notRead: "no se lee",
    whatColumnSays: (p) => `Qué contiene ${p.column}`,
    refusedBecause: "Motivo del rechazo",
    more: (p) => moreRows(p.count),
    moreRefused: (p) => `${moreRows(p.count)}. Todas están en la descarga.`
  },
  refused: {
    title: "Rechazadas",
    download: "Descargarlas en CSV",
    reading: "Leyendo el archivo",
    rows: (p) => `${numberOf(p.refused)} de ${rows(p.all)}`,
    line: (p) => (p.count === 1 ? `, línea ${p.line}` : `, la primera en la línea ${p.line}`)
  },
  contents: {
    noRecords: "Este archivo no tiene registros",
    devices: "Dispositivos",
    period: "Período",
    times: "Horas",
    utc: "UTC, como en todos los archivos de este tipo",
    outliers: "Valores atípicos",
    outliersKept: (p) => `${numberOf(p.count)}: se guardan, pero no se usan en reglas ni análisis`,
    network: "Red (Argos)",
    networkKept: (p) => `${numberOf(p.count)}: están en el mapa, pero no se usan en análisis`,
    skipped: "Omitidas",
    skippedRows: (p) => `${rows(p.count)}: ${p.reason}`,
    skipReasons: {
      "marked as outlier": "marcadas como valor atípico",
      "no animal": "sin animal",
      "no position": "sin posición",
      "outside the period": "fuera del período"
    },
    otherName: "Tiene otro nombre"
  },
  whatHappens: {
    title: "Qué sucede",
    animals: (p) =>
      `${the(p.animals, "Los", "Las")} ${uncapitalized(p.animals)} que ya existen, según su nombre, reciben estos ` +
      "registros; el resto se crea.",
    rulesLink: "reglas",
    rules: (p) =>
      parts`Las ${p.link} revisan los registros como datos pasados. Los eventos se listan; no se envía ningún mensaje.`,
    known: "Los registros que ya están guardados no cambian."
  },
  command: {
    sameAs: "equivale a",
    copy: "Copiar el comando",
    copied: "El comando está en el portapapeles."
  },
  sameFile: {
    open: "Esta importación continúa donde se detuvo",
    openHint: (p) =>
      `${p.who ?? "Un miembro"} la comenzó el ${p.at}. Están guardadas las filas hasta la línea ${p.line}. ` +
      "Se usan de nuevo las respuestas de entonces.",
    changed: "El archivo ha cambiado",
    changedHint: (p) =>
      `El ${p.at} se importó un archivo con este nombre y otro contenido. Este se envía desde la primera fila; ` +
      "los registros que ya están guardados no cambian."
  },
  tracks: {
    label: "Recorridos del archivo",
    title: (p) => `Recorridos de ${counted(p.animals, p.word)}, ${p.days}`,
    legend: (p) => `Posiciones por ${p.one}`,
    notDrawn: (p) => `${numberOf(p.count)} sin dibujar`
  },
  sending: {
    title: "Guardando",
    stop: "Detener",
    meter: "Parte enviada del archivo",
    mayClose: "Puede cerrar esta página: elija el mismo archivo otra vez para continuar.",
    noConnection: "Sin conexión. Continúa cuando se pueda acceder a Pugmark de nuevo."
  },
  tally: (p) => {
    const stored = {
      one: "# registro guardado",
      many: "# de registros guardados",
      other: "# registros guardados"
    }
    const refused = { one: "# fila rechazada", many: "# de filas rechazadas", other: "# filas rechazadas" }
    const kept = {
      one: "# guardado para dispositivos desconocidos",
      other: "# guardados para dispositivos desconocidos"
    }
    return [
      counts(p.accepted, stored),
      ...(p.duplicates > 0 ? [counts(p.duplicates, { one: "# ya estaba", other: "# ya estaban" })] : []),
      ...(p.rejected > 0 ? [counts(p.rejected, refused)] : []),
      ...(p.unassigned > 0 ? [counts(p.unassigned, kept)] : [])
    ].join(", ")
  },
  done: {
    stored: "Se importó el archivo",
    takenBack: "El archivo se ha retirado",
    takeBack: "Retirarlo",
    result: "Resultado",
    seeAnimals: (p) => `Ver ${p.many}`,
    onMap: "En el mapa",
    download: "Descargar las filas rechazadas",
    another: "Otro archivo"
  },
  known: {
    title: "Este archivo ya se importó",
    hint: (p) =>
      `${p.who ?? "Un miembro"} lo importó${p.at === null ? "" : ` el ${p.at}`}. Ahora no se envió nada.`,
    again: "Enviarlo otra vez"
  },
  earlier: {
    imports: "las importaciones",
    title: "Importaciones hasta ahora",
    file: "Archivo",
    state: "Estado",
    size: "Tamaño",
    records: "Registros",
    refused: "Rechazadas",
    by: "Por",
    started: "Inicio",
    recordUnit: (p) => counts(p.count, { one: "registro", many: "de registros", other: "registros" }),
    refusedUnit: (p) => counts(p.count, { one: "rechazada", many: "de rechazadas", other: "rechazadas" }),
    acts: { takeBack: "Retirar", progress: "Progreso", result: "Resultado" },
    actOn: (p) => `${p.act}: ${p.file}`
  },
  states: {
    finished: "terminada",
    started: "comenzada; elija el archivo otra vez para continuar",
    stopped: (p) => `detenida al ${p.percent} %; elija el archivo otra vez para continuar`,
    takenBack: "retirada",
    takenBackBut: (p) => `retirada; ${p.count === 1 ? "queda" : "quedan"} ${counted(p.count, p.word)}`,
    notTakenBack: "no se retiró: se detuvo",
    checking: "retirándose: las reglas revisan los registros pasados",
    leaving: (p) => `retirándose, ${p.percent} %`
  },
  takeBack: {
    title: (p) => parts`¿Retirar ${p.file}?`,
    running: (p) => parts`Se está retirando ${p.file}`,
    over: (p) => parts`${p.file} se ha retirado`,
    plan: "lo que se elimina y lo que queda",
    stopped: (p) => `Se detuvo: ${p.reason}`,
    hint:
      "Las reglas vuelven a revisar el pasado sin estos registros. Los eventos que ya no corresponden quedan en la " +
      "lista, marcados como corregidos. Después se puede importar el archivo otra vez.",
    act: "Retirarlo",
    removed: "Registros eliminados",
    records: "Registros",
    none: "ninguno",
    goes: (p) => `${p.what} que se eliminan`,
    gone: (p) => `${p.what} que se eliminaron`,
    stays: (p) => `${p.what} que quedan`,
    stayed: (p) => `${p.what} que quedaron`,
    reasons: {
      records: "tiene otros registros",
      assigned: "tiene otra asignación",
      rule: "una regla lo nombra",
      automation: "una automatización lo nombra",
      member: "una vista de un miembro lo nombra",
      run: "un análisis guardado trata de él",
      edited: "se cambió desde entonces",
      judging: "las reglas aún revisan sus registros pasados"
    },
    contents: (p) =>
      [
        counts(p.positions, { one: "# posición", many: "# de posiciones", other: "# posiciones" }),
        ...(p.measurements === 0
          ? []
          : [counts(p.measurements, { one: "# medición", many: "# de mediciones", other: "# mediciones" })]),
        ...(p.states === 0
          ? []
          : [counts(p.states, { one: "# estado", many: "# de estados", other: "# estados" })])
      ].join(", "),
    curated: (p) => {
      const forms = {
        one: "# de estas posiciones se corrigió",
        other: "# de estas posiciones se corrigieron"
      }
      return `${counts(p.count, forms)} a mano. Las correcciones también se eliminan.`
    },
    repeated: (p) =>
      parts`Algunos de estos registros están también en ${p.files}. Se eliminan; importe después ese archivo otra vez.`,
    keptRuns: (p) => {
      const forms = {
        one: "# análisis posterior trata",
        many: "# de análisis posteriores tratan",
        other: "# análisis posteriores tratan"
      }
      const animals = `${the(p.word.many, "estos", "estas")} ${p.word.many}`
      return `${counts(p.count, forms)} de ${animals}. Sus resultados no cambian.`
    },
    begins: "Comienza en un momento.",
    progress: (p) => `${numberOf(p.done)} de ${records(p.all)} eliminados`,
    checking: (p) =>
      "Los registros se han eliminado. Las reglas revisan el pasado sin ellos; después se eliminan " +
      `${the(p.many, "los", "las")} ${p.many}.`,
    mayClose: "Puede cerrar esta página: el trabajo continúa."
  }
}
