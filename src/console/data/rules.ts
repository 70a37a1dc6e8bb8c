// Queries and changes of rules: save, activate, switch on and off.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call, callEdited } from "./api/call.ts"
import { queryClient } from "./queryClient.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

/** A rule. */
type Rule = Answer<"GET", "/projects/:project_id/rules/">["items"][number]
/** A rule as lists show it: with its sentence, coverage, events of seven days, and snoozes. */
export type ListedRule = Rule
/** A version of a rule. */
export type RuleVersion = Answer<"GET", "/projects/:project_id/rules/:rule_id/versions/:version">
/** A template of a rule. */
export type Template = Answer<"GET", "/projects/:project_id/rules/templates">["items"][number]
/** The document of a rule. */
export type RuleDocument = Rule["document"]

/** A rule with its edition, which a later change must name. */
export interface KeptRule {
  readonly rule: Answer<"GET", "/projects/:project_id/rules/:rule_id">
  readonly edition: string
}

/** MAX_RULES is the maximum number of rules of a project. */
const MAX_RULES = 500

/** The filter of the list, applied by the server. */
export interface RuleFilter {
  readonly q?: string
  readonly entity_id?: string
  /** the archived rules instead of the others */
  readonly archived?: true
}

const listOf = async (
  projectId: string,
  filter: RuleFilter,
  signal: AbortSignal
): Promise<ReadonlyArray<ListedRule>> => {
  const params = { project_id: projectId }
  const { archived, ...others } = filter
  const query = {
    ...others,
    ...(archived === undefined ? {} : { archived: "true" as const }),
    limit: MAX_RULES,
    include: "activity"
  } as const
  return (await call("GET", "/projects/:project_id/rules/", { params, query, signal })).items
}

/** All rules of the project. */
export const rules = (projectId: string) =>
  queryOptions({
    queryKey: ["rules", projectId, "list"],
    queryFn: ({ signal }) => listOf(projectId, {}, signal),
    refetchInterval: 30_000
  })

/** Rules that match a filter; the previous matches stay visible until the new ones arrive. */
export const foundRules = (projectId: string, filter: RuleFilter) =>
  queryOptions({
    queryKey: ["rules", projectId, "found", filter],
    queryFn: ({ signal }) => listOf(projectId, filter, signal),
    placeholderData: whileNarrowing(projectId),
    refetchInterval: 30_000
  })

/** One rule with its edition. */
export const rule = (projectId: string, ruleId: string) =>
  queryOptions({
    queryKey: ["rules", projectId, "one", ruleId],
    queryFn: async ({ signal }): Promise<KeptRule> => {
      const params = { project_id: projectId, rule_id: ruleId }
      const { edition, record } = await callEdited("GET", "/projects/:project_id/rules/:rule_id", {
        params,
        signal
      })
      return { rule: record, edition }
    }
  })

/** The versions of a rule. */
export const versions = (projectId: string, ruleId: string) =>
  queryOptions({
    queryKey: ["rules", projectId, "versions", ruleId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId, rule_id: ruleId }
      const query = { limit: MAX_RULES }
      return (await call("GET", "/projects/:project_id/rules/:rule_id/versions", { params, query, signal }))
        .items
    }
  })

/** One version; it never changes. */
export const version = (projectId: string, ruleId: string, number: number) =>
  queryOptions({
    queryKey: ["rule version", projectId, ruleId, number],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/rules/:rule_id/versions/:version", {
        params: { project_id: projectId, rule_id: ruleId, version: String(number) },
        signal
      }),
    staleTime: Infinity
  })

/** The templates of rules. */
export const templates = (projectId: string) =>
  queryOptions({
    queryKey: ["rule templates", projectId],
    queryFn: async ({ signal }): Promise<ReadonlyArray<Template>> => {
      const params = { project_id: projectId }
      return (await call("GET", "/projects/:project_id/rules/templates", { params, signal })).items
    },
    staleTime: 600_000
  })

/** TRIED_FRESH_MS is how long the answer stays fresh; the server caches it as long. */
const TRIED_FRESH_MS = 600_000

/** Templates with what each would have done in the last seven days; takes seconds on a large project. */
export const triedTemplates = (projectId: string) =>
  queryOptions({
    queryKey: ["rule templates", projectId, "tried"],
    queryFn: async ({ signal }): Promise<ReadonlyArray<Template>> => {
      const params = { project_id: projectId }
      const query = { tried: "7d" } as const
      return (await call("GET", "/projects/:project_id/rules/templates", { params, query, signal })).items
    },
    staleTime: TRIED_FRESH_MS
  })

/** The JSON Schema of rule documents. */
export const ruleSchema = (projectId: string) =>
  queryOptions({
    queryKey: ["rule schema", projectId],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/rules/schema", { params: { project_id: projectId }, signal }),
    staleTime: Infinity
  })

const forget = (projectId: string) => queryClient.invalidateQueries({ queryKey: ["rules", projectId] })

const noted = async (projectId: string, kept: KeptRule): Promise<KeptRule> => {
  queryClient.setQueryData(rule(projectId, kept.rule.id).queryKey, kept)
  await forget(projectId)
  return kept
}

/** What saving and activating a document would do, without saving it. */
export const dryRun = (projectId: string, ruleId: string, edition: string, document: RuleDocument) =>
  queryOptions({
    queryKey: ["rule dry run", projectId, ruleId, edition, document],
    queryFn: ({ signal }) =>
      call("PUT", "/projects/:project_id/rules/:rule_id/document", {
        params: { project_id: projectId, rule_id: ruleId },
        body: { document, dry_run: true },
        signal
      }),
    staleTime: 60_000
  })

/**
 * Creates a rule.
 *
 * @throws Refused 422 with the errors of the document
 */
export const createRule = async (
  projectId: string,
  input: { readonly name: string; readonly document: RuleDocument; readonly enabled: boolean }
): Promise<KeptRule> => {
  const { edition, record } = await callEdited("POST", "/projects/:project_id/rules/", {
    params: { project_id: projectId },
    body: input
  })
  return noted(projectId, { rule: record, edition })
}

/**
 * Saves a new version, and activates it where `activate`.
 *
 * @throws Refused 412 where it was changed since `edition`, 422 with the errors of the document
 */
export const saveDocument = async (
  projectId: string,
  { edition, rule: { id } }: KeptRule,
  document: RuleDocument,
  activate: boolean
): Promise<KeptRule> => {
  const saved = await callEdited("PUT", "/projects/:project_id/rules/:rule_id/document", {
    params: { project_id: projectId, rule_id: id },
    headers: { "if-match": edition },
    body: { document, activate }
  })
  return noted(projectId, { rule: saved.record, edition: saved.edition })
}

/** The changed members of a rule. */
interface RuleChange {
  readonly enabled?: boolean
  readonly current_version?: number
  readonly name?: string
}

/**
 * Changes a rule.
 *
 * @throws Refused 412 where it was changed since `edition`, 422 where its document is not valid
 */
export const changeRule = async (
  projectId: string,
  { edition, rule: { id } }: KeptRule,
  change: RuleChange
): Promise<KeptRule> => {
  const changed = await callEdited("PATCH", "/projects/:project_id/rules/:rule_id", {
    params: { project_id: projectId, rule_id: id },
    headers: { "if-match": edition },
    body: change
  })
  return noted(projectId, { rule: changed.record, edition: changed.edition })
}

/** archiveRule archives a rule: it is off, and listed among the archived rules. */
export const archiveRule = async (projectId: string, ruleId: string): Promise<void> => {
  await call("DELETE", "/projects/:project_id/rules/:rule_id", {
    params: { project_id: projectId, rule_id: ruleId }
  })
  queryClient.removeQueries({ queryKey: rule(projectId, ruleId).queryKey, exact: true })
  await forget(projectId)
}

/** restoreRule takes a rule out of the archive. */
export const restoreRule = async (projectId: string, ruleId: string, enabled: boolean): Promise<void> => {
  await call("PATCH", "/projects/:project_id/rules/:rule_id", {
    params: { project_id: projectId, rule_id: ruleId },
    body: { archived: false, enabled }
  })
  await forget(projectId)
}
