// English words of the groups of animals.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")

/** groups are the words of the groups of animals. */
export const groups = {
  cancel: "Cancel",
  title: "Groups",
  loading: "groups",
  none: {
    title: "No groups yet.",
    hint: "A group is a herd, a flock or a family. A group can contain others."
  },
  ungrouped: "In no group",
  add: "Group",
  more: (p: { name: string }) => `More about ${p.name}`,
  addInside: "New group in it",
  rename: "Rename",
  move: "Move",
  remove: "Remove",
  name: "Name",
  create: {
    title: "New group",
    titleIn: <P>(p: { group: P }) => parts<P>`New group in ${p.group}`,
    submit: "Create group",
    done: (p: { name: string }) => `The group ${p.name} is created.`
  },
  renameTitle: <P>(p: { name: P }) => parts<P>`Rename ${p.name}`,
  moveOne: {
    title: <P>(p: { name: P }) => parts<P>`Move ${p.name}`,
    into: "Into",
    top: "the top",
    done: (p: { name: string }) => `${p.name} is moved.`
  },
  removeOne: {
    title: <P>(p: { name: P }) => parts<P>`Remove the group ${p.name}?`,
    hint: "It must be empty: move what is in it first.",
    done: (p: { name: string }) => `The group ${p.name} is removed.`
  },
  affected: {
    noRule: "No rule names it.",
    /** the rules of a group that animals move to */
    animals: <P>(p: { count: number; rules: P }) =>
      p.count === 1
        ? parts<P>`The rule ${p.rules} will watch them there.`
        : parts<P>`The rules ${p.rules} will watch them there.`,
    /** the rules of a group that another group moves to */
    group: <P>(p: { count: number; rules: P }) =>
      p.count === 1
        ? parts<P>`The rule ${p.rules} will watch it there.`
        : parts<P>`The rules ${p.rules} will watch it there.`,
    /** the rules of a group that is removed */
    removed: <P>(p: { count: number; rules: P }) =>
      p.count === 1
        ? parts<P>`The rule ${p.rules} will watch no animals there.`
        : parts<P>`The rules ${p.rules} will watch no animals there.`,
    members: <P>(p: { members: P }) => parts<P>`Members who may see it: ${p.members}.`
  },
  members: {
    count: (p: { count: number; one: string; many: string }) =>
      counts(p.count, { one: `# ${p.one}`, other: `# ${p.many}` }),
    moveTo: (p: { count: number }) => counts(p.count, { other: "Move # to" }),
    choose: "choose a group",
    noGroup: "no group",
    moved: (p: { count: number }) => counts(p.count, { other: "# moved." })
  },
  types: {
    title: "Types",
    forAll: "for all projects",
    add: "Type",
    more: (p: { type: string }) => `More about the type ${p.type}`,
    createTitle: "New type",
    renameTitle: (p: { type: string }) => `Rename ${p.type}`,
    name: "Name",
    key: "Key for programs",
    keyHint: "Small letters, digits and underscores. It cannot be changed later.",
    create: "Create type",
    saved: (p: { type: string }) => `The type ${p.type} is saved.`,
    removed: (p: { type: string }) => `The type ${p.type} is removed.`
  }
}
