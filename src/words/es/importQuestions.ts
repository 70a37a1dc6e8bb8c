// Spanish words of the questions about a file of tracks.
import type { importQuestions as english } from "../en/importQuestions.ts"
import { countsIn, type Like, listsIn } from "../tools.ts"

const counts = countsIn("es")
const and = listsIn("es", "conjunction")

/** importQuestions are the words of what is asked of a file, and of the answers. */
export const importQuestions: Like<typeof english> = {
  asked: "falta su respuesta",
  apply: "Usar",
  line: (p) => `Línea ${p.line}: ${p.reason}`,
  questions: {
    dateOrder: "¿Qué va primero en las fechas?",
    seconds: "¿Las horas son segundos desde 1970?",
    milliseconds: "¿Las horas son milisegundos desde 1970?",
    shownTwice: "¿Qué hora vale cuando se atrasaron los relojes?",
    encoding: "¿Escribió el archivo un programa antiguo de Windows?",
    comma: "¿La coma separa los decimales?",
    longitudes: "¿Las longitudes van de 0 a 360?",
    byteOrder: "¿En qué orden están los bytes de un carácter?"
  },
  options: {
    day: "El día",
    month: "El mes",
    seconds: "Sí, segundos",
    milliseconds: "Sí, milisegundos",
    first: "La primera",
    second: "La segunda",
    latin1: "Sí, leerlo como ISO 8859-1",
    comma: "Sí, 10,5 es diez y medio",
    wrap: "Sí, las mayores de 180 son del oeste",
    lowByte: "Primero el byte bajo (Windows)",
    highByte: "Primero el byte alto"
  },
  zone: {
    title: "¿Qué reloj escribió las horas?",
    ofProject: (p) => `${p.zone}, como el proyecto`,
    another: "Otra zona horaria",
    placeholder: (p) => `Otra zona: ${p.example}`
  },
  system: {
    title: "¿En qué sistema están las coordenadas?",
    zone: "Zona UTM",
    chooseZone: "Zona UTM",
    half: "Hemisferio",
    north: "norte",
    south: "sur",
    applyZone: "Usar esta zona",
    another: "Otro sistema",
    placeholder: (p) => `Otro sistema: ${p.example}`
  },
  columns: {
    of: (p) => `Columna de: ${p.field}`,
    choose: "Elija una columna",
    unclear: "Las columnas no están claras",
    twice: (p) => `Varias columnas se llaman «${p.column}». Deje solo una en el archivo.`,
    unknown: (p) => `El archivo no tiene la columna «${p.column}».`,
    forget: "Quitar las columnas elegidas",
    which: (p) => `¿En qué columna está cada dato: ${and(p.fields)}?`,
    noneByName: "No se encontró ninguna columna por su nombre.",
    dateAndTime: "¿Qué columnas contienen la fecha y la hora del día?"
  },
  whose: {
    title: "¿De quién son estas filas?",
    why: (p) => `Ninguna columna dice de qué ${p.one} se trata.`,
    name: (p) => `Nombre (${p.one})`,
    placeholder: (p) =>
      `Todas las filas son de ${p.one.endsWith("a") ? "una sola" : "un solo"} ${p.one}: su nombre`
  },
  unopened: {
    foreign: (p) => `${p.file} ${p.what}`,
    otherKind: (p) => `${p.file} es un archivo de otro tipo.`,
    empty: (p) => `${p.file} está vacío.`,
    notUtf8: "El archivo no es UTF-8."
  },
  fields: {
    individual: "animal",
    time: "hora",
    lon: "longitud",
    lat: "latitud",
    tag: "dispositivo",
    date: "fecha",
    time_of_day: "hora del día",
    altitude_m: "altitud, m",
    speed_mps: "velocidad, m/s",
    heading_deg: "rumbo, °",
    accuracy_m: "precisión, m",
    satellites: "satélites",
    temperature_c: "temperatura, °C",
    battery_voltage: "batería, V",
    easting: "coordenada este, m",
    northing: "coordenada norte, m",
    zone: "zona UTM",
    lat_hemisphere: "N o S",
    lon_hemisphere: "E u O",
    hdop: "HDOP",
    pdop: "PDOP",
    vdop: "VDOP",
    dop: "DOP",
    fix_type: "tipo de posición",
    taxon: "especie",
    sensor: "sensor",
    visible: "válido",
    outlier: "valor atípico"
  },
  answers: {
    title: "Sus respuestas",
    change: "Cambiar",
    changeOne: (p) => `Cambiar: ${p.what}`,
    names: {
      times_in: "Zona horaria",
      time_format: "Fechas",
      animal: "Animal de todas las filas",
      encoding: "Caracteres",
      decimal: "Decimales",
      shown_twice: "Hora repetida",
      wrap_longitudes: "Longitudes",
      crs: "Coordenadas",
      gpx_points: "Puntos"
    },
    values: {
      time_format: {
        dmy: "primero el día",
        mdy: "primero el mes",
        "epoch-s": "segundos desde 1970",
        "epoch-ms": "milisegundos desde 1970"
      },
      encoding: { latin1: "ISO 8859-1" },
      decimal: { point: "punto", comma: "coma" },
      shown_twice: { first: "la primera", second: "la segunda" },
      wrap_longitudes: { true: "de 0 a 360" },
      gpx_points: { tracks: "recorridos", routes: "rutas", waypoints: "puntos de interés" }
    }
  },
  notes: {
    title: "Cómo se lee el archivo",
    also: {
      tracks: (p) => {
        const forms = {
          one: "# punto de recorrido",
          many: "# de puntos de recorridos",
          other: "# puntos de recorridos"
        }
        return `El archivo también contiene ${counts(p.count, forms)} con hora.`
      },
      routes: (p) => {
        const forms = { one: "# punto de ruta", many: "# de puntos de rutas", other: "# puntos de rutas" }
        return `El archivo también contiene ${counts(p.count, forms)} con hora.`
      },
      waypoints: (p) => {
        const forms = {
          one: "# punto de interés",
          many: "# de puntos de interés",
          other: "# puntos de interés"
        }
        return `El archivo también contiene ${counts(p.count, forms)} con hora.`
      }
    },
    take: {
      tracks: "Usar los puntos de los recorridos",
      routes: "Usar los puntos de las rutas",
      waypoints: "Usar los puntos de interés"
    }
  }
}
