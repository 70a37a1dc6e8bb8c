// Starts the simulation of demo farms; the API only creates their projects.
import { Context, type Effect } from "effect"

/** `StartDemo` starts the simulation of a project. */
export type StartDemo = (projectId: string) => Effect.Effect<void>

/** `DemoFarms` is null where this process runs no demos. */
export const DemoFarms = Context.Reference<StartDemo | null>("api/DemoFarms", { defaultValue: () => null })
