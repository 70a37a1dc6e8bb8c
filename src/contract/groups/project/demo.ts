// Demo farms: projects with invented animals and history, to try the product.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Name } from "../../../domain/schemas.ts"
import { Project } from "../../../domain/tracking/Project.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict } from "../../http/errors.ts"
import { docs, withExample } from "../../http/docs.ts"

const NewDemo = Schema.Struct({
  name: Schema.optionalKey(
    Name.annotate({ description: "What the project is called; Demo farm unless given" })
  )
})

/** Demo is the group with the one endpoint that creates a demo farm. */
export class Demo extends HttpApiGroup.make("demo")
  .add(
    HttpApiEndpoint.post("start", "/demo", {
      payload: withExample(NewDemo, { name: "Farm to play with" }),
      success: Project.pipe(HttpApiSchema.status(202)),
      error: Conflict
    })
      .annotate(Needs, "server_admin")
      .annotateMerge(
        docs(
          "Make a demo farm",
          "A project with invented animals, places and rules, on an invented landscape (`settings.landscape`). It " +
            "fills within a minute, with two days of past, and its animals move as long as this server runs, " +
            "and again after a restart unless that is with DEMO=off. Removing the project ends it: " +
            "`DELETE /projects/{id}`. 409 where a server runs no demos."
        )
      )
  )
  .annotate(OpenApi.Title, "Demo")
  .annotate(OpenApi.Description, "Farms that are made up, to see what all this does.") {}
