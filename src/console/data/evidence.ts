// What an event was decided on, and why no alert came at a moment.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "./api/call.ts"
import { everyPage } from "./api/everyPage.ts"
import { iso } from "../time/iso.ts"

/** The values that an event was decided on. */
export type Evidence = Answer<"GET", "/projects/:project_id/events/:event_id/evidence">
/** A value with its limit. */
export type Reading = NonNullable<Evidence["values"]>[number]
/** A sentence with its parts. */
export type Sentence = NonNullable<Evidence["sentence"]>
/** A page of rules, each with what it says of an entity at a moment. */
export type ExplainedPage = Answer<"GET", "/projects/:project_id/entities/:entity_id/explain">
/** What a rule says of an entity at a moment. */
export type ExplainedRule = ExplainedPage["rules"][number]

/** All rules about one entity at a moment. */
export interface WhyNot extends Pick<ExplainedPage, "at" | "position" | "rules"> {
  readonly summary: ReadonlyArray<{
    readonly sentence: ExplainedPage["summary"]
    readonly sentence_message: ExplainedPage["summary_message"]
  }>
  readonly lanes: NonNullable<ExplainedPage["lanes"]>
  /** there are rules that were not evaluated */
  readonly isCut: boolean
}

/** The values that an event was decided on. */
export const evidence = (projectId: string, eventId: string) =>
  queryOptions({
    queryKey: ["evidence", projectId, eventId],
    queryFn: ({ signal }) =>
      call("GET", "/projects/:project_id/events/:event_id/evidence", {
        params: { project_id: projectId, event_id: eventId },
        signal
      }),
    staleTime: 60_000
  })

/** The groups of rules in their order on the page. */
export const ruleGroups = ["fired", "near", "waiting", "not_asked", "not_in_scope"] as const

/** Orders rules as each page does: by group, then the nearest to an alert first. */
const byNearness = (a: ExplainedRule, b: ExplainedRule): number =>
  ruleGroups.indexOf(a.group) - ruleGroups.indexOf(b.group) ||
  Math.sign((a.distance ?? Infinity) - (b.distance ?? Infinity)) ||
  0

/** The index of the most telling group on a page; a page without rules has none. */
const bestOf = ({ rules }: ExplainedPage): number =>
  Math.min(ruleGroups.length, ...rules.map(({ group }) => ruleGroups.indexOf(group)))

const nearestOf = ({ rules }: ExplainedPage): number =>
  Math.min(...rules.filter(({ group }) => group === "near").map(({ distance }) => distance ?? Infinity))

/**
 * The summary of the page with the most telling rule, of several the nearest to an alert; where rules fired,
 * those of all pages with a fired rule.
 */
const summaryOf = (pages: ReadonlyArray<ExplainedPage>): WhyNot["summary"] => {
  const best = Math.min(...pages.map(bestOf))
  const [first, ...others] = pages
    .filter((page) => bestOf(page) === best)
    .toSorted((a, b) => Math.sign(nearestOf(a) - nearestOf(b)) || 0)
  const more = best === ruleGroups.indexOf("fired") ? others : []
  return [...(first === undefined ? [] : [first]), ...more].map(({ summary, summary_message }) => ({
    sentence: summary,
    sentence_message: summary_message
  }))
}

/** Merges pages about the same moment; each has a summary and lanes of its own rules only. */
export const wholeOf = (at: string, pages: ReadonlyArray<ExplainedPage>, isCut: boolean): WhyNot => ({
  at,
  summary: summaryOf(pages),
  position: pages.find(({ position }) => position !== null)?.position ?? null,
  rules: pages.flatMap(({ rules }) => rules).toSorted(byNearness),
  lanes: pages.flatMap(({ lanes = [] }) => lanes),
  isCut
})

/** MAX_RULES is the maximum number of rules of a project; older projects may have more. */
const MAX_RULES = 500
/** Page sizes, from the first page on. An answer costs time per rule, and most projects have few rules. */
const PAGE_SIZES = [40, 80, 160, 200]

/** All rules about one entity at a moment, epoch ms. */
export const whyNot = (projectId: string, entityId: string, at: number) =>
  queryOptions({
    queryKey: ["why not", projectId, entityId, at],
    queryFn: async ({ signal }) => {
      const pages: Array<ExplainedPage> = []
      const { isCut } = await everyPage(async (place) => {
        const limit = PAGE_SIZES[Math.min(pages.length, PAGE_SIZES.length - 1)]!
        const page = await call("GET", "/projects/:project_id/entities/:entity_id/explain", {
          params: { project_id: projectId, entity_id: entityId },
          // a cursor is only valid for the same list, with lanes
          query: { at: iso(at), include: "lanes", limit, ...place },
          signal
        })
        pages.push(page)
        return { items: page.rules, next_cursor: page.next_cursor }
      }, MAX_RULES)
      return wholeOf(iso(at), pages, isCut)
    },
    staleTime: 60_000
  })
