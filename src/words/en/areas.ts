// English words of the editor of areas.
import { countsIn, listsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")
const and = listsIn("en-GB", "conjunction")

const CORNER_INSTRUCTIONS =
  "Click the corners one after the other; the first one, or Enter, closes the shape."
const WRITTEN_CORNERS_DESCRIPTION = "Corners, longitude and latitude, one a line"

/** areas are the words of the editor of areas, and of reports from the field. */
export const areas = {
  /** Rules watch a fence; the rest are areas. */
  types: { geofence: "Fence", zone: "Area", site: "Site", route: "Route" },
  /** What can be drawn: its name, what to do on the map, and what to type instead. */
  kinds: {
    fence: { word: "Fence", hint: CORNER_INSTRUCTIONS, written: WRITTEN_CORNERS_DESCRIPTION },
    area: { word: "Area", hint: CORNER_INSTRUCTIONS, written: WRITTEN_CORNERS_DESCRIPTION },
    site: { word: "Site", hint: "Click its place.", written: "Place, longitude and latitude" },
    route: {
      word: "Route",
      hint: "Click along the way; the last place again, or Enter, ends it.",
      written: "Places along it, longitude and latitude, one a line"
    },
    circle: {
      word: "Circle",
      hint: "Click the middle, then the edge.",
      written: "Middle, longitude and latitude"
    }
  },
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  saving: "Saving",
  where: "Where?",
  takenBack: (p: { name: string }) => `Taken back: ${p.name}`,
  list: {
    title: "Areas",
    draw: "Draw",
    importFile: "Import a file",
    changing: "Changing areas",
    find: "Find an area",
    none: "No fences or areas yet.",
    noneFound: (p: { text: string }) => `Nothing found for “${p.text}”.`,
    mayBeMore: "There may be more: these are the newest.",
    removed: "removed",
    undo: "Undo",
    open: "Open"
  },
  panel: {
    title: "Area",
    loading: "the area",
    radiusAround: "Radius around it",
    remove: "Remove",
    changing: "Changing this area",
    analyse: "How was this used?",
    show: "Show",
    change: "Change"
  },
  removed: (p: { name: string }) => `Removed: ${p.name}`,
  notRemoved: (p: { name: string; reason: string }) => `${p.name} is still there: ${p.reason}`,
  editor: {
    draw: "Draw",
    change: (p: { name: string }) => `Change ${p.name}`,
    whatToDraw: "What to draw",
    severalShapes:
      "This area is several shapes in one. Its outline cannot be drawn here: send another by the API, or import a " +
      "file. Name, type and properties can be changed.",
    loading: "Loading the drawing tool",
    back: "Remove the last point",
    done: "Done",
    dragCorners: "Drag a corner; drag a dot between two to add one; right-click or hold one to remove it.",
    write: "Or type it",
    coordinates: "Coordinates",
    radiusAround: "Radius around it, metres",
    name: "Name",
    type: "Type"
  },
  measure: {
    title: "Measure",
    hint: "Click points on the map. Arrow keys move the map, and Enter sets a point in its middle.",
    closeHint: "Click the first point again to close the shape and see its area.",
    points: "Points",
    length: "Length",
    area: "Area",
    around: "Around it",
    addMiddle: "Point in the middle",
    reopen: "Open the shape",
    close: "Close the shape",
    clear: "Start again"
  },
  properties: {
    title: "Properties",
    one: "Property",
    value: (p: { key: string }) => `Value of ${p.key === "" ? "the property" : p.key}`,
    remove: (p: { key: string }) => `Remove ${p.key === "" ? "the property" : p.key}`,
    add: "Add"
  },
  overtaken: {
    otherMember: "Another member",
    saved: <P>(p: { who: P; at: string | null }) =>
      p.at === null
        ? parts<P>`${p.who} saved it meanwhile.`
        : parts<P | string>`${p.who} saved it at ${p.at}.`,
    differs: (p: { what: ReadonlyArray<string> }) => `Different from yours: ${and(p.what)}.`,
    differences: {
      name: (p: { name: string }) => `the name is “${p.name}”`,
      type: "the type",
      shape: "the shape",
      properties: "the properties"
    },
    takeTheirs: "Take theirs",
    saveMine: "Save mine over it"
  },
  text: {
    notPosition: (p: { line: number }) =>
      `Line ${p.line} is not a position: write longitude, latitude, such as 14.05, 51.05.`,
    centreNotPosition: "The centre is not a position: write longitude, latitude, such as 14.05, 51.05.",
    radiusNotNumber: "The radius must be a number of metres.",
    radius: "Radius, metres",
    keepRings: (p: { count: number }) =>
      `This shape has ${counts(p.count, { one: "# ring", other: "# rings" })}: keep them, with empty lines between.`
  },
  report: {
    title: "Report",
    clickPlace: "Click its place on the map",
    placeIsKnown: "Its place is on the map",
    whereIAm: "Where I am",
    locating: "Locating",
    whatHappened: "What happened",
    inFewWords: "In a few words",
    about: (p: { incident: string; name: string }) => `${p.incident}: ${p.name}`,
    severity: "How bad",
    severities: { info: "To know", warning: "Warning", critical: "Critical" },
    makeAlert: "Create an alert",
    /** `one`: capitalized */
    subject: (p: { one: string }) => `${p.one}, if it concerns one`,
    note: "Note",
    written: "Type time and place",
    when: (p: { zone: string }) => `When, ${p.zone}; now if it is left empty`,
    place: "Place, longitude and latitude",
    send: "Report",
    sending: "Sending",
    sent: (p: { title: string }) => `Reported: ${p.title}`
  },
  /** The kinds of reports, by `event_type` of the API. */
  incidents: {
    SIGHTING: "Sighting",
    INJURY: "Injury",
    DEATH: "Death",
    PREDATOR: "Predator",
    FENCE_BROKEN: "Broken fence",
    GATE_OPEN: "Open gate",
    INTRUSION: "Intrusion",
    OBSERVATION: "Something else"
  }
}
