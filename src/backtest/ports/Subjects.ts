// Whom rules can be asked about.
import { Context, type Effect } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Who } from "../../domain/rule/scope.ts"
import type { Unknown } from "./RuleHistory.ts"

/** A subject with what scopes ask of it. */
export interface KnownSubject {
  readonly subject: Subject
  readonly who: Who
}

export class Subjects extends Context.Service<
  Subjects,
  {
    /** All entities and bare devices of a project that the caller sees, or these entities of them. */
    readonly list: (
      projectId: string,
      visibility: Visibility,
      entityIds: ReadonlyArray<string> | null
    ) => Effect.Effect<ReadonlyArray<KnownSubject>>
    /** One subject, if it is of the project and seen. */
    readonly get: (
      projectId: string,
      visibility: Visibility,
      of: { readonly entityId: string } | { readonly deviceId: string }
    ) => Effect.Effect<KnownSubject, Unknown>
    /** Names of the devices that ever were in the project. */
    readonly devices: (projectId: string) => Effect.Effect<ReadonlyMap<string, string>>
    /** The key of an entity type. */
    readonly entityType: (id: string) => Effect.Effect<string | null>
  }
>()("backtest/Subjects") {}
