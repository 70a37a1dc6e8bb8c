// The form of a new analysis and the button that starts it.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { type ReactNode, useMemo, useState } from "react"
import { labelText } from "../labelText.ts"
import { words } from "../../../../words/language.ts"
import { curlOf } from "../../../data/api/lastRequests.ts"
import { Card, Row, Stack, Text } from "../../../design/kit.tsx"
import { Icon } from "../../../design/marks/Icon.tsx"
import { Key } from "../../../design/marks/Key.tsx"
import { Parts } from "../../../design/Parts.tsx"
import { Segments } from "../../../design/form/Segments.tsx"
import { type ModuleInfo, startRun } from "../../../data/analyses.ts"
import { allAnimals } from "../../../data/animals.ts"
import { copyText } from "../../../shell/clipboard.ts"
import { toast } from "../../../shell/toasts.ts"
import { Page } from "../../../shell/Page.tsx"
import { useProject } from "../../../shell/useProject.ts"
import { type Draft, toSearch } from "./draft.ts"
import { EstimatePanel } from "./EstimatePanel.tsx"
import { heldAttributes } from "./heldAttributes.ts"
import { OptionFields } from "./OptionFields.tsx"
import { missingIn, parametersOf } from "./parameters.ts"
import { PickMap } from "./PickMap.tsx"
import { QueueBanner } from "./QueueBanner.tsx"
import { AreaFields, WhomFields } from "./WhomFields.tsx"
import { mistakesIn, useEstimate } from "./useEstimate.ts"
import { useStartKey } from "./useStartKey.ts"
import { WeekStrip } from "./WeekStrip.tsx"
import { WhenFields } from "./WhenFields.tsx"
import look from "./newRun.module.css"

const route = getRouteApi("/known/p/$slug/analyses/new")

const MINUTE_MS = 60_000

const toggled = (ids: ReadonlyArray<string>, id: string): ReadonlyArray<string> =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]

interface NewRunFormProps {
  readonly modules: ReadonlyArray<ModuleInfo>
  readonly initial: Draft
  /** name of the run that the form was copied from */
  readonly begunFrom: string | undefined
}

/** NewRunForm edits and starts a new analysis. */
export const NewRunForm = ({ begunFrom, initial, modules }: NewRunFormProps) => {
  const { project, zone } = useProject()
  const navigate = route.useNavigate()
  const [draft, setDraft] = useState(initial)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  // the end of a period in days, fixed while the form is open
  const [now] = useState(() => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS)
  const module = modules.find(({ key }) => key === draft.module) ?? modules[0]!
  const missing = missingIn(draft, module, zone, now)
  const { counted, error, isCounting, isTooLong } = useEstimate(draft, module, missing, now)
  const change = (to: Partial<Draft>) => {
    const next = { ...draft, ...to }
    setDraft(next)
    setRefusal(null)
    void navigate({
      search: ({ of }) => ({ ...(of === undefined ? {} : { of }), ...toSearch(next) }),
      replace: true
    })
  }
  const mistakes = mistakesIn(error, refusal)
  const body = {
    module: module.key,
    parameters: parametersOf(draft, module, zone, now),
    ...(draft.name.trim() === "" ? {} : { name: draft.name.trim() })
  }
  const start = async () => {
    if (missing !== undefined) return toast(missing, "bad")
    if (busy) return
    setBusy(true)
    try {
      const { id } = await startRun(project.id, body)
      await navigate({ to: "/p/$slug/analyses/$run", params: { slug: project.slug, run: id } })
    } catch (refused) {
      setRefusal(refused)
    } finally {
      setBusy(false)
    }
  }
  useStartKey(start)
  const copy = () =>
    copyText(
      curlOf(location.origin, {
        method: "POST",
        address: `/api/v1/projects/${project.id}/analyses`,
        headers: { "content-type": "application/json" },
        body
      }),
      words.newAnalysis.curlCopied
    )
  const { areas, whom } = draft
  const animals = useMemo(
    () => new Set(whom.kind === "animals" ? whom.ids : (counted?.subjects.map(({ id }) => id) ?? [])),
    [whom, counted]
  )
  const { data: everybody } = useQuery(allAnimals(project.id))
  const attributes = useMemo(() => heldAttributes(everybody ?? [], animals), [everybody, animals])
  const chosenAreas = useMemo(() => new Set(areas), [areas])
  const crossed = counted?.bounds.filter((bound) => bound.crossed).length ?? 0
  const params = { slug: project.slug }
  return (
    <Page
      name={words.newAnalysis.title}
      title={
        <>
          <Link to="/p/$slug/analyses" params={params}>
            {words.newAnalysis.analyses}
          </Link>
          <span className="faint">/</span>
          {words.newAnalysis.title}
        </>
      }
      beside={
        begunFrom !== undefined && (
          <Text tone="soft">
            <Parts of={words.newAnalysis.copiedFrom<ReactNode>({ name: <bdi>{begunFrom}</bdi> })} />
          </Text>
        )
      }
      acts={
        <>
          {crossed > 0 && <Text tone="soft">{words.newAnalysis.limitsExceeded({ count: crossed })}</Text>}
          <button className="btn" onClick={copy} disabled={missing !== undefined}>
            <Icon name="copy" size={14} /> {words.newAnalysis.copyCurl}
          </button>
          <button
            className="btn primary"
            onClick={() => void start()}
            disabled={busy || missing !== undefined}
          >
            {words.newAnalysis.start} <Key of="⌘↵" />
          </button>
        </>
      }
    >
      <main className={look["page"]}>
        <QueueBanner />
        <div className={look["column"]}>
          <Card fill label={words.newAnalysis.form}>
            <Stack gap={3} pad>
              <Row>
                <Text as="b">{words.newAnalysis.what}</Text>
                <Text as="code" tone="soft">
                  {module.version}
                </Text>
              </Row>
              {modules.length > 1 && (
                <Segments
                  label={words.newAnalysis.kind}
                  all={false}
                  of={modules.map(({ key, label }) => [key, labelText(label)] as const)}
                  value={module.key}
                  onChoose={(key) => change({ module: key ?? module.key })}
                />
              )}
              <Text as="p" tone="soft">
                {module.summary}
              </Text>
            </Stack>
            <div className={look["section"]}>
              <WhomFields
                whom={whom}
                count={counted?.subject_count}
                limit={module.limits["subjects"]}
                onWhom={(to) => change({ whom: to })}
              />
            </div>
            {module.asks_about_areas && (
              <div className={look["section"]}>
                <AreaFields
                  areas={areas}
                  limit={module.limits["areas"]}
                  estimate={counted}
                  onAreas={(to) => change({ areas: to })}
                />
              </div>
            )}
            <div className={look["section"]}>
              <Stack gap={3} pad>
                <Row>
                  <Text as="b">{words.newAnalysis.options.title}</Text>
                  <Text tone="soft">{words.newAnalysis.options.hint}</Text>
                </Row>
                <OptionFields
                  attributes={attributes}
                  module={module}
                  options={draft.options}
                  mistakes={mistakes}
                  onOptions={(options) => change({ options })}
                />
              </Stack>
            </div>
            <div className={look["section"]}>
              <Stack gap={3} pad>
                <Row>
                  <Text as="b">{words.newAnalysis.name.title}</Text>
                  <Text tone="soft">{words.newAnalysis.name.hint}</Text>
                </Row>
                <input
                  className="input"
                  aria-label={words.newAnalysis.name.label}
                  maxLength={200}
                  value={draft.name}
                  onChange={({ target }) => change({ name: target.value })}
                />
              </Stack>
            </div>
          </Card>
        </div>
        <div className={look["column"]}>
          <PickMap
            animals={animals}
            areas={chosenAreas}
            onAnimal={(id) =>
              change({ whom: { kind: "animals", ids: toggled(whom.kind === "animals" ? whom.ids : [], id) } })
            }
            onArea={module.asks_about_areas ? (id) => change({ areas: toggled(areas, id) }) : undefined}
          />
          <Card label={words.newAnalysis.when.title}>
            <WhenFields draft={draft} comparisons={module.comparisons} now={now} onChange={change} />
            <WeekStrip
              whom={whom}
              period={draft.period}
              now={now}
              onSpan={(span) => change({ period: { kind: "span", ...span } })}
            />
          </Card>
        </div>
        <div className={look["column"]}>
          <EstimatePanel
            draft={draft}
            missing={missing}
            estimate={counted}
            isCounting={isCounting && missing === undefined}
            isTooLong={isTooLong}
            error={refusal ?? error}
            onRemedy={(remedy) => change(remedy.change)}
          />
        </div>
      </main>
    </Page>
  )
}
