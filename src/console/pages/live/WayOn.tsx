// Below the alerts: the remaining first steps, and on the demo farm the way out of it.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { Parts } from "../../design/Parts.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import dialogs from "../../design/dialog.module.css"
import { useModal } from "../../design/useModal.ts"
import { removeProject } from "../../data/write/writeProjects.ts"
import { projects } from "../../data/session.ts"
import { toast } from "../../shell/toasts.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"
import { FirstSteps } from "./FirstSteps.tsx"
import { useFirstSteps } from "./useFirstSteps.ts"
import look from "./firstSteps.module.css"

/** Returns the storage key that records the dismissal of the steps, by project. */
const keyOf = (projectId: string) => `pugmark steps put away ${projectId}`

const StepsCard = () => {
  const { may, project } = useProject()
  const done = useFirstSteps(false)
  const [isAway, setAway] = useState(() => localStorage.getItem(keyOf(project.id)) !== null)
  const putAway = () => {
    localStorage.setItem(keyOf(project.id), "yes")
    setAway(true)
  }
  if (isAway || done === undefined || done.told || !may("automations:write")) return null
  return (
    <section className={look["card"]} aria-label={words.live.firstSteps.title}>
      <header>
        <h2>{words.live.firstSteps.title}</h2>
        <button
          type="button"
          className="btn small icon"
          aria-label={words.live.firstSteps.putAway}
          onClick={putAway}
        >
          <Icon name="x" size={13} />
        </button>
      </header>
      <FirstSteps />
    </section>
  )
}

const RemoveDialog = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { project } = useProject()
  const navigate = useNavigate()
  const { act, busy } = useAct()
  const dialog = useModal(isOpen, onClose)
  return (
    <dialog {...dialog} aria-labelledby="remove-demo">
      <div className={dialogs["form"]}>
        <h2 id="remove-demo">
          <Parts of={words.live.demo.removeTitle<ReactNode>({ project: <bdi>{project.name}</bdi> })} />
        </h2>
        <p>{words.live.demo.removeHint}</p>
        <footer>
          <button type="button" className="btn" onClick={onClose}>
            {words.live.demo.keep}
          </button>
          <button
            type="button"
            className="btn danger"
            disabled={busy}
            onClick={() =>
              act(async () => {
                await removeProject(project.id, "*") // a demo farm has no changes to lose
                toast(words.live.demo.removed({ project: project.name }))
                await navigate({ to: "/" })
              })
            }
          >
            {words.live.demo.confirm}
          </button>
        </footer>
      </div>
    </dialog>
  )
}

const DemoCard = () => {
  const { me, project } = useProject()
  const { data: all = [] } = useQuery(projects)
  const [isAsked, setAsked] = useState(false)
  const other = all.find(({ id, settings }) => id !== project.id && settings["landscape"] !== "demo")
  if (other === undefined && !me.server_admin) return null
  return (
    <section className={look["card"]} aria-label={words.live.demo.label}>
      <header>
        <h2>{words.live.demo.title}</h2>
      </header>
      <div className={look["acts"]}>
        {other !== undefined && (
          <Link className="btn small" to="/p/$slug/live" params={{ slug: other.slug }}>
            <Parts of={words.live.demo.leaveTo<ReactNode>({ project: <bdi>{other.name}</bdi> })} />
          </Link>
        )}
        {me.server_admin && (
          <button type="button" className="btn small" onClick={() => setAsked(true)}>
            {words.live.demo.remove}
          </button>
        )}
      </div>
      <RemoveDialog isOpen={isAsked} onClose={() => setAsked(false)} />
    </section>
  )
}

/** WayOn shows the remaining first steps. */
export const WayOn = () =>
  useProject().project.settings["landscape"] === "demo" ? <DemoCard /> : <StepsCard />
