// English words of the import.
import { countsIn, numbersIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")
const numberOf = numbersIn("en-GB")

/** A word for one and for many, such as the project's word for its animals. */
interface Word {
  readonly one: string
  readonly many: string
}

const counted = (count: number, { many, one }: Word): string =>
  counts(count, { one: `# ${one}`, other: `# ${many}` })
const records = (count: number): string => counts(count, { one: "# record", other: "# records" })
const rows = (count: number): string => counts(count, { one: "# row", other: "# rows" })

/** imports are the words of the import. */
export const imports = {
  title: "Import tracks",
  file: "The file",
  about:
    "Movebank, any table, Excel, GPX, KML, KMZ or GeoJSON. It is read in this browser; nothing is stored until " +
    "you import it.",
  nothingStored: "nothing is stored yet",
  kindOfAnimals: (p: Pick<Word, "many">) => `What the ${p.many} are`,
  cancel: "Cancel",
  close: "Close",
  import: "Import",
  importRecords: (p: { count: number }) => `Import ${records(p.count)}`,
  device: { one: "device", many: "devices" },
  counted: (p: { count: number; word: Word }) => counted(p.count, p.word),
  records: (p: { count: number }) => records(p.count),
  /** some names, and how many more there are */
  names: (p: { names: ReadonlyArray<string>; more: number }) =>
    `${p.names.join(", ")}${p.more > 0 ? ` and ${numberOf(p.more)} more` : ""}`,
  andMore: (p: { count: number }) => `and ${numberOf(p.count)} more`,
  steps: {
    label: "Steps of the import",
    read: "Read",
    columns: "Columns",
    timeZone: "Time zone",
    checked: "Checked",
    stored: "Stored",
    toStore: "To be stored"
  },
  step: {
    incomplete: "incomplete",
    rows: (p: { count: number }) => rows(p.count),
    fixed: "fixed by the format",
    columns: (p: { read: number; all: number }) => `${numberOf(p.read)} of ${numberOf(p.all)}, complete`,
    columnsAsked: (p: { read: number; all: number }) =>
      `${numberOf(p.read)} of ${numberOf(p.all)}, needs an answer`,
    asked: "needs an answer",
    zoneOfFile: "as in the file",
    good: (p: { count: number }) => `${numberOf(p.count)} good`,
    soFar: (p: { count: number }) => `${numberOf(p.count)} so far`,
    importedBefore: "imported before",
    toStore: (p: { records: number; animals: number; word: Word }) =>
      `${numberOf(p.records)} for ${counted(p.animals, p.word)}`
  },
  reading: {
    title: "Reading",
    meter: "Read of the file",
    hint: "The file is being checked in this browser. Nothing is stored yet."
  },
  cannotImport: "This file cannot be imported",
  wasStopped: "The import was stopped.",
  stopped: {
    title: "The import stopped",
    hint: "What was stored stays. It goes on where it stopped.",
    goOn: "Go on"
  },
  form: {
    separated: (p: { encoding: string; delimiter: string }) => `${p.encoding}, ${p.delimiter} between fields`,
    delimiters: { comma: "commas", semicolon: "semicolons", tab: "tabs", bar: "bars" },
    sheet: (p: { sheet: string }) => `Excel, sheet “${p.sheet}”`
  },
  rows: {
    label: "First rows",
    refused: "Refused rows",
    onlyOne: "The only row",
    first: (p: { count: number }) => `First ${rows(p.count)}`,
    shown: "Rows that are shown",
    showFirst: (p: { count: number }) => `First ${numberOf(p.count)}`,
    showRefused: (p: { count: number }) => `Refused ${numberOf(p.count)}`,
    columnsRead: (p: { form: string; read: number; all: number }) =>
      `${p.form}; ${numberOf(p.read)} of ${counts(p.all, { one: "# column", other: "# columns" })} read`,
    line: "Line",
    notRead: "not read",
    whatColumnSays: (p: { column: string }) => `What ${p.column} says`,
    refusedBecause: "Refused because",
    more: (p: { count: number }) => counts(p.count, { one: "# more row", other: "# more rows" }),
    moreRefused: (p: { count: number }) =>
      `${counts(p.count, { one: "# more row", other: "# more rows" })}. All of them are in the download.`
  },
  refused: {
    title: "Refused",
    download: "Download them as CSV",
    reading: "Reading the file",
    rows: (p: { refused: number; all: number }) => `${numberOf(p.refused)} of ${rows(p.all)}`,
    /** follows a reason */
    line: (p: { count: number; line: number }) =>
      p.count === 1 ? `, line ${p.line}` : `, first in line ${p.line}`
  },
  contents: {
    noRecords: "No records in this file",
    devices: "Devices",
    period: "Period",
    times: "Times",
    utc: "UTC, as in all files of this kind",
    outliers: "Outliers",
    outliersKept: (p: { count: number }) => `${numberOf(p.count)}: stored, not used by rules or analyses`,
    network: "Network (Argos)",
    networkKept: (p: { count: number }) => `${numberOf(p.count)}: on the map, not used by analyses`,
    skipped: "Skipped",
    skippedRows: (p: { count: number; reason: string }) => `${rows(p.count)}: ${p.reason}`,
    skipReasons: {
      "marked as outlier": "marked as outlier",
      "no animal": "no animal",
      "no position": "no position",
      "outside the period": "outside the period"
    },
    otherName: "It has another name"
  },
  whatHappens: {
    title: "What happens",
    /** `animals`: capitalized */
    animals: (p: { animals: string }) =>
      `${p.animals} that are here already, by their names, get these records; the others are created.`,
    rulesLink: "Rules",
    rules: <P>(p: { link: P }) =>
      parts<P>`${p.link} check the records as past data. Events are listed; no messages are sent.`,
    known: "Records that are stored already stay as they are."
  },
  command: {
    sameAs: "same as",
    copy: "Copy the command",
    copied: "The command is on the clipboard."
  },
  sameFile: {
    open: "This import goes on where it stopped",
    openHint: (p: { who: string | null; at: string; line: number }) =>
      `${p.who ?? "A member"} started it on ${p.at}. Rows up to line ${p.line} are stored. ` +
      "The answers that were given then are used again.",
    changed: "The file has changed",
    changedHint: (p: { at: string }) =>
      `A file of this name with other contents was imported on ${p.at}. This one is sent from its first row on; ` +
      "records that are stored already stay as they are."
  },
  tracks: {
    label: "Tracks in the file",
    title: (p: { animals: number; word: Word; days: string }) =>
      `Tracks of ${counted(p.animals, p.word)}, ${p.days}`,
    legend: (p: Pick<Word, "one">) => `Positions of each ${p.one}`,
    notDrawn: (p: { count: number }) => `${numberOf(p.count)} not drawn`
  },
  sending: {
    title: "Storing",
    stop: "Stop",
    meter: "Sent of the file",
    mayClose: "You may close this page: choose the same file again to go on.",
    noConnection: "No connection. It goes on when Pugmark can be reached again."
  },
  tally: (p: { accepted: number; duplicates: number; rejected: number; unassigned: number }) =>
    [
      `${records(p.accepted)} stored`,
      ...(p.duplicates > 0 ? [`${numberOf(p.duplicates)} here already`] : []),
      ...(p.rejected > 0 ? [`${rows(p.rejected)} refused`] : []),
      ...(p.unassigned > 0 ? [`${numberOf(p.unassigned)} kept for unknown devices`] : [])
    ].join(", "),
  done: {
    stored: "The file is in",
    takenBack: "The file is taken back",
    takeBack: "Take it back",
    result: "Result",
    seeAnimals: (p: Pick<Word, "many">) => `See the ${p.many}`,
    onMap: "On the map",
    download: "Download the refused rows",
    another: "Another file"
  },
  known: {
    title: "This file was imported before",
    hint: (p: { who: string | null; at: string | null }) =>
      `${p.who ?? "A member"} imported it${p.at === null ? "" : ` on ${p.at}`}. Nothing was sent now.`,
    again: "Send it again"
  },
  earlier: {
    imports: "imports",
    title: "Imports so far",
    file: "File",
    state: "State",
    size: "Size",
    records: "Records",
    refused: "Refused",
    by: "By",
    started: "Started",
    recordUnit: (p: { count: number }) => counts(p.count, { one: "record", other: "records" }),
    refusedUnit: (p: { count: number }) => counts(p.count, { other: "refused" }),
    acts: { takeBack: "Take back", progress: "Progress", result: "Result" },
    actOn: (p: { act: string; file: string }) => `${p.act}: ${p.file}`
  },
  states: {
    finished: "finished",
    started: "started; choose the file again to go on",
    stopped: (p: { percent: number }) => `stopped at ${p.percent} %; choose the file again to go on`,
    takenBack: "taken back",
    takenBackBut: (p: { count: number; word: Word }) => `taken back; ${counted(p.count, p.word)} stayed`,
    notTakenBack: "not taken back: it stopped",
    checking: "being taken back: rules check past records",
    leaving: (p: { percent: number }) => `being taken back, ${p.percent} %`
  },
  takeBack: {
    title: <P>(p: { file: P }) => parts<P>`Take back ${p.file}?`,
    running: <P>(p: { file: P }) => parts<P>`${p.file} is being taken back`,
    over: <P>(p: { file: P }) => parts<P>`${p.file} is taken back`,
    plan: "what goes and what stays",
    stopped: (p: { reason: string }) => `It stopped: ${p.reason}`,
    hint:
      "Rules check the past again without these records. Events that no longer apply stay in the list, marked as " +
      "superseded. The file can be imported again afterwards.",
    act: "Take it back",
    removed: "Records removed",
    records: "Records",
    none: "none",
    /** The heads of what goes and what stays; `what`: capitalized. */
    goes: (p: { what: string }) => `${p.what} that go`,
    gone: (p: { what: string }) => `${p.what} removed`,
    stays: (p: { what: string }) => `${p.what} that stay`,
    stayed: (p: { what: string }) => `${p.what} stayed`,
    reasons: {
      records: "it has other records",
      assigned: "it has another assignment",
      rule: "a rule names it",
      automation: "an automation names it",
      member: "a member's view names it",
      run: "a kept analysis is about it",
      edited: "it was changed since",
      judging: "rules still check its past records"
    },
    contents: (p: { positions: number; measurements: number; states: number }) =>
      [
        counts(p.positions, { one: "# position", other: "# positions" }),
        ...(p.measurements === 0
          ? []
          : [counts(p.measurements, { one: "# measurement", other: "# measurements" })]),
        ...(p.states === 0 ? [] : [counts(p.states, { one: "# state", other: "# states" })])
      ].join(", "),
    curated: (p: { count: number }) =>
      `${counts(p.count, {
        one: "# of these positions was",
        other: "# of these positions were"
      })} corrected by hand. The corrections are removed too.`,
    repeated: <P>(p: { files: P }) =>
      parts<P>`Some of these records are in ${p.files} too. They are removed; import that file again afterwards.`,
    keptRuns: (p: { count: number; word: Pick<Word, "many"> }) =>
      `${counts(p.count, { one: "# analysis since then is", other: "# analyses since then are" })} about these ` +
      `${p.word.many}. Their results stay as they are.`,
    begins: "It begins in a moment.",
    progress: (p: { done: number; all: number }) => `${numberOf(p.done)} of ${records(p.all)} removed`,
    checking: (p: Pick<Word, "many">) =>
      `The records are removed. Rules check the past without them; then the ${p.many} are removed.`,
    mayClose: "You may close this page: it goes on."
  }
}
