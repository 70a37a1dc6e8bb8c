// English words of the form of a new analysis.
import { articleOf, countsIn, numbersIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")
const numberOf = numbersIn("en-GB")
const areaCount = (count: number): string => counts(count, { one: "# area", other: "# areas" })
const dayCount = (count: number): string => counts(count, { one: "# day", other: "# days" })

/** Noun is what a project calls one and many of its animals. */
interface Noun {
  readonly one: string
  readonly many: string
}

/** Chosen is how many are selected, of how many at most; null: unknown, or without a limit. */
interface Chosen {
  readonly count: number | null
  readonly limit: number | null
}

const chosenOf = ({ count, limit }: Chosen): string => {
  const most = limit === null ? [] : [`at most ${numberOf(limit)}`]
  return [...(count === null ? [] : [numberOf(count)]), ...most].join(" of ")
}

/** newAnalysis are the words of the form of a new analysis. */
export const newAnalysis = {
  title: "New analysis",
  aNew: "A new analysis",
  analyses: "Analyses",
  kinds: "the kinds of analysis",
  source: "the run to begin with",
  beginEmpty: "Begin with an empty form",
  copiedFrom: <P>(p: { name: P }) => parts<P>`copied from ${p.name}`,
  limitsExceeded: (p: { count: number }) =>
    counts(p.count, { one: "# limit is exceeded", other: "# limits are exceeded" }),
  copyCurl: "Copy as curl",
  curlCopied: "The request is on the clipboard, with $PUGMARK_TOKEN for the token.",
  start: "Start run",
  form: "What, about whom, and how",
  what: "What",
  kind: "Kind of analysis",
  missing: {
    subjects: "Choose who it is about.",
    areas: "Choose at least one area.",
    days: "Choose the first and the last day."
  },
  name: {
    title: "Name",
    hint: "a run with a name is kept, others 30 days",
    label: "Name of the run"
  },
  queue: {
    full: (p: { count: number }) =>
      counts(p.count, {
        one: "# run waits in this project: the queue is full.",
        other: "# runs wait in this project: the queue is full."
      }),
    effect: "A new one is refused until one of them begins."
  },
  options: {
    title: "Options",
    hint: "changed options are marked",
    isDefault: "default",
    defaultOf: (p: { value: string }) => `default ${p.value}`,
    auto: "auto",
    all: "all",
    none: "none",
    automatic: "automatic",
    share: (p: { count: number; of: number }) => `${numberOf(p.count)} of ${numberOf(p.of)}`,
    haveIt: (p: { count: number; of: number }) => `${numberOf(p.count)} of ${numberOf(p.of)} have it`
  },
  subjects: {
    title: "About whom",
    chosen: chosenOf,
    by: "Choose by",
    byKind: { animals: "Name", group: "Group", type: "Type" },
    group: "Group",
    chooseGroup: "Choose a group",
    withGroups: (p: { names: string }) => `with ${p.names}`,
    type: "Type",
    chooseType: "Choose a type"
  },
  areas: {
    title: "In which areas",
    chosen: (p: Chosen) => `${chosenOf(p)}, by name or on the map`,
    addAll: (p: { count: number }) => counts(p.count, { other: "Add all #" }),
    noun: { one: "area", many: "areas" }
  },
  picker: {
    unknown: "unknown",
    takeOut: (p: { name: string }) => `Take out ${p.name}`,
    more: (p: { count: number }) => counts(p.count, { other: "and # more" }),
    clear: "Clear",
    find: (p: Noun) => `Find ${articleOf(p.one)} ${p.one}`,
    placeholder: (p: Noun) => `Add ${p.many} by name`,
    found: (p: Noun) => `${p.many} found`,
    none: (p: Noun) => `No ${p.one} of that name.`,
    addAll: (p: { count: number }) => counts(p.count, { other: "Add all #" })
  },
  map: {
    label: "Map to pick from",
    animals: "Click an animal to add or remove it.",
    animalsAndAreas: "Click an animal or an area to add or remove it."
  },
  when: {
    title: "When",
    period: "Period",
    days: (p: { days: number }) => dayCount(p.days),
    dates: "Dates…",
    last: <P>(p: { season: P }) => parts<P>`Last ${p.season}`,
    firstDay: { period: "Period, first day", comparison: "Compared with, first day" },
    to: "to",
    lastDay: { period: "Period, last day", comparison: "Compared with, last day" },
    comparedWith: "compared with",
    comparison: "Compared with",
    comparisons: {
      none: "nothing",
      previous: "the period before",
      span: "other days",
      seasons: "seasons",
      herd: "another herd"
    },
    otherHerd: "The other herd",
    inHerd: (p: { count: number }) => counts(p.count, { other: "# in it" })
  },
  weeks: {
    title: "Fixes by week",
    first: "First day",
    last: "Last day",
    summary: (p: { most: number; counted: number; subjects: number; isCut: boolean }) => {
      const most = p.most === 0 ? "none in these weeks" : `at most ${numberOf(p.most)}`
      const of =
        p.counted < p.subjects ? ` of the first ${numberOf(p.counted)} of ${numberOf(p.subjects)}` : ""
      return `${most}${of}${p.isCut ? ", the fullest weeks are cut" : ""}`
    }
  },
  estimate: {
    title: "Estimate",
    counting: "counting",
    asYouType: "as you type",
    tooMany: "Too many to count here. The server counts them when the run starts.",
    fixes: "fixes",
    of: (p: { subjects: number; days: number; areas: number | null }) =>
      `of ${counts(p.subjects, { one: "# subject", other: "# subjects" })} in ${dayCount(p.days)}` +
      (p.areas === null ? "" : ` and ${areaCount(p.areas)}`),
    bounds: {
      subjects: "Subjects",
      days: "Days",
      comparison_days: "Days compared with",
      areas: "Areas",
      fixes: "Fixes of the run",
      fixes_per_subject: "Fixes of one subject"
    },
    bySubject: "By subject",
    fixesOf: (p: { name: string }) => `Fixes of ${p.name}`,
    more: (p: { count: number }) => counts(p.count, { other: "and # more" }),
    withinLimits: "Within all limits",
    retry: (p: { why: string; seconds: number }) => `${p.why} Try again in ${numberOf(p.seconds)} s.`
  },
  remedies: {
    takeOut: (p: { name: string }) => `Take out ${p.name}`,
    keepFirst: (p: { count: number }) => counts(p.count, { other: "Keep the first #" }),
    keepFirstAreas: (p: { count: number }) => `Keep the first ${areaCount(p.count)}`,
    lastDays: (p: { days: number }) => `Only the last ${dayCount(p.days)}`,
    compareWithNothing: "Compare with nothing",
    leaveAreasOut: (p: { count: number }) =>
      counts(p.count, { one: "Leave that area out", other: "Leave out the # areas" })
  }
}
