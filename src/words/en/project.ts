// English words of the settings and people of a project.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")

/** project are the words of the settings and people of a project. */
export const project = {
  title: "Project",
  theSettings: "the settings",
  fields: {
    name: "Name",
    slug: "Address",
    description: "What it is about",
    timezone: "Time zone",
    language: "Language of messages",
    one: "One of them",
    many: "Many of them",
    silent: "Silent after, in hours",
    spark: "Metric of the small lines",
    lon: "Longitude",
    lat: "Latitude",
    zoom: "Zoom",
    seasons: "Seasons"
  },
  hints: {
    slug: (p: { address: string }) =>
      `Links to pages begin with ${p.address}; links with an older one open nothing.`,
    timezone: "Days begin at its midnight; the console shows all times in it.",
    language: "Of mails and chat messages to receivers who have not chosen one in their account.",
    silent: "After this long without a fix: hollow on the map, and listed under Needs attention.",
    spark: "Lists and cards show the last day of this metric.",
    season: "Month and day, as in 06-01; the last day is in it."
  },
  examples: { one: "animal", many: "animals", spark: "activity" },
  sections: {
    project: "The project",
    words: "Words",
    wordsAbout: "what you call the animals or people you track",
    silence: "Silence and small lines",
    map: "Map",
    mapAbout: "where it opens before the first position",
    seasons: "Seasons",
    seasonsAbout: "parts of the year by name, to compare"
  },
  /** what is drawn under the tracks */
  ground: {
    /** `by` null: no attribution */
    is: <P>(p: { tier: "paper" | "pmtiles" | "tiles" | "style"; by: string | null; guide: P }) => {
      const tiers = {
        paper: "the built-in map: borders, a graticule and your own fences",
        pmtiles: "one file of tiles beside the server",
        tiles: "tiles of another server",
        style: "a style of another server"
      }
      const ground = `${tiers[p.tier]}${p.by === null ? "" : `, ${p.by}`}`
      return parts<
        P | string
      >`The ground of the map is ${ground}. It is the same for all projects: ${p.guide}.`
    },
    guide: "the server's administrator sets it"
  },
  season: {
    name: "Name",
    from: "From",
    to: "To",
    remove: (p: { name: string }) => `Remove ${p.name}`,
    add: "Add a season",
    is: (p: { name: string; from: string; to: string }) => `${p.name} ${p.from} to ${p.to}`,
    none: "none"
  },
  notNumber: "A number, such as 12.5: with a point or a comma, and without blanks.",
  saved: "Saved.",
  saving: "Saving",
  revert: "Back to what is saved",
  wrong: "Some fields cannot be saved.",
  forAll: "It applies to all members of the project.",
  readOnly: "You may read this.",
  changingIt: "Changing it",
  deletion: {
    title: "Delete the project",
    about: "with everything in it; there is no way back",
    question: <P>(p: { name: P }) => parts<P>`Delete ${p.name}?`,
    what: (p: { entities: string; count: number }) =>
      `Its ${p.entities} (${counts(p.count, { other: "#" })}), their tracks and measurements, areas, rules, ` +
      "alerts and analyses go at once. There is no way back, only a backup of the server.",
    audit: "Who deleted it, and when, stays in the audit log of the server.",
    typeName: "Type the name of the project",
    done: (p: { name: string }) => `${p.name} is deleted.`
  },
  people: {
    title: "Members",
    what: "members",
    you: "you",
    disabled: "cannot sign in",
    who: "Who",
    role: "Role",
    sees: "Sees",
    since: "Since",
    none: "No members. Server administrators see every project.",
    private: "The list contains e-mail addresses.",
    theList: "The list"
  },
  contacts: {
    title: "Who can be called",
    about: "members who share their number",
    what: "contacts",
    noName: "No name given",
    none: "No member shares a number yet. You can share yours on the page of your account."
  },
  sight: {
    all: "all of it",
    nothing: "nothing",
    group: "a group",
    entities: (p: { count: number; word: { one: string; many: string } }) =>
      counts(p.count, { one: `# ${p.word.one}`, other: `# ${p.word.many}` }),
    devices: (p: { count: number }) => counts(p.count, { one: "# device", other: "# devices" })
  }
}
