// Tests of rules on the past. A test creates nothing.
import { queryOptions } from "@tanstack/react-query"
import { type Answer, call } from "./api/call.ts"
import { callLines, type Progress } from "./api/callLines.ts"
import { iso } from "../time/iso.ts"
import type { RuleDocument } from "./rules.ts"

/** The server's validation of a draft, without evaluating the past. */
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

/** The outcome of a test. */
export type TestResult = Answer<"POST", "/projects/:project_id/rules/test-document">
/** An event that the draft would have made. */
export type TestEvent = TestResult["events"][number]
/** A series of the evaluation to draw. */
export type Drawn = NonNullable<TestResult["evaluation"]>[number]

/** A test to run: draft, period and baseline. */
export interface Asked {
  readonly document: RuleDocument
  /** epoch ms */
  readonly from: number
  readonly to: number
  /** the version to compare with; null: none */
  readonly baseline: { readonly rule_id: string; readonly version: number } | null
}

/**
 * Tests a draft; `tell` gets its progress. Aborting stops the test on the server too.
 *
 * @throws Refused 422 with the errors of the document, 429 after too many tests
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

/** The outcome of a stress test. */
export type StressResult = Answer<"POST", "/projects/:project_id/rules/stress-document">

/**
 * Tests a draft on the same past with disturbed records.
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
