// English words of the forms that add and change animals.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")

/** addAnimals are the words of the forms that add and change animals. */
export const addAnimals = {
  cancel: "Cancel",
  save: "Save",
  add: {
    /** `anyAnimal`: with its article */
    title: (p: { animal: string; anyAnimal: string }) => `Add ${p.anyAnimal}`,
    submit: (p: { animal: string }) => `Add ${p.animal}`,
    done: (p: { name: string }) => `${p.name} is added.`,
    onlyTagLeft: <P>(p: { name: P }) => parts<P>`${p.name} is added, but its tag is not on yet.`,
    puttingTag: "Putting a tag on",
    withoutTag: "Leave it without a tag"
  },
  fields: { name: "Name", type: "Type", group: "Group", attributes: "Attributes" },
  chooseType: "choose one",
  noGroup: "none",
  attributes: {
    /** `name`: null while it has none */
    nth: (p: { number: number }) => `Attribute ${p.number}`,
    valueOf: (p: { name: string | null; number: number }) => `Value of ${p.name ?? `attribute ${p.number}`}`,
    remove: (p: { name: string | null; number: number }) => `Remove ${p.name ?? `attribute ${p.number}`}`,
    add: "Attribute",
    yes: "yes",
    no: "no"
  },
  tag: {
    title: "Tag",
    which: "Which",
    none: "no tag yet",
    new: "a new one",
    free: "Free",
    worn: "Worn now",
    wornBy: (p: { tag: string; animal: string }) => `${p.tag}, on ${p.animal}`,
    another: "another",
    name: "Its name",
    nameExample: "Collar 7",
    source: "Sends to",
    noSource: "nothing yet",
    number: "Its number there",
    since: "On since, in project time",
    fromNow: "From now on, unless you enter a time.",
    handOver: <P>(p: { animal: P }) =>
      parts<P>`It is on ${p.animal} now, and is taken off there at that time.`,
    titleFor: <P>(p: { name: P }) => parts<P>`Put a tag on ${p.name}`,
    put: "Put the tag on",
    done: (p: { name: string }) => `${p.name} wears the tag.`
  },
  acts: {
    change: "Change",
    more: (p: { name: string }) => `More about ${p.name}`,
    putTag: "Put a tag on",
    archive: "Archive",
    restore: "Restore"
  },
  change: {
    title: <P>(p: { name: P }) => parts<P>`Change ${p.name}`,
    done: (p: { name: string }) => `${p.name} is saved.`,
    anotherType: "another type",
    none: "none",
    loading: "the record"
  },
  archive: {
    title: <P>(p: { name: P }) => parts<P>`Archive ${p.name}?`,
    effect:
      "It leaves the map and the lists. Its track, alerts and analyses stay, and you can restore it later.",
    rules: (p: { count: number }) =>
      counts(p.count, { one: "This rule watches it:", other: "These # rules watch it:" }),
    noRules: "No rule watches it.",
    tags: (p: { count: number }) =>
      counts(p.count, {
        one: "It wears a tag: its reports keep coming in until you take the tag off.",
        other: "It wears # tags: its reports keep coming in until you take the tags off."
      }),
    members: <P>(p: { names: P }) => parts<P>`Members with access to it by name: ${p.names}.`,
    remove: "Remove for good",
    archived: (p: { name: string }) => `${p.name} is archived.`,
    back: (p: { name: string }) => `${p.name} is back.`,
    active: (p: { name: string }) => `${p.name} is active again.`,
    removed: (p: { name: string }) => `${p.name} is removed.`
  },
  many: {
    title: (p: { animals: string }) => `Add ${p.animals}`,
    adding: (p: { animals: string }) => `Adding ${p.animals}`,
    paste: {
      title: "Paste a table",
      label: (p: { animals: string }) => `Paste a table of ${p.animals}`,
      hint:
        "Copy the rows out of Excel, a web page or a text, with the names of their columns. Name is needed; " +
        "Type, Group, Tag and Worn since are known, every other column becomes an attribute.",
      example:
        "Name\tType\tGroup\tTag\tWorn since\tWeight kg\nCow 260\tCow\tNorth alp herd\t0260\t2026-05-15 08:00\t412",
      chooseFile: "Choose a file",
      drop: "or drop it here",
      check: "Check the rows",
      spreadsheet: (p: { file: string }) =>
        `${p.file}: open it, copy the cells and paste them here, or save it as CSV.`,
      tooLarge: (p: { file: string }) => `${p.file} is larger than 1 MB: split it into smaller files.`,
      tooManyRows: (p: { rows: number; most: number }) =>
        `${counts(p.rows, { other: "The table has # rows" })}, ` +
        counts(p.most, { other: "and # are checked at once: paste it in parts." }),
      noRows: "The table has no rows."
    },
    defaults: {
      title: "For rows without one:",
      type: "Type for rows without one",
      askType: "ask for the type",
      group: "Group for rows without one",
      noGroup: "no group",
      since: "Tags without a time are on from now on."
    },
    table: "The table",
    loading: "the herd",
    /** after an import, or before it, where nothing is done or refused */
    state: (p: { done: number; refused: number; open: number }) => {
      const shown = [
        p.done === 0 ? [] : counts(p.done, { other: "# done" }),
        p.refused === 0 ? [] : counts(p.refused, { other: "# refused" }),
        p.open === 0 ? [] : counts(p.open, { other: "# to answer" })
      ].flat()
      const isNew = p.done === 0 && p.refused === 0
      return [shown.join(", "), isNew ? "Nothing is stored yet." : ""]
        .filter((text) => text !== "")
        .join(". ")
    },
    progress: (p: { done: number; total: number }) => `${p.done} of ${p.total}`,
    anotherTable: "Another table",
    discard: "Discard",
    add: (p: { added: number; updated: number }) =>
      p.updated === 0
        ? p.added === 0
          ? "Add"
          : counts(p.added, { other: "Add #" })
        : p.added === 0
          ? counts(p.updated, { other: "Update #" })
          : `${counts(p.added, { other: "Add #" })}, ${counts(p.updated, { other: "update #" })}`,
    rows: (p: { count: number }) => counts(p.count, { one: "# row", other: "# rows" }),
    guessed: "columns guessed by their names; click a cell to change it",
    whichRows: "Which rows",
    needsYou: (p: { count: number }) => counts(p.count, { other: "Needs you #" }),
    sameAnswer: "The same answer for several rows",
    forAll: (p: { answer: string; rows: number }) =>
      `${p.answer}: ${counts(p.rows, { other: "all # rows" })}`,
    list: "Rows",
    row: "Row",
    /** `title`: null where it has none */
    column: (p: { number: number; title: string | null }) =>
      `Column ${p.number}${p.title === null ? "" : `, ${p.title}`}, is`,
    cell: (p: { column: string | null; row: number }) => `${p.column ?? "Column"} of row ${p.row}`,
    result: "Result",
    parts: {
      name: "Name",
      type: "Type",
      group: "Group",
      tag: "Tag",
      since: "Worn since",
      attribute: "Attribute",
      none: "skip"
    },
    done: "done",
    new: "new",
    update: "update",
    skipped: "skipped",
    putBack: "Put back",
    withoutTag: (p: { reason: string }) => `It is added, but its tag is not on. ${p.reason}`,
    questions: {
      noName: "no name",
      sameRow: (p: { row: number }) => `same as row ${p.row}`,
      exists: "exists already",
      whichType: "of which type?",
      noType: "no such type",
      severalGroups: "several groups have this name",
      noGroup: "no such group",
      dayOrMonth: "day or month first?",
      noSuchDay: "no such day",
      noDay: "not a date",
      tagOfRow: (p: { row: number }) => `tag of row ${p.row}`,
      needsPermission: (p: { permission: string }) => `needs the permission ${p.permission}`,
      noTag: "no such tag here",
      wornBy: (p: { animal: string }) => `on ${p.animal}`,
      another: "another"
    },
    answers: {
      correct: "Correct",
      skip: "Skip",
      addBoth: "Add both",
      update: "Update",
      addAnother: "Add another",
      createType: (p: { type: string }) => `Create the type ${p.type}`,
      createGroup: (p: { group: string }) => `Create the group ${p.group}`,
      noGroup: "No group",
      fromNow: "From now on",
      createTag: "Create the tag",
      createTagOf: (p: { source: string }) => `Create the tag, it sends to ${p.source}`,
      withoutTag: "Without a tag",
      handOver: "Hand over"
    }
  }
}
