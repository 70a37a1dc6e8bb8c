// Finds where the language of the sources and pages falls below its floor: words that hide who acts, exports without a
// doc comment, constants without a unit or noun. Pure: text in, figures and places out.
import { type CommentLine, readComments } from "./readComments.ts"

/** Words that stand for an unnamed subject in comments. */
const VAGUE_WORDS = /\b(?:somebody|nobody|whoever|whom|those who|anew|besides)\b/i

/** Units that end the name of a constant. */
const UNITS = new Set(
  (
    "MS SECONDS MINUTES HOURS DAYS BYTES MB M M2 METRES MPS DEGREES PERCENT PX POINTS CHARACTERS DIGITS " +
    "ROWS COLUMNS ITEMS"
  ).split(" ")
)

/** Nouns of the field that end the name of a constant: what it is, where it is no quantity with a unit. */
const NOUNS = new Set(
  // quantities
  (
    "BUDGET CONCURRENCY COST COUNT DELAY DEPTH DIFFERENCE DURATION ECCENTRICITY EXPONENT EXTENT FACTOR FLATTENING " +
    "HEIGHT INTERVAL LENGTH LEVEL LIMIT MARGIN NESTING OFFSET ORDINATE POSITION PRIORITY RADIUS RATE RATIO SCALE " +
    "SHARE TIME TIMEOUT WEIGHT WIDTH WINDOW ZOOM COSINE SEED " +
    // things that are counted or listed
    "ADAPTERS AREAS ATTEMPTS ATTRIBUTES BANDWIDTHS BARS BINS BOUNDS CELLS CHECKS CODES CONNECTIONS CREATIONS " +
    "DASHES DELIMITERS DELIVERIES EDGES ENDS ENTITIES ENTRIES EVENTS FAILURES FEATURES FIELDS FILES FIXES FORMATS " +
    "FORMS FRAMES HEADERS HOTSPOTS IDS INSTRUCTIONS INTERVALS ITERATIONS JOBS LABELS LANES LEVELS LIMITS LINES " +
    "MATCHES MEMBERS METRICS MOMENTS MONTHS NAMES NOTES NUMBERS ORDINATES PACKAGES PARAMETERS PARTITIONS PARTS " +
    "PATHS PLACES PLATFORMS PRESETS REASONS RECORDS REPORTS RULES SESSIONS SETTINGS SOURCES STEPS SUBJECTS " +
    "SUCCESSES TESTS TICKS TOKENS TRACES VALUES VARIABLES VERTICES WARNINGS WORDS ZONES " +
    // single things
    "ALGORITHM ATTRIBUTE CHARACTER CHECK CLASS CODE COMMENT COOKIE DECISION DESCRIPTION DIALECT DIRECTORY EDITION " +
    "ENTRY EXPLANATION FILE FOLDER HASH HEADER HOST ID INK KEY KIND LOGO MARKER METRIC MODE NAME NOTE NOTICE ORIGIN " +
    "OUTCOME PAGE PART PARTITION PATH PATTERN POLICY PREFIX REASON REFUSAL REMEDY SCOPE SCRIPT SEPARATOR SIGNATURE " +
    "SLOT SLUG SQL START STATE STATUS STYLE SUBPROTOCOL SUFFIX TYPE URL VERSION VIOLATION WAIT WARNING"
  ).split(" ")
)

/**
 * Whether the name of a constant says what it is: it ends in a unit or a noun, or is a bound (MAX_, MIN_) of
 * things in the plural. Of a rate (ROWS_PER_READ) the first part counts.
 */
const isClear = (name: string): boolean => {
  const words = name.split("_PER_")[0]!.split("_")
  const last = words.at(-1)!
  return UNITS.has(last) || NOUNS.has(last) || (/^(?:MAX|MIN)$/.test(words[0]!) && /[^S]S$/.test(last))
}

/** LanguageFigures are the counts of a set of sources, with the places of what is below the floor. */
export interface LanguageFigures {
  readonly commentLines: number
  readonly vagueLines: ReadonlyArray<string>
  readonly exportedNames: number
  readonly undocumentedNames: ReadonlyArray<string>
  readonly constants: number
  readonly unclearConstants: ReadonlyArray<string>
}

const isVague = ({ text }: CommentLine): boolean => VAGUE_WORDS.test(text)

/** `inspectLanguage` reads sources (path to text) and counts. */
export const inspectLanguage = (sources: ReadonlyMap<string, string>): LanguageFigures => {
  const readings = [...sources].map(([path, text]) => ({ path, ...readComments(path, text) }))
  return {
    commentLines: readings.reduce((sum, { comments }) => sum + comments.length, 0),
    vagueLines: readings.flatMap(({ comments, path }) =>
      comments.filter(isVague).map(({ line, text }) => `${path}:${line} ${text}`)
    ),
    exportedNames: readings.reduce((sum, { exports }) => sum + exports.length, 0),
    undocumentedNames: readings.flatMap(({ exports, path }) =>
      exports.filter(({ documented }) => !documented).map(({ line, name }) => `${path}:${line} ${name}`)
    ),
    constants: readings.reduce((sum, { constants }) => sum + constants.length, 0),
    unclearConstants: readings.flatMap(({ constants, path }) =>
      constants.filter(({ name }) => !isClear(name)).map(({ line, name }) => `${path}:${line} ${name}`)
    )
  }
}

/** Returns the lines of prose of a Markdown page that are not empty, without code and the targets of links. */
const readProse = (page: string): ReadonlyArray<CommentLine> => {
  let isCode = false
  return page.split("\n").flatMap((written, index) => {
    const isFence = written.startsWith("```")
    if (isFence) isCode = !isCode
    const text = written.replaceAll(/`[^`]*`|\]\([^)]*\)/g, "").trim()
    return isFence || isCode || text === "" ? [] : [{ line: index + 1, text }]
  })
}

/** ProseFigures are the number of lines of prose and the places of those with a vague word. */
export interface ProseFigures {
  readonly lines: number
  readonly vagueLines: ReadonlyArray<string>
}

/** `inspectProse` reads Markdown pages (path to text) and counts. */
export const inspectProse = (pages: ReadonlyMap<string, string>): ProseFigures => {
  const prose = [...pages].flatMap(([path, page]) => readProse(page).map((line) => ({ path, ...line })))
  return {
    lines: prose.length,
    vagueLines: prose.filter(isVague).map(({ line, path, text }) => `${path}:${line} ${text}`)
  }
}

/** Returns the part of a whole in percent. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole)
