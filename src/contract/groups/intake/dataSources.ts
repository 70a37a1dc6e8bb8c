// Data sources: where reports of devices come from.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import { SourceTest } from "../../../domain/tracking/SourceTest.ts"
import {
  DataSource,
  DataSourceChange,
  DataSourceDraft,
  NewDataSource,
  OpenedDataSource
} from "../../../domain/tracking/DataSource.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Forbidden, Invalid, Malformed, NotFound } from "../../http/errors.ts"
import { Page, paged } from "../../http/paging.ts"
import { docs, optionalBody, withExample } from "../../http/docs.ts"

const params = { data_source_id: Uuid }

/** DataSources is the group of endpoints that manage data sources. */
export class DataSources extends HttpApiGroup.make("dataSources")
  .add(
    HttpApiEndpoint.get("list", "/", { query: paged, success: Page(DataSource), error: Malformed })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("List data sources", "Newest first.")),
    HttpApiEndpoint.post("create", "/", {
      payload: withExample(NewDataSource, { name: "Collars", adapter_key: "generic_http" }),
      success: OpenedDataSource.pipe(HttpApiSchema.status(201)),
      error: [Invalid, Forbidden]
    })
      .annotate(Needs, "integrations:write")
      .annotateMerge(
        docs(
          "Make a data source",
          "Where reports come from; the adapter says in which format. With `config.mqtt` a worker " +
            "listens to a broker, in MQTT 5 or, where that is refused, 3.1.1: a message is acknowledged " +
            "when it is stored. A broker's queue is finite (mosquitto: 1,000 messages), and what it has " +
            "no room for it drops silently: give it room for the longest time that nobody listens. " +
            "`config.mqtt.password` is kept apart and never shown. The answer shows the token that opens " +
            "`POST /ingest/http/{data_source_id}`: it is shown this once. Who manages the integrations of " +
            "projects makes, changes and removes sources that are pushed to and are for these projects alone " +
            "(`project_ids`); one that connects to something (`config.mqtt`, `config.server_url`), or is for " +
            "all projects, needs a server admin."
        )
      ),
    HttpApiEndpoint.get("get", "/:data_source_id", { params, success: DataSource, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("Read a data source", "One data source by its id, without its token.")),
    HttpApiEndpoint.patch("update", "/:data_source_id", {
      params,
      payload: DataSourceChange,
      success: DataSource,
      error: [NotFound, Invalid, Forbidden]
    })
      .annotate(Needs, "integrations:write")
      .annotateMerge(
        docs("Change a data source", "Changes the members that are sent; `enabled: false` closes the door.")
      ),
    HttpApiEndpoint.delete("remove", "/:data_source_id", { params, error: [NotFound, Conflict, Forbidden] })
      .annotate(Needs, "integrations:write")
      .annotateMerge(
        docs("Remove a data source", "Refused while devices report through it: disable it instead.")
      ),
    HttpApiEndpoint.post("rotateToken", "/:data_source_id/rotate-token", {
      params,
      success: OpenedDataSource,
      error: [NotFound, Forbidden]
    })
      .annotate(Needs, "integrations:write")
      .annotateMerge(
        docs(
          "Change a data source's token",
          "Shows a new token. The one before opens for another day, so that senders can be changed " +
            "one by one."
        )
      ),
    HttpApiEndpoint.post("test", "/:data_source_id/test", {
      params,
      payload: [HttpApiSchema.NoContent, withExample(DataSourceDraft, { config: {} })] as const,
      success: SourceTest,
      error: [NotFound, Forbidden, Invalid]
    })
      .annotate(Needs, "integrations:write")
      .annotate(OpenApi.Transform, optionalBody)
      .annotateMerge(
        docs(
          "Test a data source",
          "Tries what the source connects to: its broker and its topics (`config.mqtt`), with a " +
            "warning of what the broker's queue does not hold, or the gRPC of its network server " +
            "(`config.server_url`), and says what stands in the way and what to do about it. Of a source " +
            "that is only pushed to, it says where senders go. With `config` that configuration is tried " +
            "before it is saved: without a password the stored one is used, if the address is the same."
        )
      )
  )
  .annotate(OpenApi.Title, "Data sources")
  .annotate(OpenApi.Description, "Where reports come from, and the tokens that open the door to them.")
  .prefix("/data-sources") {}
