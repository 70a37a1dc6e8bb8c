// The keyboard shortcuts of the console, as the dialog lists them.

/** A shortcut with its description. */
interface KeyRow {
  readonly keys: ReadonlyArray<string>
  readonly does: string
}

/** All shortcuts by place. */
export const sheet: ReadonlyArray<readonly [place: string, rows: ReadonlyArray<KeyRow>]> = [
  [
    "Everywhere",
    [
      { keys: ["⌘K", "/"], does: "find an animal, a place, a page" },
      { keys: ["⌘K", ">"], does: "only what can be done" },
      { keys: ["⌘K", "@"], does: "the map at a time" },
      { keys: ["Z"], does: "take back what was just done" },
      { keys: ["Y"], does: "copy the link to this view" },
      { keys: ["⇧", "Y"], does: "copy this page as curl" },
      { keys: ["?"], does: "this list" }
    ]
  ],
  [
    "Go to",
    [
      { keys: ["G", "L"], does: "Live" },
      { keys: ["G", "A"], does: "Alerts" },
      { keys: ["G", "R"], does: "Rules" },
      { keys: ["G", "S"], does: "Analyses" },
      { keys: ["G", "M"], does: "Animals" },
      { keys: ["G", "O"], does: "Operate" }
    ]
  ],
  [
    "Lists and alerts",
    [
      { keys: ["J", "K"], does: "next, previous; on an alert's page too" },
      { keys: ["↵"], does: "open" },
      { keys: ["E"], does: "acknowledge" },
      { keys: ["R"], does: "resolve, with a note; reopen" },
      { keys: ["T"], does: "the trace of an alert" },
      { keys: ["M"], does: "an animal or an alert on the map" },
      { keys: ["W"], does: "why no alert? now, or when an alert came" },
      { keys: ["C"], does: "correct an animal's fixes, on its page" },
      { keys: ["X"], does: "pick an unknown identity, a fix" },
      { keys: ["X"], does: "pick an analysis; two are compared" },
      { keys: ["C"], does: "compare the two analyses that are picked" },
      { keys: ["P"], does: "keep an analysis under a name" },
      { keys: ["."], does: "let in the alerts that wait above a list" }
    ]
  ],
  [
    "Map",
    [
      { keys: ["D"], does: "draw a fence, a zone, a site, a route" },
      { keys: ["A"], does: "all areas as a list" },
      { keys: ["C"], does: "change the chosen area" },
      { keys: ["N"], does: "report what happened" },
      { keys: ["F"], does: "follow whom you chose" },
      { keys: ["0"], does: "show everything" },
      { keys: ["+", "-"], does: "nearer, farther" },
      { keys: ["V"], does: "the map as a list" }
    ]
  ],
  [
    "Time",
    [
      { keys: ["←", "→"], does: "ten minutes on the map; with Shift an hour" },
      { keys: ["←", "→"], does: "a minute at Why no alert?; with Shift an hour" },
      { keys: ["←", "→"], does: "through the past that a rule is tried on" },
      { keys: ["[", "]"], does: "the event before, after" },
      { keys: ["Space"], does: "play, pause, while the map shows the past" },
      { keys: ["L"], does: "back to live, to now" }
    ]
  ],
  [
    "Rules and Operate",
    [
      { keys: ["N"], does: "a new rule, from the list; a new automation, source or analysis" },
      { keys: ["⌘S"], does: "save a draft, an automation" },
      { keys: ["⌘↵"], does: "enable it" },
      { keys: ["T"], does: "the trace of what came in" },
      { keys: ["T"], does: "a test of an automation" },
      { keys: ["[", "]"], does: "the trace before, after" }
    ]
  ]
]
