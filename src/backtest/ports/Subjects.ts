// The subjects that rules can be evaluated for.
import { Context, type Effect } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Who } from "../../domain/rule/scope.ts"
import type { Unknown } from "./RuleHistory.ts"

/** KnownSubject is a subject with what scopes read of it. */
export interface KnownSubject {
  readonly subject: Subject
  readonly who: Who
}

/** Subjects reads the subjects of a project. */
export class Subjects extends Context.Service<
  Subjects,
  {
    /** Returns all entities and bare devices of a project that the caller sees, or these entities of them. */
    readonly list: (
      projectId: string,
      visibility: Visibility,
      entityIds: ReadonlyArray<string> | null
    ) => Effect.Effect<ReadonlyArray<KnownSubject>>
    /** Returns one subject, if it is in the project and the caller sees it. */
    readonly get: (
      projectId: string,
      visibility: Visibility,
      of: { readonly entityId: string } | { readonly deviceId: string }
    ) => Effect.Effect<KnownSubject, Unknown>
    /** Returns names of the devices that ever were in the project. */
    readonly devices: (projectId: string) => Effect.Effect<ReadonlyMap<string, string>>
    /** Returns the key of an entity type. */
    readonly entityType: (id: string) => Effect.Effect<string | null>
  }
>()("backtest/Subjects") {}
