// What a rule would have made of the past. Nothing is created by asking.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "../api/call.ts"
import { callLines, type Progress } from "../api/callLines.ts"
import { iso } from "../time/iso.ts"
import type { RuleDocument } from "./rules.ts"

/** What the server says of a draft without a look at the past. */
export const checkDraft = (projectId: string, document: RuleDocument) =>
  queryOptions({
    queryKey: ["rule check", projectId, document],
    queryFn: ({ signal }) =>
      call("POST", "/projects/:project_id/rules/check", {
        params: { project_id: projectId },
        body: { document },
        signal
      }),
    staleTime: 60_000
  })

export type TestResult = Answer<"POST", "/projects/:project_id/rules/test-document">
export type TestEvent = TestResult["events"][number]
export type Drawn = NonNullable<TestResult["evaluation"]>[number]

export interface Asked {
  readonly document: RuleDocument
  /** epoch ms */
  readonly from: number
  readonly to: number
  /** what is in force, to be compared with; null: nothing is */
  readonly baseline: { readonly rule_id: string; readonly version: number } | null
}

/**
 * Tests a draft; `tell` hears how far it is. Aborting stops the test on the server too.
 *
 * @throws Refused 422 with what is wrong with the document, 429 where somebody asks too often
 */
export const testDocument = (
  projectId: string,
  { baseline, document, from, to }: Asked,
  tell: (progress: Progress) => void,
  signal: AbortSignal
): Promise<TestResult> =>
  callLines(
    "/projects/:project_id/rules/test-document",
    { project_id: projectId },
    {
      document,
      from: iso(from),
      to: iso(to),
      trace: true,
      include: ["evaluation"],
      ...(baseline === null ? {} : { baseline })
    },
    tell,
    signal
  )

export type StressResult = Answer<"POST", "/projects/:project_id/rules/stress-document">

/**
 * Tries a draft on the same past with disturbed records.
 *
 * @throws Refused as `testDocument`
 */
export const stressDocument = (
  projectId: string,
  { document, from, to }: Omit<Asked, "baseline">,
  tell: (progress: Progress) => void,
  signal: AbortSignal
): Promise<StressResult> =>
  callLines(
    "/projects/:project_id/rules/stress-document",
    { project_id: projectId },
    { document, from: iso(from), to: iso(to) },
    tell,
    signal
  )
