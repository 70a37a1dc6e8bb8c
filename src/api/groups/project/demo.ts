// Handler that starts a demo farm.
import { Clock, Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor } from "../../../contract/http/authorization.ts"
import { Conflict } from "../../../contract/http/errors.ts"
import { demoProject } from "../../../domain/tracking/demoProject.ts"
import { Projects } from "../../../store/tracking/projects/Projects.ts"
import { DemoFarms } from "../../demo/DemoFarms.ts"
import { asRefusal } from "../../http/asRefusal.ts"

/** The name of the project where the request has none. */
const DEFAULT_NAME = "Demo farm"

/** `DemoLive` creates a demo project and starts its simulation. */
export const DemoLive = HttpApiBuilder.group(
  Api,
  "demo",
  Effect.fnUntraced(function* (handlers) {
    const projects = yield* Projects
    const start = yield* DemoFarms
    return handlers.handleAll({
      start: ({ payload: { name = DEFAULT_NAME } }) =>
        Effect.gen(function* () {
          if (start === null)
            return yield* new Conflict({
              code: "NO_DEMOS_HERE",
              detail: "This server runs no demos: nobody would move the animals."
            })
          const actor = yield* CurrentActor
          const now = yield* Clock.currentTimeMillis
          const project = yield* projects.create(actor, demoProject(name, now, true))
          yield* start(project.id)
          return project
        }).pipe(asRefusal)
    })
  })
)
