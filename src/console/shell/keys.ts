// The keyboard shortcuts of the console, as the dialog lists them.
import type { Words } from "../../words/en.ts"

/** A shortcut, and its description by its key in the words. */
interface KeyRow {
  readonly keys: ReadonlyArray<string>
  readonly does: keyof Words["keys"]["does"]
}

type Place = keyof Words["keys"]["places"]

/** All shortcuts by place. */
export const sheet: ReadonlyArray<readonly [place: Place, rows: ReadonlyArray<KeyRow>]> = [
  [
    "everywhere",
    [
      { keys: ["⌘K", "/"], does: "find" },
      { keys: ["⌘K", ">"], does: "actions" },
      { keys: ["⌘K", "@"], does: "mapAt" },
      { keys: ["Z"], does: "undo" },
      { keys: ["Y"], does: "copyLink" },
      { keys: ["⇧", "Y"], does: "copyPage" },
      { keys: ["?"], does: "list" }
    ]
  ],
  [
    "goTo",
    [
      { keys: ["G", "L"], does: "live" },
      { keys: ["G", "A"], does: "alerts" },
      { keys: ["G", "R"], does: "rules" },
      { keys: ["G", "S"], does: "analyses" },
      { keys: ["G", "M"], does: "animals" },
      { keys: ["G", "O"], does: "operatePage" }
    ]
  ],
  [
    "lists",
    [
      { keys: ["J", "K"], does: "move" },
      { keys: ["↵"], does: "open" },
      { keys: ["E"], does: "acknowledge" },
      { keys: ["R"], does: "resolve" },
      { keys: ["T"], does: "alertTrace" },
      { keys: ["M"], does: "onMap" },
      { keys: ["W"], does: "whyNot" },
      { keys: ["C"], does: "correct" },
      { keys: ["X"], does: "pick" },
      { keys: ["X"], does: "pickAnalysis" },
      { keys: ["C"], does: "compare" },
      { keys: ["P"], does: "pin" },
      { keys: ["."], does: "newAlerts" }
    ]
  ],
  [
    "map",
    [
      { keys: ["D"], does: "draw" },
      { keys: ["A"], does: "areas" },
      { keys: ["C"], does: "changeArea" },
      { keys: ["N"], does: "report" },
      { keys: ["F"], does: "follow" },
      { keys: ["S"], does: "measure" },
      { keys: ["0"], does: "showAll" },
      { keys: ["+", "-"], does: "zoom" },
      { keys: ["V"], does: "mapList" }
    ]
  ],
  [
    "time",
    [
      { keys: ["←", "→"], does: "tenMinutes" },
      { keys: ["←", "→"], does: "minute" },
      { keys: ["←", "→"], does: "backtest" },
      { keys: ["[", "]"], does: "events" },
      { keys: ["Space"], does: "play" },
      { keys: ["L"], does: "backToLive" }
    ]
  ],
  [
    "operate",
    [
      { keys: ["N"], does: "create" },
      { keys: ["D"], does: "duplicate" },
      { keys: ["A"], does: "archive" },
      { keys: ["⌘S"], does: "save" },
      { keys: ["⌘↵"], does: "enable" },
      { keys: ["T"], does: "trace" },
      { keys: ["T"], does: "test" },
      { keys: ["[", "]"], does: "traces" }
    ]
  ]
]
