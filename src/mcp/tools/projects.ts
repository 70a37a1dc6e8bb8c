// Tools for projects and their metrics, with which a client begins.
import { Effect, Schema } from "effect"
import { linksIn } from "../../domain/consoleLinks.ts"
import { quoteUntrusted, quoteUntrustedOrNull } from "../untrustedText.ts"
import { pageMembers, pageOf, projectTool, tool } from "../Tool.ts"

/** The tool `list_projects`. */
export const listProjects = tool(
  {
    name: "list_projects",
    title: "List projects",
    description:
      "Lists the projects that you were let into, with the id that every other tool takes as project_id. " +
      "Begin here. A project is a farm, a reserve, a fleet: it has its own animals or vehicles, rules, " +
      "events and time zone. open_alerts counts alerts that nobody has acknowledged.",
    needs: ["project:read"]
  },
  pageMembers,
  Effect.fnUntraced(function* (input, { ask, base }) {
    const { items, next_cursor } = yield* ask("GET", "/projects/", { query: pageOf(input) })
    return {
      projects: items.map((project) => ({
        project_id: project.id,
        name: quoteUntrusted(project.name),
        description: quoteUntrustedOrNull(project.description),
        timezone: project.timezone,
        entities: project.entity_count,
        open_alerts: project.open_alerts,
        console: linksIn(base, project.slug).project
      })),
      next_cursor
    }
  })
)

/** The tool `list_metrics`. */
export const listMetrics = projectTool(
  {
    name: "list_metrics",
    title: "List metrics",
    description:
      "Lists what devices of a project measure besides their position: the key that query_measurements and " +
      "rules name, the unit its values are in, and whether they are numbers, booleans or texts.",
    needs: ["project:read"]
  },
  {
    ...pageMembers,
    defined: Schema.optionalKey(
      Schema.Boolean.annotate({ description: "true: only those somebody described" })
    )
  },
  Effect.fnUntraced(function* (input, { ask, links, project }) {
    const { items, next_cursor } = yield* ask("GET", "/projects/:project_id/metrics/", {
      params: { project_id: project.id },
      query: {
        ...pageOf(input),
        ...(input.defined === undefined ? {} : { defined: input.defined ? "true" : "false" })
      }
    })
    return {
      metrics: items.map(({ category, defined, key, label, unit, value_type }) => ({
        metric: key,
        label: quoteUntrustedOrNull(label),
        unit: quoteUntrustedOrNull(unit, 20),
        value_type,
        category: quoteUntrustedOrNull(category),
        defined
      })),
      next_cursor,
      console: links.metrics
    }
  })
)
