// The rule page: the rule at the left, and at the right the events it would have made. Editing and testing share one
// screen.
import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense, useMemo, useState } from "react"
import { words } from "../../../words/language.ts"
import { severityOf } from "../../design/marks/severities.ts"
import {
  dryRun,
  type KeptRule,
  type ListedRule,
  rules as rulesQuery,
  version as versionQuery
} from "../../data/rules.ts"
import { useProject } from "../../shell/useProject.ts"
import { at, isSame, type JsonObject, withAt } from "./document.ts"
import { shownLimit } from "./past/figures.ts"
import { Head } from "./Head.tsx"
import { obstacleOf } from "./obstacle.ts"
import { Past } from "./past/Past.tsx"
import { RuleSide, type Tab } from "./RuleSide.tsx"
import { storiesOf } from "./past/story.ts"
import { useCheck } from "./useCheck.ts"
import { useChosen } from "./useChosen.ts"
import { useCommands } from "./useCommands.ts"
import { type Draft, useDraft } from "./useDraft.ts"
import { useSaving } from "./useSaving.ts"
import { useTest } from "./useTest.ts"
import { useTried } from "./useTried.ts"
import look from "./bench.module.css"

// loaded on demand: conflicts are rare
const Conflict = lazy(async () => ({ default: (await import("./Conflict.tsx")).Conflict }))

interface WorkbenchProps {
  /** null: a new rule */
  readonly kept: KeptRule | null
  /** the initial document: the newest version or a template */
  readonly start: JsonObject
  /** the name of a rule, or what stands for it until the server has suggested one */
  readonly title: string
  /** a name that a new rule has from the beginning, as if it was typed; null: it follows the sentence */
  readonly firstName?: string | null
  /** key of the draft: the rule's id or the template's key */
  readonly draftName: string
  readonly days: number
  readonly onDays: (days: number) => void
  readonly onMade: (kept: KeptRule) => void
  readonly firstTab: Tab
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Returns the end of a test: a whole minute, so that equal tests hit the cache. */
const thisMinute = (): number => Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS

/** Returns the version to compare the draft with, if they differ. */
const useOther = (kept: KeptRule | null, against: number | null, document: JsonObject) => {
  const { project } = useProject()
  const version = against ?? kept?.rule.current_version ?? 0
  const isCurrent = version === kept?.rule.current_version
  const { data } = useQuery({
    ...versionQuery(project.id, kept?.rule.id ?? "", version),
    enabled: kept !== null && !isCurrent
  })
  const other: JsonObject | undefined = isCurrent ? kept?.rule.document : data?.document
  return {
    version: kept === null ? null : version,
    other: other === undefined || isSame(other, document) ? null : { version, document: other }
  }
}

/** Tells whether another rule has a name; capitals do not matter. */
const isTaken = (name: string, id: string | undefined, rules: ReadonlyArray<ListedRule>): boolean =>
  rules.some((rule) => rule.id !== id && rule.name.trim().toLowerCase() === name.trim().toLowerCase())

/** Returns what activating the draft would reset, and how often the rule has fired so far. */
const useStanding = (kept: KeptRule | null, name: string, draft: Draft, isJudged: boolean) => {
  const { may, project } = useProject()
  const { data: listed = [] } = useQuery(rulesQuery(project.id))
  const { data: would } = useQuery({
    ...dryRun(project.id, kept?.rule.id ?? "", draft.edition, draft.document),
    enabled: kept !== null && draft.isDirty && isJudged && may("rules:write")
  })
  const row = listed.find(({ id }) => id === kept?.rule.id)
  const resets = draft.isDirty ? (would?.resets ?? null) : null
  const isReset = resets !== null && (resets.active > 0 || resets.pending > 0)
  return {
    forgets: isReset ? words.bench.head.resets(resets) : null,
    isSameName: isTaken(name, kept?.rule.id, listed),
    row
  }
}

/** Workbench edits and tests a rule. */
export const Workbench = (props: WorkbenchProps) => {
  const { days, draftName, firstTab, kept, onDays, onMade, start, title } = props
  const { may, project } = useProject()
  const mayWrite = may("rules:write")
  const draft = useDraft({
    projectId: project.id,
    name: draftName,
    saved: start,
    edition: kept?.edition ?? "",
    isNew: kept === null
  })
  const { document } = draft
  const [typed, setTyped] = useState(props.firstName ?? null)
  const [tab, setTab] = useState<Tab>(firstTab)
  const [against, setAgainst] = useState<number | null>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  useTried(draft, setWanted)
  const [to, setTo] = useState(thisMinute)
  const from = to - days * DAY_MS
  const { other, version } = useOther(kept, against, document)
  const baseline = other === null || kept === null ? null : { rule_id: kept.rule.id, version: other.version }
  const checked = useCheck(project.id, document, draft.broken !== null)
  const { problems } = checked
  const suggested = kept === null ? (checked.name ?? title) : title
  const name = typed ?? suggested
  const tested = useTest(project.id, checked.isTestable ? document : null, { from, to, baseline })
  const { result } = tested
  const stories = useMemo(() => (result === null ? [] : storiesOf(result)), [result])
  const chosen = useChosen(stories, from, to)
  const limit = shownLimit(document, wanted, stories)
  const { forgets, isSameName, row } = useStanding(
    kept,
    name,
    draft,
    checked.isOfNow && problems.length === 0
  )

  const acts = useSaving({
    projectId: project.id,
    kept: kept === null ? null : { ...kept, edition: draft.edition },
    name: name.trim() === "" ? suggested : name.trim(),
    document,
    isDirty: draft.isDirty,
    onSaved: (after) => {
      draft.settle(document, after.edition)
      if (kept === null) onMade(after)
    }
  })
  // noticed in the newest data, or reported by a refused save
  const isOvertaken =
    acts.overtaken !== null ||
    (kept !== null && draft.isDirty && !acts.isBusy && kept.edition !== draft.edition)
  const obstacle = obstacleOf(problems, draft.broken !== null)
  const maySave = draft.isDirty && (obstacle === null || obstacle.maySave)
  useCommands({
    save: () => {
      if (mayWrite && maySave && !acts.isBusy) void acts.save()
    },
    enable: () => {
      if (mayWrite && obstacle === null && !acts.isBusy) void acts.enable()
    }
  })

  const next = kept === null ? null : kept.rule.latest_version + (draft.isDirty ? 1 : 0)
  return (
    <Head
      kept={kept}
      name={name}
      isSameName={isSameName}
      onName={setTyped}
      draft={next}
      isDirty={draft.isDirty}
      tested={tested}
      acts={acts}
      mayWrite={mayWrite}
      obstacle={obstacle?.why ?? null}
      maySave={maySave}
      forgets={forgets}
      made={row?.events_total ?? null}
      onDiscard={draft.discard}
    >
      <div className={look["bench"]}>
        <RuleSide
          tab={tab}
          onTab={setTab}
          kept={kept}
          draft={draft}
          obstacle={obstacle?.maySave === true ? obstacle.why : null}
          checked={checked}
          version={version}
          onVersion={setAgainst}
          drawn={limit?.pointer ?? null}
          onDraw={setWanted}
          story={chosen.story}
          from={from}
          to={to}
          mayWrite={mayWrite}
          onRollBack={acts.rollBack}
          conflict={
            isOvertaken &&
            kept !== null && (
              <Suspense>
                <Conflict
                  of={acts.overtaken}
                  ruleId={kept.rule.id}
                  onSee={(newest) => {
                    setAgainst(newest.rule.latest_version)
                    setTab("diff")
                  }}
                  onKeep={(newest) => {
                    acts.settle()
                    draft.rebase(newest.edition)
                  }}
                  onTake={(newest) => {
                    acts.settle()
                    draft.settle(start, newest.edition)
                  }}
                />
              </Suspense>
            )
          }
        />
        <Past
          document={document}
          name={next === null ? words.bench.thisRule : `v${next}`}
          severity={severityOf(at(document, "/event/severity"))}
          from={from}
          to={to}
          days={days}
          onDays={(next) => {
            setTo(thisMinute())
            onDays(next)
          }}
          tested={tested}
          stories={stories}
          chosen={chosen}
          limit={limit}
          onLimit={(value) => {
            if (limit !== null) draft.change(withAt(document, `${limit.pointer}/value`, value))
          }}
          other={other}
        />
      </div>
    </Head>
  )
}
