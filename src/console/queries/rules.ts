// Rules as pages read them, and what people do about them: save, put in force, switch on and off.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call, callEdited } from "../api/call.ts"
import { queryClient } from "./queryClient.ts"
import { whileNarrowing } from "./whileNarrowing.ts"

export type Rule = Answer<"GET", "/projects/:project_id/rules/">["items"][number]
/** As the list tells it: with its sentence, whom it covers, what it did in seven days, who is snoozed. */
export type ListedRule = Rule
export type RuleVersion = Answer<"GET", "/projects/:project_id/rules/:rule_id/versions/:version">
export type Template = Answer<"GET", "/projects/:project_id/rules/templates">["items"][number]
export type SavedDocument = Answer<"PUT", "/projects/:project_id/rules/:rule_id/document">
export type RuleDocument = Rule["document"]

/** A rule with its edition, which a later write names. */
export interface KeptRule {
  readonly rule: Answer<"GET", "/projects/:project_id/rules/:rule_id">
  readonly edition: string
}

/** A project has as many at most. */
const ALL = 500

/** What narrows the list, by the server's judgement. */
export interface RuleFilter {
  readonly q?: string
  readonly entity_id?: string
}

const listOf = async (
  projectId: string,
  filter: RuleFilter,
  signal: AbortSignal
): Promise<ReadonlyArray<ListedRule>> => {
  const params = { project_id: projectId }
  const query = { ...filter, limit: ALL, include: "activity" } as const
  return (await call("GET", "/projects/:project_id/rules/", { params, query, signal })).items
}

export const rules = (projectId: string) =>
  queryOptions({
    queryKey: ["rules", projectId, "list"],
    queryFn: ({ signal }) => listOf(projectId, {}, signal),
    refetchInterval: 30_000
  })

/** Those that are looked for; what was found before stays until something newer is there. */
export const foundRules = (projectId: string, filter: RuleFilter) =>
  queryOptions({
    queryKey: ["rules", projectId, "found", filter],
    queryFn: ({ signal }) => listOf(projectId, filter, signal),
    placeholderData: whileNarrowing(projectId),
    refetchInterval: 30_000
  })

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

export const versions = (projectId: string, ruleId: string) =>
  queryOptions({
    queryKey: ["rules", projectId, "versions", ruleId],
    queryFn: async ({ signal }) => {
      const params = { project_id: projectId, rule_id: ruleId }
      const query = { limit: ALL }
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

export const templates = (projectId: string) =>
  queryOptions({
    queryKey: ["rule templates", projectId],
    queryFn: async ({ signal }): Promise<ReadonlyArray<Template>> => {
      const params = { project_id: projectId }
      return (await call("GET", "/projects/:project_id/rules/templates", { params, signal })).items
    },
    staleTime: 600_000
  })

/** The server keeps what it found for as long. */
const TRIED_MS = 600_000

/**
 * The same with what each would have made of the last seven days: a look at the past, seconds on a large
 * farm.
 */
export const triedTemplates = (projectId: string) =>
  queryOptions({
    queryKey: ["rule templates", projectId, "tried"],
    queryFn: async ({ signal }): Promise<ReadonlyArray<Template>> => {
      const params = { project_id: projectId }
      const query = { tried: "7d" } as const
      return (await call("GET", "/projects/:project_id/rules/templates", { params, query, signal })).items
    },
    staleTime: TRIED_MS
  })

/** JSON Schema of rule documents. */
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

/** What saving a document and putting it in force would do: nothing is saved. */
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

/** @throws Refused 422 with what is wrong with the document */
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
 * Makes the next version, in force at once where `activate`.
 *
 * @throws Refused 412 where somebody saved since `edition`, 422 with what is wrong with the document
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

export interface RuleChange {
  readonly enabled?: boolean
  readonly current_version?: number
  readonly name?: string
}

/** @throws Refused 412 where somebody changed it since `edition`, 422 where its document may not run */
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

/** removeRule takes a rule out of force for good; its versions stay. @throws Refused 412 where it was changed */
export const removeRule = async (projectId: string, { edition, rule: { id } }: KeptRule): Promise<void> => {
  await call("DELETE", "/projects/:project_id/rules/:rule_id", {
    params: { project_id: projectId, rule_id: id },
    headers: { "if-match": edition }
  })
  await queryClient.invalidateQueries({ queryKey: ["rules", projectId], refetchType: "none" })
}
