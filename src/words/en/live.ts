// English words of the live map.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")

/** live are the words of the live map. */
export const live = {
  title: "Live",
  /** the part of the page with the map */
  field: "Field",
  map: "Map",
  /** begin the sentences that name the permission they need */
  drawingAreas: "Drawing areas",
  reporting: "Reporting",
  column: {
    emptyOpen: "Nothing needs you.",
    recent: "Events of the last 24 hours",
    recentShort: "Events, last 24 h"
  },
  sheet: {
    height: (p: { now: "low" | "half" | "full"; next: "low" | "half" | "full" }) =>
      `Height of the list: ${p.now}; press for ${p.next}`
  },
  card: {
    selected: "Selected",
    fixAgo: <P>(p: { age: P }) => parts<P>`fix ${p.age} ago`,
    close: "Close",
    past: <P>(p: { key: P }) => parts<P>`Its figures are of now: ${p.key} shows them.`,
    today: "Today",
    stillFor: "Still for",
    speed: "Speed",
    battery: "Battery",
    inside: "Inside",
    noArea: "no area",
    lastDay: (p: { metric: string; unit: string | null }) =>
      p.unit === null ? `${p.metric}, 24 h` : `${p.metric}, 24 h (${p.unit})`,
    follow: "Follow",
    followHint: "Keeps it in the middle of the map (F)",
    openPage: "Open page"
  },
  follow: {
    choose: (p: { any: string }) => `Choose ${p.any}, and F follows it.`,
    started: (p: { name: string }) => `The map follows ${p.name}, until you move it.`,
    stopped: (p: { name: string }) => `The map no longer follows ${p.name}.`
  },
  controls: {
    inventedLandscape: "Invented landscape, works offline",
    offlineMap: "Offline map",
    report: "Report",
    areas: "Areas",
    draw: "Draw",
    measure: "Measure",
    measureHint: "Measure lengths and areas (S)",
    showEverything: "Show everything",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    whereYouAre: "Where you are",
    /** ends the sentence that says why the browser gives no position */
    findOnMap: "look for your place on the map"
  },
  replay: {
    title: "Replay",
    play: "Play",
    pause: "Pause",
    speed: (p: { minutes: number }) => `${p.minutes} min/s`,
    live: "Live",
    loading: "Loading tracks",
    onlyChosen: (p: { one: string }) =>
      `There are too many fixes to show all tracks: only the chosen ${p.one} is replayed.`,
    simplified: "There are too many fixes to show all of them: the tracks are simplified.",
    choose: (p: { any: string }) => `Choose ${p.any}, and it is replayed alone.`
  },
  strip: {
    time: "Time",
    live: "live",
    night: "night",
    now: (p: { time: string }) => `now ${p.time}`,
    notCounted: "too many fixes to count"
  },
  toast: {
    /** the age of the alert, and how many others came with it */
    age: <P>(p: { age: P; others: number }) =>
      p.others === 0 ? [p.age] : [p.age, `, and ${counts(p.others, { other: "# more" })}`],
    show: "Show",
    close: "Close"
  },
  bar: {
    notConnected: "Not connected",
    connecting: "Connecting",
    replay: "Replay",
    live: "Live",
    waiting: "Waiting",
    noReports: "nothing has reported yet",
    ago: (p: { age: string }) => `${p.age} ago`,
    /** `quiet` is left out where space is short */
    asOf: <P>(p: { time: P; age: string; quiet: (text: string) => P }) =>
      parts<P>`as of ${p.time}${p.quiet(`, ${p.age} ago`)}`,
    reporting: (p: { onTime: number; total: number }) =>
      `${counts(p.onTime, { other: "#" })} of ${counts(p.total, { other: "#" })} reporting`,
    lastFix: <P>(p: { age: P }) => parts<P>`last fix ${p.age} ago`,
    find: (p: { any: string }) => `Find ${p.any}, area or rule`
  },
  firstRun: {
    title: (p: { many: string }) => `No ${p.many} here yet. Bring in the first ones.`,
    hint: "All three can be done later too.",
    importTracks: "Import tracks",
    importHint: "Movebank, CSV or GPX. Every row that is refused is listed with its reason.",
    importGuide: "Importing tracks",
    connect: "Connect a source",
    connectHint:
      "Collars, phones and trackers that report by themselves. Unknown devices wait until you name them.",
    connectNow: "Connect…",
    connectGuide: "Step by step",
    loadDemo: "Load the demo",
    loadingDemo: "Loading the demo",
    demoHint: "An invented farm: animals that move while you look, fences, rules that fire, and alerts.",
    demoByAdmin: "A server admin can load it."
  },
  firstSteps: {
    title: "First steps",
    label: "The next steps",
    bringIn: (p: { many: string }) => `Bring in ${p.many}`,
    drawFence: "Draw a fence",
    switchOnRule: "Switch on a rule",
    addAutomation: "Say who is told",
    done: "(done)",
    putAway: "Put the first steps away"
  },
  demo: {
    label: "The demo farm",
    title: "This farm is invented",
    leaveTo: <P>(p: { project: P }) => parts<P>`Leave to ${p.project}`,
    remove: "Remove it…",
    removeTitle: <P>(p: { project: P }) => parts<P>`Remove ${p.project}?`,
    removeHint: "Its animals, areas, rules and alerts are invented, and go with it. There is no way back.",
    keep: "Keep it",
    confirm: "Remove it",
    removed: (p: { project: string }) => `Removed: ${p.project}`
  }
}
