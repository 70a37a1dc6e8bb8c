// Who may set up which source: server admins all; members who manage the integrations of projects only pushed
// sources for these projects alone. What the server connects to is decided by server admins.
import { Effect } from "effect"
import type { Reach } from "../../domain/access/Visibility.ts"
import { type AdapterConfig, unusedMember } from "../../domain/tracking/unusedConfig.ts"
import { connectsTo } from "../../domain/tracking/SourceConfig.ts"
import { wholeProjects } from "../access/visibilityConditions.ts"
import { ConstraintViolated, OutsideScope } from "../sql/refusals.ts"

/** Authority is what of a source decides who may set it up. */
export interface Authority {
  readonly config: Parameters<typeof connectsTo>[0]
  readonly project_ids: ReadonlyArray<string>
}

/** Fails unless the caller may change an existing source. */
export const mayChange = (
  reach: Reach,
  { config, project_ids }: Authority
): Effect.Effect<void, OutsideScope> => {
  if (reach === null) return Effect.void
  const place = connectsTo(config)
  if (place !== null)
    return new OutsideScope({ detail: `It connects to ${place}: that needs a server admin.` })
  const wholeProjectIds = wholeProjects(reach)
  return project_ids.length > 0 && project_ids.every((id) => wholeProjectIds.includes(id))
    ? Effect.void
    : new OutsideScope({
        detail: "It is for more than the projects whose integrations you manage: that needs a server admin."
      })
}

/** Fails unless the caller may set up what was written; an unknown project counts as one of another caller. */
export const maySetUp = (
  reach: Reach,
  { config = {}, project_ids = [] }: Partial<Authority>
): Effect.Effect<void, ConstraintViolated | OutsideScope> => {
  if (reach === null) return Effect.void
  if (project_ids.length === 0)
    return new ConstraintViolated({
      pointer: "/project_ids",
      code: "PROJECT_REQUIRED",
      detail: "Name the projects that it is for: a source for all of them needs a server admin."
    })
  const whole = wholeProjects(reach)
  const other = project_ids.findIndex((id) => !whole.includes(id))
  if (other !== -1)
    return new ConstraintViolated({
      pointer: `/project_ids/${other}`,
      code: "PROJECT_UNKNOWN",
      detail: "There is no such project among those whose integrations you manage."
    })
  return mayChange(reach, { config, project_ids })
}

/** Fails where a configuration has a member that its adapter has no use for. `before`: as the source is kept. */
export const checkUsed = (
  after: AdapterConfig,
  before: AdapterConfig | null
): Effect.Effect<void, ConstraintViolated> => {
  const unused = unusedMember(after, before)
  return unused === null
    ? Effect.void
    : new ConstraintViolated({
        pointer: `/config/${unused.member}`,
        code: "CONFIG_UNUSED",
        detail: unused.detail
      })
}
