// English words of the page of new devices: identities that report but belong to no device.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")

/** identities are the words of the page of new devices, and of the dialog that creates devices for them. */
export const identities = {
  title: "New devices",
  about: "what they send is kept until they are created as devices",
  creating: "Creating devices",
  waiting: "new devices",
  which: "Which",
  views: { unknown: "New", ignored: "Ignored" },
  empty: { unknown: "No new devices.", ignored: "No ignored devices." },
  chosen: (p: { count: number }) => counts(p.count, { other: "# chosen" }),
  createDevices: "Create devices…",
  ignore: "Ignore",
  restore: "Stop ignoring",
  chooseNone: "Choose none",
  ignored: (p: { count: number }) =>
    counts(p.count, { one: "# new device ignored.", other: "# new devices ignored." }),
  restored: (p: { count: number }) =>
    counts(p.count, { one: "# device is no longer ignored.", other: "# devices are no longer ignored." }),
  report: {
    title: "The chosen device",
    about: "newest stored report",
    none: "No report is stored."
  },
  family: {
    all: (p: { name: string }) => `All of ${p.name}`,
    size: (p: { count: number; source: string | null }) =>
      counts(p.count, { other: p.source === null ? "#" : `# through ${p.source}` }),
    head: {
      chosen: "Chosen",
      id: "Known as",
      name: "Calls itself",
      reports: "Reports",
      first: "First",
      last: "Last"
    }
  },
  map: {
    title: (p: { name: string }) => `Where ${p.name} reported from`,
    map: (p: { name: string }) => `Map of ${p.name}`,
    loading: "Loading places",
    none: "No stored report has a position.",
    places: (p: { count: number }) => counts(p.count, { one: "# place of", other: "# places of" })
  },
  each: {
    title: "Each of them",
    name: (p: { id: string }) => `Name of ${p.id}`,
    wearer: (p: { one: string }) => `Which ${p.one}`,
    wearerOf: (p: { one: string; id: string }) => `Which ${p.one} wears ${p.id}`
  },
  form: {
    title: (p: { count: number }) =>
      p.count === 1 ? "Create a device" : counts(p.count, { other: "Create # devices" }),
    names: <P>(p: { id: P }) =>
      parts<P>`Each gets the name that its reports give, otherwise its id, such as ${p.id}.`,
    type: "Type of device",
    typeValue: "collar",
    putOn: "Put each on",
    noEntity: (p: { one: string }) => `no ${p.one} yet`,
    existingEntity: (p: { one: string }) => `an existing ${p.one}`,
    newEntity: (p: { one: string; type: string }) => `a new ${p.one}: ${p.type}`,
    creatingEntities: (p: { one: string }) => `A new ${p.one} for each`,
    group: "Group",
    noGroup: "none",
    since: "Include earlier reports",
    sinceOptions: { kept: "all", now: "none, from now on", date: "from a date on" },
    from: "From, in project time",
    eachName: "A name for each",
    eachWearer: (p: { one: string }) => `Names, and which ${p.one}`,
    missing: (p: { entity: string; id: string; more: number }) =>
      `Choose ${p.entity} from the list for ${p.id}` +
      `${p.more === 0 ? "" : counts(p.more, { other: " and # more" })}.`,
    cancel: "Cancel",
    create: (p: { count: number }): string => (p.count === 1 ? "Create device" : "Create devices"),
    created: (p: { count: number }) =>
      `${counts(p.count, { one: "# device", other: "# devices" })} created; stored reports are now processed.`
  }
}
