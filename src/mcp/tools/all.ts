// Every tool there is. No analysis: computing of that size is asked for by people.
import type { Tool } from "../Tool.ts"
import { acknowledgeAlert } from "./alerts.ts"
import { getEntity, getLatestPosition, searchEntities } from "./entities.ts"
import { createEvent, getEvent, queryEvents, verifyEvent } from "./events.ts"
import { explainEvent, whyNot } from "./explain.ts"
import { queryMeasurements } from "./measurements.ts"
import { listMetrics, listProjects } from "./projects.ts"
import { testRule } from "./rules.ts"
import { getTrace, searchTraces } from "./traces.ts"

/** In the order in which they are listed. */
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

export const findTool = (name: unknown): Tool | undefined =>
  typeof name === "string" ? byName.get(name) : undefined
