// The size of a run, updated while the form is filled: fixes, a meter for each limit, which limit is exceeded, and
// what to remove.
import { words } from "../../../../words/language.ts"
import { Refused, sentenceOf } from "../../../data/api/Refused.ts"
import { Card, Meter, Push, Row, Stack, Text } from "../../../design/kit.tsx"
import { Icon } from "../../../design/marks/Icon.tsx"
import { numberText } from "../../../design/numbers.ts"
import type { Estimate } from "../../../data/analyses.ts"
import { type Remedy, remediesOf } from "./remedies.ts"
import type { Draft } from "./draft.ts"
import look from "./newRun.module.css"

/** Subjects that are listed with their fixes. */
const MAX_SUBJECTS = 12

const Bounds = ({ of }: { readonly of: Estimate }) => (
  <Stack gap={5} pad>
    {of.bounds.map(({ code, crossed, limit, value }) => (
      <Stack key={code} gap={2}>
        <Row keep>
          <Text>{words.newAnalysis.estimate.bounds[code]}</Text>
          <Push>
            <Text num tone={crossed ? "bad" : undefined} strong={crossed}>
              {numberText(value)}
            </Text>
            <Text tone="soft" num>
              {crossed ? ">" : "≤"} {numberText(limit)}
            </Text>
          </Push>
        </Row>
        <Meter
          kind="share"
          label={words.newAnalysis.estimate.bounds[code]}
          percent={(value / limit) * 100}
          tone={crossed ? "bad" : "calm"}
        />
      </Stack>
    ))}
  </Stack>
)

const BySubject = ({ of }: { readonly of: Estimate }) => {
  const sorted = of.subjects.toSorted((a, b) => b.fixes - a.fixes)
  const most = sorted[0]?.fixes ?? 0
  const breaks = of.bounds.find(({ code, crossed }) => code === "fixes_per_subject" && crossed)?.subject
  return (
    <Stack gap={3} pad>
      <Row>
        <Text as="b">{words.newAnalysis.estimate.bySubject}</Text>
        <Text tone="soft">{words.newAnalysis.estimate.fixes}</Text>
      </Row>
      <ul className={look["subjects"]}>
        {sorted.slice(0, MAX_SUBJECTS).map(({ fixes, id, name }) => (
          <li key={id}>
            <Text as="bdi" tone={id === breaks ? "bad" : undefined} strong={id === breaks}>
              {name}
            </Text>
            <Meter
              kind="share"
              label={words.newAnalysis.estimate.fixesOf({ name })}
              percent={most === 0 ? 0 : (fixes / most) * 100}
              tone={id === breaks ? "bad" : fixes === 0 ? "late" : "calm"}
            />
            <Text num tone={fixes === 0 ? "late" : undefined}>
              {numberText(fixes)}
            </Text>
          </li>
        ))}
      </ul>
      {sorted.length > MAX_SUBJECTS && (
        <Text size={2} tone="soft">
          {words.newAnalysis.estimate.more({ count: sorted.length - MAX_SUBJECTS })}
        </Text>
      )}
    </Stack>
  )
}

interface EstimatePanelProps {
  readonly draft: Draft
  /** what must be selected first; undefined: nothing */
  readonly missing: string | undefined
  readonly estimate: Estimate | undefined
  readonly isCounting: boolean
  /** the selection is too long for the request that estimates it */
  readonly isTooLong: boolean
  /** why there is no estimate, or why the run would be refused */
  readonly error: unknown
  readonly onRemedy: (remedy: Remedy) => void
}

const Verdict = ({
  draft,
  error,
  estimate,
  onRemedy
}: Omit<EstimatePanelProps, "isCounting" | "isTooLong" | "missing">) => {
  if (error === null)
    return (
      <Row pad>
        <Text tone="good" strong role="status">
          <Row gap={3}>
            <Icon name="check" size={15} /> {words.newAnalysis.estimate.withinLimits}
          </Row>
        </Text>
      </Row>
    )
  const mistakes = error instanceof Refused ? (error.problem.errors ?? []) : []
  const wait = error instanceof Refused && error.status === 429 ? error.retryAfter : null
  return (
    <div className={look["verdict"]}>
      <Stack gap={3} pad>
        {mistakes.length === 0 && (
          <Text as="p" tone="bad" role="alert">
            {wait === null
              ? sentenceOf(error)
              : words.newAnalysis.estimate.retry({ why: sentenceOf(error), seconds: wait })}
          </Text>
        )}
        {mistakes.map(({ detail, pointer }) => (
          <Text key={`${pointer} ${detail}`} as="p" tone="bad" role="alert">
            {detail}
          </Text>
        ))}
        {remediesOf(draft, estimate).map((remedy) => (
          <button key={remedy.word} type="button" className="btn small" onClick={() => onRemedy(remedy)}>
            {remedy.word}
          </button>
        ))}
      </Stack>
    </div>
  )
}

/** EstimatePanel shows what a run would read. */
export const EstimatePanel = ({
  draft,
  error,
  estimate,
  isCounting,
  isTooLong,
  missing,
  onRemedy
}: EstimatePanelProps) => (
  <Card
    fill
    title={words.newAnalysis.estimate.title}
    acts={
      <Text size={2} tone="soft" role="status">
        {isCounting ? words.newAnalysis.estimate.counting : words.newAnalysis.estimate.asYouType}
      </Text>
    }
  >
    {missing !== undefined ? (
      <Stack pad>
        <Text as="p" tone="soft">
          {missing}
        </Text>
      </Stack>
    ) : isTooLong ? (
      <Stack pad>
        <Text as="p" tone="late">
          {words.newAnalysis.estimate.tooMany}
        </Text>
      </Stack>
    ) : (
      <>
        {estimate !== undefined && (
          <Stack gap={1} pad>
            <Row gap={3} align="baseline">
              <Text as="b" size={6} num>
                {numberText(estimate.fixes)}
              </Text>
              <Text tone="soft">{words.newAnalysis.estimate.fixes}</Text>
            </Row>
            <Text size={2} tone="soft" num>
              {words.newAnalysis.estimate.of({
                subjects: estimate.subject_count,
                days: estimate.days,
                areas: estimate.areas?.length ?? null
              })}
            </Text>
          </Stack>
        )}
        {(estimate !== undefined || error !== null) && (
          <Verdict draft={draft} estimate={estimate} error={error} onRemedy={onRemedy} />
        )}
        {estimate !== undefined && (
          <>
            <Bounds of={estimate} />
            <BySubject of={estimate} />
          </>
        )}
      </>
    )}
  </Card>
)
