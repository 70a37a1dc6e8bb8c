// The page of automations: receivers, channels, event filters, and their deliveries.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Empty, States } from "../../design/States.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { Key } from "../../design/marks/Key.tsx"
import { usePhone } from "../../design/usePhone.ts"
import { automation, automations } from "../../data/automations/automations.ts"
import { rules } from "../../data/rules.ts"
import { RulesTabs } from "../rules/RulesTabs.tsx"
import { MissingPermission, toastMissingPermission } from "../../shell/MissingPermission.tsx"
import { useLeaving } from "../../shell/leaving.ts"
import { Page } from "../../shell/Page.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { ThirtyDays } from "./activity/ThirtyDays.tsx"
import { AutomationEditor } from "./AutomationEditor.tsx"
import { AutomationList } from "./AutomationList.tsx"
import { type Secret, SecretDialog } from "./SecretDialog.tsx"
import { LastDeliveries } from "./LastDeliveries.tsx"
import look from "./automations.module.css"

const route = getRouteApi("/known/p/$slug/automations")

/** Value of `sel` for a new automation. */
const NEW = "new"

interface OneProps {
  readonly id: string
  readonly isFailed: boolean
  readonly onFailed: (isFailed: boolean) => void
  readonly onGone: () => void
  readonly onSecrets: (secrets: ReadonlyArray<Secret>) => void
}

const One = ({ id, isFailed, onFailed, onGone, onSecrets }: OneProps) => {
  const { project } = useProject()
  const read = useQuery(automation(project.id, id))
  return (
    <>
      <main className={look["middle"]}>
        <States of={read} what={words.automations.theAutomation}>
          {(latest) => (
            <AutomationEditor latest={latest} onMade={() => {}} onGone={onGone} onSecrets={onSecrets} />
          )}
        </States>
      </main>
      <LastDeliveries id={id} isFailed={isFailed} onFailed={onFailed} />
    </>
  )
}

/** AutomationsPage is the page of automations. */
export const AutomationsPage = () => {
  const { may, project } = useProject()
  const { sel, show } = route.useSearch()
  const navigate = route.useNavigate()
  const [secrets, setSecrets] = useState<ReadonlyArray<Secret>>([])
  const isPhone = usePhone()
  const text = words.automations
  const leaving = useLeaving()
  const list = useQuery(automations(project.id))
  const { data: allRules } = useQuery(rules(project.id))
  const all = (list.data ?? []).filter(({ id }) => !leaving.has(id))
  const isMine = may("automations:write")
  const isNew = sel === NEW && isMine
  // on a phone the list is a separate page
  const chosen = sel === NEW ? undefined : (sel ?? (isPhone ? undefined : all[0]?.id))
  const choose = (id: string | undefined) =>
    void navigate({ search: id === undefined ? {} : { sel: id }, replace: true })
  const move = (by: number) => {
    const at = all.findIndex(({ id }) => id === chosen)
    const next = all[Math.min(all.length - 1, Math.max(0, at + by))]
    if (next !== undefined) choose(next.id)
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    n: (event) => {
      event.preventDefault()
      if (isMine) choose(NEW)
      else toastMissingPermission(text.denied.make, "automations:write")
    }
  })
  const isOpen = isNew || chosen !== undefined
  return (
    <Page
      title={words.common.pages.rules}
      name={text.title}
      beside={<RulesTabs rules={allRules?.length} automations={list.data?.length} />}
      acts={
        <>
          <ThirtyDays />
          {isMine ? (
            <Link
              className="btn"
              to="/p/$slug/automations"
              params={{ slug: project.slug }}
              search={{ sel: NEW }}
            >
              <Icon name="plus" size={15} /> {text.make} <Key of="N" />
            </Link>
          ) : (
            <MissingPermission what={text.denied.changeAny} permission="automations:write" />
          )}
        </>
      }
    >
      <div className={look["body"]} data-open={isOpen} data-none={all.length === 0}>
        {(all.length > 0 || isNew) && <AutomationList of={all} chosen={chosen} />}
        {isPhone && isOpen && (
          <button type="button" className={`btn ${look["back"]}`} onClick={() => choose(undefined)}>
            {text.all}
          </button>
        )}
        {isNew ? (
          <main className={look["middle"]}>
            <AutomationEditor
              key={NEW}
              latest={null}
              onMade={choose}
              onGone={() => choose(undefined)}
              onSecrets={setSecrets}
            />
          </main>
        ) : chosen !== undefined ? (
          <One
            key={chosen}
            id={chosen}
            isFailed={show === "failed"}
            onFailed={(isFailed) =>
              void navigate({
                search: { sel: chosen, ...(isFailed ? { show: "failed" } : {}) },
                replace: true
              })
            }
            onGone={() => choose(undefined)}
            onSecrets={setSecrets}
          />
        ) : (
          <main>
            <States
              of={list}
              what={text.automations}
              isEmpty={() => all.length === 0}
              empty={
                <Empty icon="mail" title={text.empty.title}>
                  <p>{text.empty.hint}</p>
                  {isMine && (
                    <Link
                      className="btn primary"
                      to="/p/$slug/automations"
                      params={{ slug: project.slug }}
                      search={{ sel: NEW }}
                    >
                      {text.empty.begin}
                    </Link>
                  )}
                </Empty>
              }
            >
              {() => null}
            </States>
          </main>
        )}
      </div>
      <SecretDialog of={secrets} onClose={() => setSecrets([])} />
    </Page>
  )
}
