// English words of the positions of an animal.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")
const fixCount = (count: number): string => counts(count, { one: "# fix", other: "# fixes" })

/** Done is what a correction did to fixes. */
interface Done {
  readonly count: number
  /** marked as right or as wrong; null: neither */
  readonly isRight: boolean | null
  readonly isMovedInTime: boolean
  readonly isMovedInPlace: boolean
}

/** fixes are the words of the page that corrects the fixes of an animal. */
export const fixes = {
  title: "Correct fixes",
  titleOf: (p: { name: string }) => `${p.name}: correct fixes`,
  originalStays: "what the device sent is kept, and is shown beside",
  span: "How long",
  fixes: "the fixes",
  map: (p: { name: string }) => `Fixes of ${p.name}`,
  none: "No fixes in this period.",
  upToLast: (p: { time: string }) => `Up to its last fix, ${p.time}`,
  selected: (p: { selected: number; all: number }) =>
    `${counts(p.selected, { other: "#" })} of ${fixCount(p.all)} selected`,
  hasOlder: "this period has older fixes",
  atMost: (p: { count: number }) => counts(p.count, { other: "at most # at once" }),
  correction: "Correction",
  modes: { wrong: "Wrong", right: "Restore", move: "Move" },
  hint: { select: "click, or draw a box; Shift adds", place: "click where it was" },
  moveOne: "Move one fix at a time.",
  done: (p: Done) => {
    const changes = [
      ...(p.isRight === null ? [] : [p.isRight ? "restored" : "marked as wrong"]),
      ...(p.isMovedInTime ? ["moved in time"] : []),
      ...(p.isMovedInPlace ? ["moved in place"] : [])
    ]
    return `${fixCount(p.count)} ${changes.join(", ")}`
  },
  act: {
    wrong: (p: { count: number }) => `Mark ${fixCount(p.count)} as wrong`,
    right: (p: { count: number }) => `Restore ${fixCount(p.count)}`,
    move: (p: { count: number }) => `Move ${fixCount(p.count)}`
  },
  correcting: "Correcting fixes",
  corrected: (p: { done: string }) => `${p.done}. Rules are evaluated again from there on.`,
  undone: (p: { done: string }) => `Undone: ${p.done}.`,
  why: "Why",
  whyHint: "how you know it",
  corrections: {
    title: "Corrections of this device",
    none: "none",
    count: (p: { all: number; undone: number }) =>
      p.undone === 0
        ? counts(p.all, { other: "#" })
        : `${counts(p.all, { other: "#" })}, ${counts(p.undone, { other: "# undone" })}`,
    undo: "Undo",
    undoOne: (p: { done: string; reason: string }) => `Undo: ${p.done}, ${p.reason}`,
    undoing: "Undoing a correction",
    undoneOn: (p: { day: string }) => `undone ${p.day}`,
    by: (p: { who: string | null; time: string }) => `${p.who ?? "a member without a name"}, ${p.time}`
  },
  list: {
    title: "The fixes",
    move: "move",
    select: "select",
    selected: "Selected",
    time: "Time",
    speed: "km/h",
    accuracy: "Accuracy",
    satellites: "Satellites",
    satellitesShort: "Sat.",
    inside: "Inside",
    fix: (p: { time: string; isWrong: boolean }) =>
      `The fix of ${p.time}${p.isWrong ? ", marked as wrong" : ""}`
  },
  place: {
    hint: "Click on the map where it was, or type the place.",
    latitude: "Latitude",
    longitude: "Longitude",
    time: (p: { zone: string }) => `When, ${p.zone}`
  },
  limits: {
    atLeast: (p: { least: number }) => `A number, ${p.least} or more`,
    between: (p: { least: number; most: number }) => `A number, ${p.least} to ${p.most}`
  },
  outcome: {
    title: "What would change",
    period: (p: { from: string; to: string }) => `rules run with and without it, ${p.from} to ${p.to}`,
    running: "Running the rules…",
    removed: (p: { count: number }) => counts(p.count, { one: "event removed", other: "events removed" }),
    added: (p: { count: number }) => counts(p.count, { one: "event added", other: "events added" }),
    unchanged: (p: { count: number }) => counts(p.count, { one: "unchanged", other: "unchanged" }),
    addedSign: "added",
    removedSign: "removed",
    told: <P>(p: { names: P; more: number }) =>
      p.more === 0
        ? parts<P>`told: ${p.names}`
        : parts<P | string>`told: ${p.names}${counts(p.more, { other: " and # more" })}`,
    more: (p: { count: number }) => counts(p.count, { other: "and # more" }),
    isCut: "There are more changes: the test reached its limit."
  },
  speed: {
    title: "Speed between fixes",
    hint: "km/h from fix to fix, square-root scale; select here or on the map",
    jumps: <P>(p: { count: number; limit: P }) =>
      parts<P | string>`${counts(p.count, { one: "# jump", other: "# jumps" })} over ${p.limit} km/h`,
    limit: "Faster than, km/h",
    select: "Select",
    chart: (p: { count: number; limit: string }) =>
      `Speeds between fixes, ${counts(p.count, { one: "# jump", other: "# jumps" })} over ${p.limit} km/h`
  }
}
