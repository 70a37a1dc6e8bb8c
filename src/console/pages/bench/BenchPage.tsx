// The rule editor with its test: for an existing rule, or a new one from a template.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { entityTypes } from "../../data/animals.ts"
import { rule as ruleQuery, templates, version, versions } from "../../data/rules.ts"
import { Refused } from "../../data/api/Refused.ts"
import { Gallery } from "../rules/Gallery.tsx"
import { Page } from "../../shell/Page.tsx"
import { Trouble, TroubledPage, Waiting } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { useState } from "react"
import { aboutArea } from "./aboutArea.ts"
import type { JsonObject } from "./document.ts"
import { Workbench } from "./Workbench.tsx"

const route = getRouteApi("/known/p/$slug/rules/$rule")

/** A new rule without a template: every required member. */
const BLANK: JsonObject = {
  trigger: { kind: "position" },
  scope: {},
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 5 },
  for_seconds: 0,
  cooldown_seconds: 3600,
  event: { event_type: "NEW_RULE", severity: "info", title: "{entity}: {value}", create_alert: false }
}

/** Days that a test covers by default. */
const DEFAULT_DAYS = 7

const useDays = () => {
  const { days } = route.useSearch()
  const navigate = route.useNavigate()
  const chosen = Number(days)
  return {
    days: chosen >= 1 && chosen <= 30 ? chosen : DEFAULT_DAYS,
    onDays: (next: number) =>
      void navigate({ search: (search) => ({ ...search, days: String(next) }), replace: true })
  }
}

/** Returns the ids of entity types that the address names by their keys; undefined: loading. */
const useTypeIds = (types: string | undefined): ReadonlyArray<string> | undefined => {
  const { data, error } = useQuery({ ...entityTypes, enabled: types !== undefined })
  if (types === undefined || error !== null) return []
  const keys = new Set(types.split(","))
  return data?.flatMap(({ id, key }) => (keys.has(key) ? [id] : []))
}

const NewRule = () => {
  const { project } = useProject()
  const { area, as, template, types } = route.useSearch()
  const navigate = route.useNavigate()
  const period = useDays()
  const { data, error, refetch } = useQuery(templates(project.id))
  const typeIds = useTypeIds(types)
  if (error !== null) return <Trouble error={error} again={() => void refetch()} />
  if (data === undefined || typeIds === undefined) return <Waiting what={words.bench.theTemplates} />
  const chosen = data.find(({ key }) => key === template)
  if (chosen === undefined && template !== "blank")
    return (
      <Page title={words.bench.newRule}>
        <Gallery isPage />
      </Page>
    )
  const document = chosen?.document ?? BLANK
  return (
    <Workbench
      key={`${template} ${area}`}
      kept={null}
      start={area === undefined ? document : aboutArea(document, area, typeIds)}
      title={chosen?.name ?? words.bench.newRule}
      draftName={area === undefined ? `new ${template}` : `new ${template} ${area}`}
      firstTab={as === "json" ? "json" : "form"}
      onMade={({ rule }) =>
        void navigate({ params: (params) => ({ ...params, rule: rule.id }), search: {}, replace: true })
      }
      {...period}
    />
  )
}

/** Gone is shown for an archived rule; events and traces still link here. */
const Gone = ({ error }: { readonly error: Refused }) => {
  const { project } = useProject()
  return (
    <TroubledPage error={error}>
      <p>{words.bench.gone.hint}</p>
      <Link
        className="link"
        to="/p/$slug/rules"
        params={{ slug: project.slug }}
        search={{ view: "archived" }}
      >
        {words.bench.gone.toArchive}
      </Link>
    </TroubledPage>
  )
}

/** CopiedRule begins a new rule with the newest document of another, which may be archived. */
const CopiedRule = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const { project } = useProject()
  const { as } = route.useSearch()
  const navigate = route.useNavigate()
  const period = useDays()
  const { data, error, refetch } = useQuery(versions(project.id, id))
  if (error !== null) return <TroubledPage error={error} again={() => void refetch()} />
  const [newest] = data ?? []
  if (newest === undefined) return <Waiting what={words.bench.theRule} />
  return (
    <Workbench
      kept={null}
      start={newest.document}
      title={words.bench.newRule}
      firstName={words.bench.copyOf({ name })}
      draftName={`copy ${id}`}
      firstTab={as === "json" ? "json" : "form"}
      onMade={({ rule }) =>
        void navigate({ params: (params) => ({ ...params, rule: rule.id }), search: {}, replace: true })
      }
      {...period}
    />
  )
}

const KeptRulePage = ({ id }: { readonly id: string }) => {
  const { project } = useProject()
  const { as } = route.useSearch()
  const period = useDays()
  const { data, error, refetch } = useQuery(ruleQuery(project.id, id))
  const isAhead = data !== undefined && data.rule.latest_version !== data.rule.current_version
  const { data: ahead } = useQuery({
    ...version(project.id, id, data?.rule.latest_version ?? 0),
    enabled: isAhead
  })
  const newest = isAhead ? ahead?.document : data?.rule.document
  // the request for the version just saved is still running
  const [known, setKnown] = useState<JsonObject | undefined>(newest)
  if (newest !== undefined && newest !== known) setKnown(newest)
  const start = newest ?? known
  if (error !== null && data === undefined)
    return error instanceof Refused && error.status === 404 ? (
      <Gone error={error} />
    ) : (
      <TroubledPage error={error} again={() => void refetch()} />
    )
  if (data === undefined || start === undefined) return <Waiting what={words.bench.theRule} />
  return (
    <Workbench
      kept={data}
      start={start}
      title={data.rule.name}
      draftName={id}
      firstTab={as === "json" || as === "diff" ? as : "form"}
      onMade={() => undefined}
      {...period}
    />
  )
}

/** BenchPage is the page of one rule. */
export const BenchPage = () => {
  const { rule } = route.useParams()
  const { copy, name = "" } = route.useSearch()
  if (rule !== "new") return <KeptRulePage key={rule} id={rule} />
  return copy === undefined ? <NewRule /> : <CopiedRule key={copy} id={copy} name={name} />
}
