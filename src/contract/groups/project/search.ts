// Search for records of a project by name.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import { SearchItem } from "../../../domain/system/SearchItem.ts"
import { Needs } from "../../http/authorization.ts"
import { IntegerInput, MAX_LIMIT, optionalParameter, SearchText } from "../../http/paging.ts"
import { docs } from "../../http/docs.ts"

/** Search is the group with the one endpoint that searches. */
export class Search extends HttpApiGroup.make("search")
  .add(
    HttpApiEndpoint.get("find", "/projects/:project_id/search", {
      params: { project_id: Uuid },
      query: { q: SearchText, limit: optionalParameter(IntegerInput(1, MAX_LIMIT, 20), "Items at most") },
      success: Schema.Struct({ items: Schema.Array(SearchItem) })
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Look for something by its name",
          "Entities that are not archived, devices (by an external id too), rules and events (by the event type " +
            "too; of events the newest ten thousand), features and runs, of what you see of the project. Names " +
            "that are what was looked for come first, then those that begin so, then those with a word that " +
            "does; of those that fit alike the newest first. One page: who looks for more says more."
        )
      )
  )
  .annotate(OpenApi.Title, "Search")
  .annotate(OpenApi.Description, "Things of a project by their names.") {}
