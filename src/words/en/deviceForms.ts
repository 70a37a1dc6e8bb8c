// English words of the dialogs that create and change devices and their assignments.
import { parts } from "../tools.ts"

/** deviceForms are the words of the dialogs that create and change devices and their assignments. */
export const deviceForms = {
  add: {
    title: "Add a device",
    created: <P>(p: { name: P }) => parts<P>`${p.name} is created, but it is not in the project yet.`,
    since: "In the project since, in project time",
    submit: "Add device",
    submitProject: "Put it in the project",
    added: (p: { name: string }) => `${p.name} is added.`
  },
  sinceNow: "From now on, unless you enter a time.",
  fields: {
    name: "Name",
    nameExample: "Collar 7",
    type: "Type",
    typeExample: "collar",
    serial: "Serial number"
  },
  types: {
    collar: "collar",
    earTag: "ear tag",
    gateway: "gateway",
    phone: "phone",
    station: "station",
    tracker: "tracker"
  },
  identity: {
    title: "What a source calls it",
    hint: "Stored reports with this number become the device’s.",
    source: "Sends to",
    noSource: "nothing yet",
    chooseSource: "choose a source",
    number: "Its number there",
    submit: "Add",
    added: (p: { id: string }) => `It is known as ${p.id}.`
  },
  change: {
    open: "Change",
    title: <P>(p: { name: P }) => parts<P>`Change ${p.name}`,
    submit: "Save",
    saved: (p: { name: string }) => `${p.name} is saved.`
  },
  more: (p: { name: string }) => `More about ${p.name}`,
  moreOn: (p: { device: string; animal: string }) => `More about ${p.device} on ${p.animal}`,
  moreIn: (p: { device: string; project: string }) => `More about ${p.device} in ${p.project}`,
  release: {
    open: "Release",
    title: <P>(p: { name: P }) => parts<P>`Release ${p.name}?`,
    about:
      "Any project may then take it over, with what it sent while it was in no project. " +
      "What it sent here stays here.",
    hint: "It stays in this project until you end that. The release ends when a project takes it.",
    submit: "Release",
    released: (p: { name: string }) => `${p.name} is released.`
  },
  remove: {
    open: "Remove",
    title: <P>(p: { name: P }) => parts<P>`Remove ${p.name}?`,
    about:
      "This also removes its numbers at sources, and who wore it when. It cannot be undone. " +
      "A device that has sent records can only be retired: its records stay.",
    submit: "Remove for good",
    removed: (p: { name: string }) => `${p.name} is removed.`
  },
  projects: {
    title: "Projects",
    none: "it is in none",
    move: "Move…",
    putIn: "Put in a project…",
    correct: "Correct the dates",
    remove: "It never was there",
    removed: (p: { project: string }) => `It never was in ${p.project}.`,
    unknown: "another project",
    period: (p: { from: string | null; to: string | null }) =>
      (p.from ?? "always") + (p.to === null ? ", until now" : ` to ${p.to}`),
    span: <P>(p: { device: P; project: P }) => parts<P>`${p.device} in ${p.project}`
  },
  saved: "Saved; the records follow.",
  restored: "Put back; the records follow.",
  move: {
    title: <P>(p: { name: P }) => parts<P>`Move ${p.name} to another project`,
    which: "Which project",
    choose: "choose a project",
    none:
      "There is no other project in which you may change devices. " +
      "Release the device: members of the other project can then take it over.",
    since: "Since, in project time",
    unknownWearer: "Its wearer",
    wornUntil: <P>(p: { name: P }) => parts<P>`${p.name} wears it here until then.`,
    hint: "What it sent before stays here; what it sent since follows to the other project.",
    submit: "Move",
    moved: (p: { device: string; project: string }) => `${p.device} is in ${p.project}.`,
    unknownProject: "the other project",
    movedBack: (p: { device: string }) => `${p.device} is back.`
  },
  putOn: {
    open: (p: { entity: string }) => `Put it on ${p.entity}…`,
    title: (p: { entity: string }) => `Put it on ${p.entity}`,
    which: (p: { one: string }) => `Which ${p.one}`,
    choose: "choose one",
    since: "On since, in project time",
    fromNow: "Empty: from now on.",
    submit: "Put it on"
  },
  span: {
    from: "From, in project time",
    until: "Until",
    still: "Empty: still.",
    hint: "Records of the days between follow in the background.",
    submit: "Save"
  },
  worn: {
    takeOff: "Take it off",
    takeOffTitle: <P>(p: { device: P; animal: P }) => parts<P>`Take ${p.device} off ${p.animal}`,
    offSince: "Off since, in project time",
    offHint: "What it sends after that belongs to no animal until another animal wears it.",
    takenOff: (p: { device: string; animal: string }) => `${p.animal} no longer wears ${p.device}.`,
    correct: "Correct the dates",
    correctTitle: <P>(p: { device: P; animal: P }) => parts<P>`${p.animal} wore ${p.device}`,
    remove: "It never wore it",
    removed: (p: { device: string; animal: string }) => `${p.animal} never wore ${p.device}.`
  }
}
