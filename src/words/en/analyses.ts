// English words of the list of analyses.
import { countsIn, numbersIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")
const numberOf = numbersIn("en-GB")
const ordinals = ["next", "second", "third", "fourth", "fifth"]

/** analyses are the words of the list of analyses, and of one that is running, failed or gone. */
export const analyses = {
  title: "Analyses",
  analyses: "analyses",
  analysis: "the analysis",
  all: "All analyses",
  create: "New analysis",
  aNew: "A new analysis",
  unnamed: "without a name",
  total: (p: { total: number; kept: number }) =>
    `${counts(p.total, { one: "# run", other: "# runs" })}, ${numberOf(p.kept)} kept`,
  shown: (p: { count: number }) => counts(p.count, { other: "# shown" }),
  shownOf: (p: { count: number; kept: number; maxKept: number; queued: number; maxQueued: number }) =>
    `${numberOf(p.count)} shown · kept ${numberOf(p.kept)} of ${numberOf(p.maxKept)}, ` +
    `queued ${numberOf(p.queued)} of ${numberOf(p.maxQueued)}`,
  noneMatch: "No analyses match.",
  none: {
    title: "No analyses yet.",
    hint: "An analysis says what the animals did, or how the pasture was used."
  },
  compare: {
    button: <P>(p: { count: number; key: P }) =>
      parts<P | string>`Compare ${numberOf(p.count)} of 2 ${p.key}`,
    needsResult: "Only a run with a result can be compared.",
    needsTwo: "Pick two analyses first, with X."
  },
  filters: {
    label: "Which analyses",
    find: "Find an analysis",
    placeholder: "Name, animal",
    status: "Status",
    kind: "Kind",
    allKinds: "All kinds",
    author: "Whose",
    anyone: "Anyone",
    mine: "Mine",
    views: {
      running: "Running",
      queued: "Queued",
      failed: "Failed",
      kept: "Kept",
      ending: "Ends soon"
    },
    withCount: (p: { view: string; count: number }) => `${p.view} ${numberOf(p.count)}`
  },
  keys: {
    move: "move",
    open: "open",
    compare: <P>(p: { pick: P; compare: P }) => parts<P>`${p.pick} pick two, then ${p.compare} compare`,
    keep: "keep"
  },
  columns: {
    status: "Status",
    found: "Found",
    run: "Run",
    period: "Period",
    about: "About",
    fixes: "Fixes",
    by: "By",
    started: "Started",
    took: "Took",
    kept: "Kept"
  },
  progressOf: (p: { name: string }) => `Progress of ${p.name}`,
  warnings: (p: { count: number }) => counts(p.count, { one: "# warning", other: "# warnings" }),
  status: {
    queued: "queued",
    running: "running",
    stopping: "stopping",
    completed: "completed",
    failed: "failed",
    cancelled: "cancelled",
    queuedAt: (p: { place: number }) => `queued, ${ordinals[p.place - 1] ?? `place ${numberOf(p.place)}`}`
  },
  waits: (p: { time: string }) => `waiting ${p.time}`,
  /** the project's words for its subjects */
  about: (p: { subjects: number; areas: number; one: string; many: string }) => {
    const subjects = counts(p.subjects, { one: `# ${p.one}`, other: `# ${p.many}` })
    return p.areas === 0 ? subjects : `${subjects}, ${counts(p.areas, { one: "# area", other: "# areas" })}`
  },
  keeping: {
    kept: "kept",
    endsIn: (p: { time: string }) => `ends in ${p.time}`,
    until: (p: { day: string }) => `until ${p.day}`
  },
  groups: { now: "Now, one at a time", today: "Today", before: "Before today" },
  acts: {
    cancel: "Cancel",
    remove: "Delete",
    again: "Re-run",
    changeAndRerun: "Change and re-run",
    keep: "Keep",
    rename: "Rename",
    compare: "Compare",
    picked: "Picked",
    openTrace: "Open trace",
    without: <P>(p: { name: P }) => parts<P>`Without ${p.name}`,
    more: (p: { name: string }) => `More about ${p.name}`,
    pick: "Pick to compare",
    unpick: "Do not compare",
    keepNamed: "Keep under a name",
    renameOrExpire: "Rename, or let it expire",
    rerunNow: "Re-run on current data",
    rerunChanged: "Re-run with changes"
  },
  said: {
    failed: (p: { name: string; why: string }) => `${p.name}: ${p.why}`,
    cancelled: (p: { name: string }) => `Cancelled: ${p.name}`,
    expires: (p: { name: string }) => `${p.name} expires like runs without a name`,
    kept: (p: { name: string }) => `Kept: ${p.name}`,
    queued: (p: { name: string }) => `Queued again: ${p.name}`,
    removed: (p: { name: string }) => `Removed: ${p.name}`,
    restored: (p: { name: string }) => `Taken back: ${p.name}`
  },
  keep: {
    title: "Keep this analysis",
    name: "Name",
    hint: "A run with a name is kept, others 30 days.",
    hintOf: (p: { kept: number; max: number }) =>
      "A run with a name is kept, others 30 days. " +
      `${numberOf(p.kept)} of ${numberOf(p.max)} are kept in this project; above that the oldest goes.`,
    keep: "Keep",
    expire: "Let it expire",
    close: "Close"
  },
  progress: {
    next: "Waiting, next",
    behind: (p: { count: number }) => counts(p.count, { other: "Waiting, # before it" }),
    workerStopped: "The worker stopped in the middle",
    stopping: "Stopping",
    computing: "Computing",
    lasting: <P>(p: { age: P }) => parts<P>`for ${p.age}`,
    label: "Progress",
    lost: "Its progress is lost. Run it again or cancel it; otherwise it fails at its time limit."
  },
  ended: {
    failed: "The analysis failed",
    cancelled: "The analysis was cancelled",
    nothing: "Nothing was computed. A re-run reads the current data."
  },
  gone: {
    title: "This analysis is not here any more.",
    expired: (p: { date: string }) =>
      `It expired on ${p.date}: runs without a name are removed after 30 days.`,
    deleted: "It was deleted, or you may not see all of its animals any more.",
    again: "Run the same again"
  },
  worker: {
    minutes: (p: { seen: number; all: number }) =>
      `Worker seen in ${numberOf(p.seen)} of the last ${numberOf(p.all)} minutes`,
    neverSeen: "worker not seen yet",
    seen: (p: { time: string }) => `worker seen ${p.time} ago`,
    never: "No analysis worker has reported yet.",
    silent: (p: { time: string }) => `The analysis worker has been silent for ${p.time}.`,
    effect: "Runs go on when it comes back; maps, rules and alerts do not wait for it.",
    openHealth: "Open health"
  }
}
