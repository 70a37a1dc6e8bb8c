// English words of the page of metrics.

/** metrics are the words of the page of metrics. */
export const metrics = {
  title: "Metrics",
  which: "Which metrics",
  views: { open: "Not defined yet", defined: "Defined" },
  waiting: "metrics",
  empty: {
    open: "Every metric is defined.",
    all: "There are no metrics.",
    hint: "A value under a new name is listed here as soon as a device sends it."
  },
  fields: { label: "Shown as", unit: "Unit", category: "Category" },
  newMetric: "New metric",
  newTitle: "New metric for all projects",
  key: "Name that devices send",
  valueType: "Its values are",
  valueTypes: { number: "a number", boolean: "yes or no", text: "a text" },
  define: "Define",
  defineOne: (p: { key: string }) => `Define ${p.key}`,
  change: "Change",
  changeOne: (p: { key: string }) => `Change ${p.key}`,
  removeOne: (p: { key: string }) => `Remove ${p.key}`,
  cancel: "Cancel",
  definedForAll: (p: { key: string }) => `${p.key} is defined for all projects.`,
  saved: (p: { key: string; label: string | null }) => `${p.key} is ${p.label ?? "defined"}.`,
  removed: (p: { key: string; isListedAgain: boolean }) =>
    p.isListedAgain
      ? `${p.key} is removed. A new value of that name lists it again.`
      : `${p.key} is removed.`,
  notDefined: "not defined yet",
  about: (p: { type: string; unit: string | null; category: string | null; isForAll: boolean }) =>
    [
      p.type,
      p.unit ?? "no unit",
      p.category ?? "no category",
      ...(p.isForAll ? ["the same in all projects"] : [])
    ].join(", ")
}
