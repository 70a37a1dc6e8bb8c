// The projects a device was in and when: move it to another, correct the dates, remove an entry made by mistake.
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import { Dialog } from "../../../design/Dialog.tsx"
import { Parts } from "../../../design/Parts.tsx"
import { Menu } from "../../../design/Menu.tsx"
import type { Device } from "../../../data/device.ts"
import { holds, projects } from "../../../data/session.ts"
import {
  changeProjectSpan,
  type ProjectSpan,
  projectsOfDevice,
  putInProject,
  removeProjectSpan,
  rereadDevices,
  type SpanChange
} from "../../../data/write/writeDevices.ts"
import { toast } from "../../../shell/toasts.ts"
import { useAct } from "../../../shell/useAct.ts"
import { useProject } from "../../../shell/useProject.ts"
import { inZone } from "../../../time/zoneTime.ts"
import { useNow } from "../../../time/useNow.ts"
import look from "../device.module.css"
import { MoveDevice } from "./MoveDevice.tsx"
import { SpanForm } from "./SpanForm.tsx"

/** A membership that starts before 1990 has no known start. */
const BEGINNING = Date.UTC(1990, 0, 2)

type Opened = "move" | ProjectSpan | null

const isOver = ({ valid_to }: ProjectSpan, now: number): boolean =>
  valid_to !== null && Date.parse(valid_to) <= now

/** InProjects lists the projects of a device. */
export const InProjects = ({ of }: { readonly of: Device }) => {
  const { may, me, zone } = useProject()
  const now = useNow()
  const { data } = useQuery(projectsOfDevice(of.id))
  const { data: all = [] } = useQuery(projects)
  const [opened, open] = useState<Opened>(null)
  const { act, busy } = useAct()
  const close = () => open(null)
  const nameOf = ({ project_id: id }: ProjectSpan) =>
    all.find((one) => one.id === id)?.name ?? words.deviceForms.projects.unknown
  const write = async (work: Promise<unknown>, done: string, back: (() => Promise<unknown>) | null) => {
    await work
    await rereadDevices()
    toast(
      done,
      "good",
      back === null ? null : () => act(() => write(back(), words.deviceForms.restored, null))
    )
  }
  const change = ({ id, valid_from, valid_to }: ProjectSpan, body: SpanChange) =>
    write(changeProjectSpan(of.id, id, body), words.deviceForms.saved, () =>
      changeProjectSpan(of.id, id, { valid_from, valid_to })
    )
  const takeOut = (one: ProjectSpan) => {
    const { project_id, valid_from, valid_to } = one
    const done = words.deviceForms.projects.removed({ project: nameOf(one) })
    return write(removeProjectSpan(of.id, one.id), done, () =>
      putInProject(of.id, { project_id, valid_from, valid_to })
    )
  }
  return (
    <section className="panel" aria-labelledby="in-projects">
      <h2 id="in-projects" className={look["head"]}>
        <b>{words.deviceForms.projects.title}</b>{" "}
        {data?.length === 0 && <span className="soft">{words.deviceForms.projects.none}</span>}
        {data !== undefined && may("devices:write") && (
          <button className="btn small" onClick={() => open("move")}>
            {data.some((one) => !isOver(one, now))
              ? words.deviceForms.projects.move
              : words.deviceForms.projects.putIn}
          </button>
        )}
      </h2>
      <ul className={look["known"]}>
        {data?.map((one) => (
          <li key={one.id}>
            <span>
              <bdi className="strong">{nameOf(one)}</bdi>{" "}
              <span className="soft num">
                {words.deviceForms.projects.period({
                  from: Date.parse(one.valid_from) < BEGINNING ? null : inZone(one.valid_from, zone, "date"),
                  to: isOver(one, now) ? inZone(one.valid_to!, zone, "date") : null
                })}
              </span>
            </span>
            {holds(me, one.project_id, "devices:write") && (
              <Menu label={words.deviceForms.moreIn({ device: of.name, project: nameOf(one) })}>
                <button onClick={() => open(one)}>{words.deviceForms.projects.correct}</button>
                <button disabled={busy} onClick={() => act(() => takeOut(one))}>
                  {words.deviceForms.projects.remove}
                </button>
              </Menu>
            )}
          </li>
        ))}
      </ul>
      <Dialog titleId="device" open={opened !== null} onClose={close}>
        {opened === "move" ? (
          <MoveDevice of={of} from={data?.find((one) => !isOver(one, now))} onClose={close} />
        ) : (
          opened !== null && (
            <SpanForm
              titleId="device"
              title={
                <Parts
                  of={words.deviceForms.projects.span<ReactNode>({
                    device: <bdi>{of.name}</bdi>,
                    project: <bdi>{nameOf(opened)}</bdi>
                  })}
                />
              }
              of={opened}
              onSave={(body) => change(opened, body)}
              onClose={close}
            />
          )
        )}
      </Dialog>
    </section>
  )
}
