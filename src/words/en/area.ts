// English words of the page of one fence or area, and of the panel after it was saved.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")

type Kind = "geofence" | "zone" | "site" | "route"

/** What sentences call a feature. */
const things: Readonly<Record<Kind, string>> = {
  geofence: "fence",
  zone: "area",
  site: "site",
  route: "route"
}

/** area are the words of the page of one fence or area. */
export const area = {
  loading: "the area",
  areas: "Areas",
  changed: <P>(p: { who: P | null; when: P; isNow: boolean; isNew: boolean }) => {
    const done = p.isNew ? "drawn" : "changed"
    const ago = p.isNow ? "" : " ago"
    return p.who === null ? parts<P>`${done} ${p.when}${ago}` : parts<P>`${done} by ${p.who}, ${p.when}${ago}`
  },
  changeShape: "Change shape",
  onMap: "Show on map",
  figures: {
    title: "Figures",
    area: "Area",
    perimeter: "Length of the fence",
    outline: "Length around it",
    length: "Length",
    radius: (p: { metres: string }) => `radius ${p.metres}`,
    corners: (p: { count: number }) => counts(p.count, { one: "# corner", other: "# corners" }),
    inside: "Inside now",
    ofTracked: (p: { count: number }) => `of ${counts(p.count, { other: "#" })}`,
    visits: (p: { days: number }) => `Visits, ${p.days} days`,
    /** `many`: the project's word for its animals */
    visitors: (p: { count: number; one: string; many: string }) =>
      `of ${counts(p.count, { one: `# ${p.one}`, other: `# ${p.many}` })}`,
    lasts: "A visit lasts",
    mean: "on average"
  },
  mapOf: (p: { name: string }) => `Map of ${p.name}`,
  visits: {
    title: (p: { days: number }) => `Visits of ${p.days} days`,
    source: (p: { gap: string }) => `from stored positions; a break of up to ${p.gap} belongs to the visit`,
    period: "Period",
    days: (p: { days: number }) => `${p.days} d`,
    loading: "the visits",
    lanes: "Visits by animal",
    who: "Name",
    when: "When",
    count: "visits",
    share: "share",
    inside: "inside",
    howMany: "How many",
    now: (p: { time: string }) => `now ${p.time}`,
    summary: (p: { name: string; count: number }) =>
      `${p.name}: ${counts(p.count, { one: "# visit", other: "# visits" })}`,
    none: (p: { many: string; days: number }) => `No ${p.many} were inside in the last ${p.days} days.`,
    noFixes: (p: { days: number }) => `No positions came in the last ${p.days} days.`,
    tooMany: "Too many positions for one answer: choose a shorter period.",
    isCut: "Not all visits are shown: there are too many. A shorter period shows all of its visits.",
    showAll: (p: { count: number }) => `Show all ${p.count}`
  },
  inside: {
    title: "Inside now",
    since: (p: { time: string }) => `since ${p.time}`,
    left: (p: { time: string }) => `left ${p.time}`,
    ago: (p: { age: string }) => `${p.age} ago`,
    last: (p: { age: string }) => `last seen ${p.age} ago`,
    none: (p: { many: string }) => `No ${p.many} inside.`,
    unknown: "Not known: no positions came.",
    more: (p: { count: number }) => `and ${p.count} more`
  },
  rules: {
    title: "Rules about it",
    on: (p: { count: number }) => counts(p.count, { other: "# on" }),
    create: "New rule",
    open: "Open",
    openOf: (p: { name: string }) => `Open: ${p.name}`,
    none: (p: { kind: Kind }) => `No rule watches this ${things[p.kind]}.`,
    other: (p: { count: number; kind: Kind }) =>
      counts(p.count, {
        one: `watches # other ${things[p.kind]}, not this one`,
        other: `watches # ${things[p.kind]}s, not this one`
      }),
    off: "off"
  },
  tell: {
    none: (p: { kind: Kind }) => `No alert for this ${things[p.kind]} yet.`,
    /** rules watch every fence, none watches this one by name */
    noneOfItsOwn: (p: { kind: Kind }) => `No rule is about this ${things[p.kind]} alone.`,
    filledIn: (p: { kind: Kind; many: string }) =>
      `The new rule comes with ${things[p.kind]}, ${p.many} and name filled in, tested on the last 30 days.`,
    /** `anyOne`: `a cow` */
    button: (p: { anyOne: string }) => `Tell me when ${p.anyOne} leaves`,
    writing: "Making a rule",
    emptyTitle: (p: { many: string }) => `No ${p.many} inside.`,
    emptyHint: (p: { one: string; kind: Kind }) =>
      `Check the shape. An alert comes only after ${p.one} was inside and then left this ${things[p.kind]}.`
  },
  overlaps: {
    title: "Overlaps",
    none: "None.",
    inside: (p: { kind: Kind }) => `this ${things[p.kind]} lies inside it`,
    contains: (p: { kind: Kind }) => `lies inside this ${things[p.kind]}`,
    overlaps: "shares a part"
  },
  history: {
    title: "History",
    none: "Nothing is recorded.",
    what: {
      created: (p: { who: string | null }) => (p.who === null ? "It was drawn" : `${p.who} drew it`),
      shape: (p: { who: string | null }) =>
        p.who === null ? "Its shape was changed" : `${p.who} changed its shape`,
      properties: (p: { who: string | null }) =>
        p.who === null
          ? "Its name, type or properties were changed"
          : `${p.who} changed its name, type or properties`
    }
  },
  keys: { change: "change shape", map: "on the map" },
  saved: {
    title: "Saved.",
    hint: "Rules use it from now on.",
    openPage: "Open page",
    openPageOf: (p: { name: string }) => `Open: ${p.name}`,
    undone: (p: { name: string }) => `Taken back: ${p.name}`
  }
}
