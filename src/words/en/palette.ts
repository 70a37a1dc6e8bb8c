// English words of the command palette.

/** palette are the words of the command palette. */
export const palette = {
  find: (p: { entity: string }) => `Find ${p.entity}, area or rule`,
  found: "Found",
  best: "Best match",
  alsoWith: (p: { letters: string }) => `Also with “${p.letters}”`,
  empty: {
    time: "A time such as 14:30, or 2026-05-14 14:30.",
    action: (p: { letters: string }) => `No action found for “${p.letters}”.`,
    searching: "Searching",
    nothing: (p: { letters: string }) => `Nothing found for “${p.letters}”.`
  },
  keys: {
    move: "move",
    open: "open",
    deeds: "what can be done",
    actions: "only actions",
    time: "a time",
    all: "all keys, when this is closed"
  },
  groups: {
    goTo: "Go to",
    act: "Do",
    actOn: (p: { name: string }) => `Do with ${p.name}`,
    time: "Go to a time"
  },
  onMap: "on the map",
  deeds: {
    acknowledge: "Acknowledge",
    acknowledgeWhich: (p: { title: string; ago: string }) => `${p.title}, ${p.ago}`,
    snooze: "Snooze…",
    replay: "Replay its last 12 h",
    follow: "Follow it",
    navigate: "Navigate to it",
    copyPlace: "Copy its place",
    correct: "Correct its fixes",
    open: "Open its page"
  },
  kinds: {
    device: "device",
    rule: "rule",
    feature: "area",
    run: "analysis",
    event: "event"
  },
  pages: {
    live: "Live map",
    automations: "Automations",
    newAnalysis: "New analysis",
    attention: "Needs attention",
    health: "Health",
    traffic: "Traffic",
    traces: "Traces",
    sources: "Data sources",
    devices: "Devices",
    identities: "New devices",
    metrics: "Metrics",
    settings: "Project settings"
  },
  tools: {
    report: "Report what happened",
    areas: "All areas",
    draw: "Draw a fence or another area",
    importAreas: "Import areas",
    measure: "Measure a length or an area",
    copyLink: "Copy the link to this view",
    copyPage: "Copy this page as curl",
    copyPageHint: "its requests, as commands"
  },
  pane: {
    lastFix: "Last fix",
    never: "never",
    inside: "Inside",
    outside: "Outside",
    everyArea: "every area",
    speed: "Speed",
    still: (p: { time: string }) => `still for ${p.time}`,
    battery: "Battery",
    nearest: "Nearest",
    nearestIs: (p: { name: string; distance: string }) => `${p.name}, ${p.distance}`,
    today: "Today",
    lastDay: (p: { metric: string; unit: string | null }) =>
      `${p.metric}, 24 h${p.unit === null ? "" : ` (${p.unit})`}`,
    lastAlerts: "Last alerts"
  }
}
