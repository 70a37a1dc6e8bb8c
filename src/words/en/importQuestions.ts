// English words of the questions about a file of tracks.
import { countsIn } from "../tools.ts"

const counts = countsIn("en-GB")

/** importQuestions are the words of what is asked of a file, and of the answers. */
export const importQuestions = {
  asked: "needs an answer",
  apply: "Use it",
  line: (p: { line: number; reason: string }) => `Line ${p.line}: ${p.reason}`,
  questions: {
    dateOrder: "Which comes first in the dates?",
    seconds: "Are the times seconds since 1970?",
    milliseconds: "Are the times milliseconds since 1970?",
    shownTwice: "Which hour is meant when the clocks went back?",
    encoding: "Was the file written by an older program on Windows?",
    comma: "Does the comma stand for a decimal point?",
    longitudes: "Do the longitudes go from 0 to 360?",
    byteOrder: "In which order are the bytes of a character?"
  },
  options: {
    day: "The day",
    month: "The month",
    seconds: "Yes, seconds",
    milliseconds: "Yes, milliseconds",
    first: "The first",
    second: "The second",
    latin1: "Yes, read it as ISO 8859-1",
    comma: "Yes, 10,5 is ten and a half",
    wrap: "Yes, those beyond 180 are west",
    lowByte: "Low byte first (Windows)",
    highByte: "High byte first"
  },
  zone: {
    title: "Which clock wrote the times?",
    ofProject: (p: { zone: string }) => `${p.zone}, as the project`,
    another: "Another time zone",
    placeholder: (p: { example: string }) => `Another zone: ${p.example}`
  },
  system: {
    title: "In which system are the coordinates?",
    zone: "Zone of UTM",
    chooseZone: "UTM zone",
    half: "Hemisphere",
    north: "north",
    south: "south",
    applyZone: "Use this zone",
    another: "Another system",
    placeholder: (p: { example: string }) => `Another system: ${p.example}`
  },
  columns: {
    of: (p: { field: string }) => `The column of the ${p.field}`,
    choose: "Choose a column",
    unclear: "The columns are not clear",
    twice: (p: { column: string }) =>
      `Several columns are called “${p.column}”. Keep one of them in the file.`,
    unknown: (p: { column: string }) => `The file has no column “${p.column}”.`,
    forget: "Clear the chosen columns",
    which: (p: { fields: ReadonlyArray<string> }) =>
      `Which column says the ${p.fields.join(", which the ")}?`,
    noneByName: "No column was found by its name.",
    dateAndTime: "Which columns say the date and the time of the day?"
  },
  whose: {
    title: "Whose rows are these?",
    why: (p: { one: string }) => `No column names the ${p.one}.`,
    name: (p: { one: string }) => `The name of the ${p.one}`,
    placeholder: (p: { one: string }) => `All rows are of one ${p.one}: its name`
  },
  unopened: {
    foreign: (p: { file: string; what: string }) => `${p.file} ${p.what}`,
    otherKind: (p: { file: string }) => `${p.file} is another kind of file.`,
    empty: (p: { file: string }) => `${p.file} is empty.`,
    notUtf8: "The file is not UTF-8."
  },
  fields: {
    individual: "animal",
    time: "time",
    lon: "longitude",
    lat: "latitude",
    tag: "device",
    date: "date",
    time_of_day: "time of the day",
    altitude_m: "height, m",
    speed_mps: "speed, m/s",
    heading_deg: "heading, °",
    accuracy_m: "accuracy, m",
    satellites: "satellites",
    temperature_c: "temperature, °C",
    battery_voltage: "battery, V",
    easting: "easting, m",
    northing: "northing, m",
    zone: "zone of UTM",
    lat_hemisphere: "N or S",
    lon_hemisphere: "E or W",
    hdop: "HDOP",
    pdop: "PDOP",
    vdop: "VDOP",
    dop: "DOP",
    fix_type: "kind of fix",
    taxon: "species",
    sensor: "sensor",
    visible: "valid",
    outlier: "outlier"
  },
  answers: {
    title: "Your answers",
    change: "Change",
    changeOne: (p: { what: string }) => `Change: ${p.what}`,
    names: {
      times_in: "Time zone",
      time_format: "Dates",
      animal: "Animal of all rows",
      encoding: "Characters",
      decimal: "Decimals",
      shown_twice: "Hour shown twice",
      wrap_longitudes: "Longitudes",
      crs: "Coordinates",
      gpx_points: "Points"
    },
    values: {
      time_format: {
        dmy: "day first",
        mdy: "month first",
        "epoch-s": "seconds since 1970",
        "epoch-ms": "milliseconds since 1970"
      },
      encoding: { latin1: "ISO 8859-1" },
      decimal: { point: "point", comma: "comma" },
      shown_twice: { first: "the first", second: "the second" },
      wrap_longitudes: { true: "0 to 360" },
      gpx_points: { tracks: "tracks", routes: "routes", waypoints: "waypoints" }
    }
  },
  notes: {
    title: "How the file is read",
    also: {
      tracks: (p: { count: number }) =>
        `The file also holds ${counts(p.count, {
          one: "# point of a track",
          other: "# points of tracks"
        })} with a time.`,
      routes: (p: { count: number }) =>
        `The file also holds ${counts(p.count, {
          one: "# point of a route",
          other: "# points of routes"
        })} with a time.`,
      waypoints: (p: { count: number }) =>
        `The file also holds ${counts(p.count, { one: "# waypoint", other: "# waypoints" })} with a time.`
    },
    take: {
      tracks: "Take the points of tracks instead",
      routes: "Take the points of routes instead",
      waypoints: "Take the waypoints instead"
    }
  }
}
