// Headings of columns in German, Swedish, Norwegian, Finnish, French, Spanish, Portuguese, Dutch and Italian. Names are
// as `foldHeading` writes them: small letters without their marks.
import type { ColumnField } from "./columnNames.ts"

/** Names of each field, parted by bars. */
export type Headings = Readonly<Partial<Record<ColumnField, string>>>

/** The headings of a language. */
interface LanguageHeadings {
  /** mean one thing only */
  readonly sure: Headings
  /** quantities that are taken where their unit is said beside them */
  readonly unitless: Headings
  /** taken where another heading of the language stands beside them: `tier` is a level in English, `tid` an id */
  readonly unsure: Headings
  /** a length and a width as well: each is taken as a place where the other axis has a column */
  readonly axes: Headings
  /** a date, which holds the time of the day too where no column beside it does */
  readonly dates: string
}

const german: LanguageHeadings = {
  sure: {
    individual: "tier-id|tier-nr|tiernr|tiernummer|tiername|tier-name|individuum",
    tag: "gerat|geraet|gerate-id|geraete-id|geratenummer|halsband|halsband-id|halsband-nr|halsbandnummer",
    time: "zeit|zeitpunkt|zeitstempel|datum-zeit|datum/zeit|datumzeit|datum-uhrzeit|datum/uhrzeit",
    lon: "langengrad|laengengrad|geogr-lange|geographische-lange|geographische-laenge",
    lat: "breitengrad|geogr-breite|geographische-breite",
    altitude_m: "hohe|hoehe|hohe-m|hoehe-m|meereshohe|meereshoehe|hohe-uber-nn|hoehe-ueber-nn",
    heading_deg: "kurs|richtung|fahrtrichtung",
    accuracy_m: "genauigkeit",
    satellites: "satelliten|anzahl-satelliten",
    temperature_c: "temperatur"
  },
  unitless: { speed_mps: "geschwindigkeit", battery_voltage: "batterie|batteriespannung|akku|spannung" },
  unsure: { individual: "tier", tag: "sender" },
  axes: { lon: "lange|laenge", lat: "breite" },
  dates: "datum"
}

const swedish: LanguageHeadings = {
  sure: {
    individual: "djur|djur-id|djurid|djurnummer|djurnamn|individ",
    tag: "sandare|sandar-id|halsband|halsbandsnummer",
    time: "tidpunkt|tidsstampel|datum-tid|datum/tid|datum-och-tid",
    lon: "longitud|langdgrad",
    lat: "latitud|breddgrad",
    altitude_m: "hojd|hojd-m|hojd-over-havet",
    heading_deg: "kurs|riktning",
    accuracy_m: "noggrannhet",
    satellites: "satelliter|antal-satelliter",
    temperature_c: "temperatur"
  },
  unitless: { speed_mps: "hastighet|fart", battery_voltage: "batteri|batterispanning|spanning" },
  unsure: { time: "tid" },
  axes: { lon: "langd", lat: "bredd" },
  dates: "datum"
}

const norwegian: LanguageHeadings = {
  sure: {
    individual: "dyr|dyr-id|dyreid|dyrenummer|dyrenavn|individ",
    tag: "radiobjelle|klave|klavenummer|halsband|sender-id",
    time: "tidspunkt|tidsstempel|dato-tid|dato/tid|dato-og-tid",
    lon: "lengdegrad",
    lat: "breddegrad",
    altitude_m: "hoyde|hoyde-m|hoyde-over-havet",
    heading_deg: "kurs|retning",
    accuracy_m: "noyaktighet",
    satellites: "satellitter|antall-satellitter",
    temperature_c: "temperatur"
  },
  unitless: { speed_mps: "hastighet|fart", battery_voltage: "batteri|batterispenning|spenning" },
  unsure: { time: "tid", tag: "sender" },
  axes: { lon: "lengde", lat: "bredde" },
  dates: "dato"
}

const finnish: LanguageHeadings = {
  sure: {
    individual: "elain|elaimen-nimi|elaimen-id|elain-id|yksilo|yksilo-id",
    tag: "laite|laite-id|lahetin|panta|pantanumero",
    time: "aika|aikaleima|ajankohta|pvm-aika|paivamaara-ja-aika",
    lon: "pituusaste|pituusasteet",
    lat: "leveysaste|leveysasteet",
    altitude_m: "korkeus|korkeus-m",
    heading_deg: "suunta",
    accuracy_m: "tarkkuus",
    satellites: "satelliitit|satelliitteja",
    temperature_c: "lampotila"
  },
  unitless: { speed_mps: "nopeus", battery_voltage: "akku|paristo|jannite" },
  unsure: {},
  axes: { lon: "pituus", lat: "leveys" },
  dates: "pvm|paivamaara|paiva"
}

const french: LanguageHeadings = {
  sure: {
    individual: "id-animal|nom-animal|nom-de-l'animal|nom-de-l’animal|numero-animal|individu",
    tag: "collier|id-collier|numero-de-collier|balise|appareil",
    time: "heure|horodatage|date-heure|date/heure|date-et-heure",
    altitude_m: "hauteur",
    satellites: "nombre-de-satellites|nb-satellites"
  },
  unitless: { speed_mps: "vitesse", battery_voltage: "batterie|tension|tension-batterie" },
  unsure: { heading_deg: "cap", accuracy_m: "precision" },
  axes: {},
  dates: "date"
}

const spanish: LanguageHeadings = {
  sure: {
    individual: "id-animal|id-del-animal|nombre-animal|nombre-del-animal|individuo",
    tag: "collar|id-collar|dispositivo",
    time: "hora|fecha-hora|fecha/hora|fecha-y-hora|marca-de-tiempo",
    lon: "longitud",
    lat: "latitud",
    altitude_m: "altitud|altura|elevacion",
    heading_deg: "rumbo",
    satellites: "satelites|numero-de-satelites",
    temperature_c: "temperatura"
  },
  unitless: { speed_mps: "velocidad", battery_voltage: "bateria|voltaje|tension" },
  unsure: { accuracy_m: "precision" },
  axes: {},
  dates: "fecha"
}

const portuguese: LanguageHeadings = {
  sure: {
    individual: "id-animal|id-do-animal|nome-animal|nome-do-animal|individuo",
    tag: "coleira|id-coleira|dispositivo",
    time: "hora|data-hora|data/hora|data-e-hora",
    altitude_m: "altura|elevacao",
    heading_deg: "rumo",
    accuracy_m: "precisao",
    satellites: "satelites|numero-de-satelites",
    temperature_c: "temperatura"
  },
  unitless: { speed_mps: "velocidade", battery_voltage: "bateria|tensao|voltagem" },
  unsure: { time: "data" },
  axes: {},
  dates: ""
}

const dutch: LanguageHeadings = {
  sure: {
    individual: "dier|dier-id|diernummer|diernaam|individu",
    tag: "halsband|halsbandnummer|zender|zender-id|apparaat",
    time: "tijd|tijdstip|tijdstempel|datum-tijd|datum/tijd|datumtijd|datum-en-tijd",
    lon: "lengtegraad",
    lat: "breedtegraad",
    altitude_m: "hoogte|hoogte-m",
    heading_deg: "koers|richting",
    accuracy_m: "nauwkeurigheid",
    satellites: "satellieten|aantal-satellieten",
    temperature_c: "temperatuur"
  },
  unitless: { speed_mps: "snelheid", battery_voltage: "batterij|accu|batterijspanning|spanning" },
  unsure: {},
  axes: { lon: "lengte", lat: "breedte" },
  dates: "datum"
}

const italian: LanguageHeadings = {
  sure: {
    individual: "animale|id-animale|nome-animale|nome-dell'animale|individuo",
    tag: "collare|id-collare|radiocollare|dispositivo",
    time: "ora|orario|data-ora|data/ora|data-e-ora",
    lon: "longitudine",
    lat: "latitudine",
    altitude_m: "altitudine|quota|altezza",
    heading_deg: "direzione|rotta",
    accuracy_m: "precisione|accuratezza",
    satellites: "satelliti|numero-satelliti",
    temperature_c: "temperatura"
  },
  unitless: { speed_mps: "velocita", battery_voltage: "batteria|tensione|tensione-batteria" },
  unsure: { time: "data" },
  axes: {},
  dates: ""
}

/** The headings of all languages. */
export const languages: ReadonlyArray<LanguageHeadings> = [
  german,
  swedish,
  norwegian,
  finnish,
  french,
  spanish,
  portuguese,
  dutch,
  italian
]
