// A project: entities, rules and members that belong together, with the time zone of its days.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Attributes, Description, Instant, Name, Uuid } from "../schemas.ts"
import { ProjectSettings } from "./ProjectSettings.ts"

/** Slug is the project's short name in addresses; unique. */
export const Slug = Schema.String.check(
  Schema.isPattern(/^[a-z0-9][a-z0-9-]{0,62}$/u, {
    expected: "1 to 63 small letters, digits and hyphens, not beginning with a hyphen"
  })
)

const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false // Intl also takes bare offsets, which have no summer time
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

/** TimeZone is a zone of the IANA database, `Europe/Berlin`. */
export const TimeZone = Schema.String.check(
  Schema.isMaxLength(64),
  Schema.makeFilter(isTimeZone, { expected: "a time zone of the IANA database" })
)

const written = { name: Name, slug: Slug, description: Description, timezone: TimeZone }

/** Project is a project as its members see it. */
export const Project = Schema.Struct({
  id: Uuid,
  ...written,
  // read as they are: they may be older than what is known of them now
  settings: Attributes,
  created_at: Instant,
  updated_at: Instant
}).annotate({ identifier: "Project" })
export type Project = typeof Project.Type

const counts = {
  entity_count: Schema.Int.annotate({ description: "Entities you see there that are not archived" }),
  open_alerts: Schema.Int.annotate({ description: "Alerts you see there that nobody has acknowledged" })
}

/** ProjectCounts are the numbers of entities and of open alerts that the caller sees. */
export interface ProjectCounts {
  readonly entity_count: number
  readonly open_alerts: number
}

/** ListedProject is a project in a list, with its counts. */
export const ListedProject = Project.mapFields((members) => ({ ...members, ...counts })).annotate({
  identifier: "ListedProject"
})
export type ListedProject = typeof ListedProject.Type

/**
 * NewProject is a request to create a project. `slug` is made from the name unless given, and made unique;
 * the zone is UTC unless given.
 */
export const NewProject = Schema.Struct({
  name: Name,
  slug: Schema.optionalKey(Slug),
  description: Schema.optionalKey(Description),
  timezone: Schema.optionalKey(TimeZone),
  settings: Schema.optionalKey(ProjectSettings)
})
export type NewProject = typeof NewProject.Type

/** ProjectChange is a request to change some members of a project. */
export const ProjectChange = Schema.Struct({ ...written, settings: ProjectSettings }).mapFields(
  Struct.map(Schema.optionalKey)
)
export type ProjectChange = typeof ProjectChange.Type

/** Makes a slug from a name: `Lower Field!` gives `lower-field`; `project` where nothing remains. */
export const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 63)
    .replace(/-+$/, "") || "project"
