// English words of the list of keyboard shortcuts.
import { parts } from "../tools.ts"

/** keys are the words of the list of keyboard shortcuts. */
export const keys = {
  places: {
    everywhere: "Everywhere",
    goTo: "Go to",
    lists: "Lists and alerts",
    map: "Map",
    time: "Time",
    operate: "Rules and Operate"
  },
  does: {
    find: "find an animal, a place, a page",
    actions: "only what can be done",
    mapAt: "the map at a time",
    undo: "take back what was just done",
    copyLink: "copy the link to this view",
    copyPage: "copy this page as curl",
    list: "this list",
    live: "Live",
    alerts: "Alerts",
    rules: "Rules",
    analyses: "Analyses",
    animals: "Animals",
    operatePage: "Operate",
    move: "next, previous; on an alert's page too",
    open: "open",
    acknowledge: "acknowledge",
    resolve: "resolve, with a note; reopen",
    alertTrace: "the trace of an alert",
    onMap: "an animal or an alert on the map",
    whyNot: "why no alert? now, or when an alert came",
    correct: "correct an animal's fixes, on its page",
    pick: "select a new device, a fix",
    pickAnalysis: "select an analysis; two are compared",
    compare: "compare the two selected analyses",
    pin: "keep an analysis under a name",
    newAlerts: "let in the alerts that wait above a list",
    draw: "draw a fence, a zone, a site, a route",
    areas: "all areas as a list",
    changeArea: "change the chosen area",
    report: "report what happened",
    follow: "follow the chosen animal",
    showAll: "show everything",
    zoom: "nearer, farther",
    mapList: "the map as a list",
    tenMinutes: "ten minutes on the map; with Shift an hour",
    minute: "a minute at Why no alert?; with Shift an hour",
    backtest: "through the past that a rule is tried on",
    events: "the event before, after",
    play: "play, pause, while the map shows the past",
    backToLive: "back to live, to now",
    create: "a new rule, from the list; a new automation, source or analysis",
    save: "save a draft, an automation",
    enable: "enable it",
    trace: "the trace of what came in",
    test: "a test of an automation",
    traces: "the trace before, after"
  },
  singleLetters: <P>(p: { account: P }) =>
    parts<P>`Single letters are off while you type, and can be switched off for good in ${p.account}`
}
