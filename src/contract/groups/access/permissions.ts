// The catalogue of permissions, for interfaces that edit roles and tokens.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { permissionAreas, permissions } from "../../../domain/access/Permission.ts"
import { Needs } from "../../http/authorization.ts"
import { Malformed } from "../../http/errors.ts"
import { Page, paged } from "../../http/paging.ts"
import { docs } from "../../http/docs.ts"

const PermissionInfo = Schema.Struct({
  key: Schema.Literals(permissions),
  area: Schema.Literals(permissionAreas).annotate({ description: "Where it is shown" }),
  label: Schema.String,
  reserved: Schema.Boolean.annotate({
    description: "No endpoint asks for it: interfaces gate on it, and what comes later may"
  })
}).annotate({
  identifier: "PermissionInfo",
  examples: [{ key: "views:write", area: "exports_and_analysis", label: "Save views", reserved: true }]
})
/** PermissionInfo is a permission with its label and area. */
export type PermissionInfo = typeof PermissionInfo.Type

/** Permissions is the group with the one endpoint that lists the catalogue. */
export class Permissions extends HttpApiGroup.make("permissions")
  .add(
    HttpApiEndpoint.get("list", "/permissions", {
      query: paged,
      success: Page(PermissionInfo),
      error: Malformed
    })
      .annotate(Needs, "known_caller")
      .annotateMerge(
        docs(
          "List the permissions",
          "The keys that roles are made of and that tokens carry, from those of viewers to those of admins. " +
            "Those that are `reserved` no endpoint asks for: they are for interfaces."
        )
      )
  )
  .annotate(OpenApi.Title, "Permissions")
  .annotate(OpenApi.Description, "What someone may do in a project.") {}
