// The list of all tools. There is no tool for analyses: users start computations of that size.
import type { Tool } from "../Tool.ts"
import { acknowledgeAlert } from "./alerts.ts"
import { getEntity, getLatestPosition, searchEntities } from "./entities.ts"
import { createEvent, getEvent, queryEvents, verifyEvent } from "./events.ts"
import { explainEvent, whyNot } from "./explain.ts"
import { queryMeasurements } from "./measurements.ts"
import { listMetrics, listProjects } from "./projects.ts"
import { testRule } from "./rules.ts"
import { getTrace, searchTraces } from "./traces.ts"

/** `tools` are all tools in the order in which they are listed. */
export const tools: ReadonlyArray<Tool> = [
  listProjects,
  searchEntities,
  getEntity,
  getLatestPosition,
  listMetrics,
  queryMeasurements,
  queryEvents,
  getEvent,
  explainEvent,
  verifyEvent,
  whyNot,
  testRule,
  searchTraces,
  getTrace,
  createEvent,
  acknowledgeAlert
]

const byName = new Map(tools.map((tool) => [tool.name, tool]))

/** Returns a tool by its name; undefined if there is none. */
export const findTool = (name: unknown): Tool | undefined =>
  typeof name === "string" ? byName.get(name) : undefined
