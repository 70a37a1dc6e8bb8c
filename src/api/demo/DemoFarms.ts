// Who sets up the demos that are asked for, and keeps their animals moving; the API only makes their projects.
import { Context, type Effect } from "effect"

/** Takes the project of a demo in hand, by its id; null: nobody does in this process. */
export type StartDemo = (projectId: string) => Effect.Effect<void>

export const DemoFarms = Context.Reference<StartDemo | null>("api/DemoFarms", { defaultValue: () => null })
