// What an event was judged on, and why no alert came at a moment.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"
import { everyPage } from "../api/everyPage.ts"
import { iso } from "../time/iso.ts"

export type Evidence = Answer<"GET", "/projects/:project_id/events/:event_id/evidence">
export type Reading = NonNullable<Evidence["values"]>[number]
export type Sentence = NonNullable<Evidence["sentence"]>
export type ExplainedPage = Answer<"GET", "/projects/:project_id/entities/:entity_id/explain">
export type ExplainedRule = ExplainedPage["rules"][number]

/** Every rule about one entity at a moment. */
export interface WhyNot extends Pick<ExplainedPage, "at" | "position" | "rules" | "summary"> {
  readonly lanes: NonNullable<ExplainedPage["lanes"]>
  /** there are rules that were not asked about */
  readonly isCut: boolean
}

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

/** In which order rules are told of. */
export const ruleGroups = ["fired", "near", "waiting", "not_asked", "not_in_scope"] as const

/** What a page has of the most telling rules; of a page without any rule nothing is. */
const bestOf = ({ rules }: ExplainedPage): number =>
  Math.min(ruleGroups.length, ...rules.map(({ group }) => ruleGroups.indexOf(group)))

/** What every page has to say of what fired; else what the page says that has the most telling rule. */
const summaryOf = (pages: ReadonlyArray<ExplainedPage>): Sentence => {
  const best = Math.min(...pages.map(bestOf))
  const [first, ...others] = pages.filter((page) => bestOf(page) === best)
  const more = best === ruleGroups.indexOf("fired") ? others : []
  return [
    ...(first?.summary ?? []),
    ...more.flatMap(({ summary }) => [{ text: " ", strong: false, path: null }, ...summary])
  ]
}

/** Pages about the same moment as one; each sums up and places its own rules alone. */
export const wholeOf = (at: string, pages: ReadonlyArray<ExplainedPage>, isCut: boolean): WhyNot => ({
  at,
  summary: summaryOf(pages),
  position: pages.find(({ position }) => position !== null)?.position ?? null,
  rules: pages.flatMap(({ rules }) => rules),
  lanes: pages.flatMap(({ lanes = [] }) => lanes),
  isCut
})

/** A project has as many rules at most, unless it had more before that was so. */
const ALL = 500
/**
 * Rules of the first page, the second and so on: an answer costs by the rules that were asked for, and most
 * projects have few.
 */
const LIMITS = [40, 80, 160, 200]

/** Every rule asked about one entity at a moment, epoch ms. */
export const whyNot = (projectId: string, entityId: string, at: number) =>
  queryOptions({
    queryKey: ["why not", projectId, entityId, at],
    queryFn: async ({ signal }) => {
      const pages: Array<ExplainedPage> = []
      const { isCut } = await everyPage(async (place) => {
        const limit = LIMITS[Math.min(pages.length, LIMITS.length - 1)]!
        const page = await call("GET", "/projects/:project_id/entities/:entity_id/explain", {
          params: { project_id: projectId, entity_id: entityId },
          // a cursor is of the list with its lanes
          query: { at: iso(at), include: "lanes", limit, ...place },
          signal
        })
        pages.push(page)
        return { items: page.rules, next_cursor: page.next_cursor }
      }, ALL)
      return wholeOf(iso(at), pages, isCut)
    },
    staleTime: 60_000
  })
