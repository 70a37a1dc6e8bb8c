// The external ids of a device; each can be added and removed, with an undo.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { identitiesOf } from "../../data/device.ts"
import { sources } from "../../data/sources.ts"
import { addIdentity, type Identity, removeIdentity } from "../../data/write/writeDevices.ts"
import { toast } from "../../shell/toasts.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"
import { AddName } from "./change/AddName.tsx"
import look from "./device.module.css"

/** KnownAs lists the external ids of a device. */
export const KnownAs = ({ id }: { readonly id: string }) => {
  const { may } = useProject()
  const { act, busy } = useAct()
  const [isAdding, setAdding] = useState(false)
  const mayChange = may("devices:write")
  const remove = ({ data_source_id, external_id, id: identityId }: Identity) =>
    act(async () => {
      await removeIdentity(id, identityId)
      toast(words.devices.knownAs.removed({ id: external_id }), "good", () =>
        act(() => addIdentity(id, data_source_id, external_id))
      )
    })
  const { data } = useQuery(identitiesOf(id))
  const { data: known = [] } = useQuery(sources)
  return (
    <section className="panel" aria-labelledby="known-as">
      <h2 id="known-as" className={look["head"]}>
        <b>{words.devices.knownAs.title}</b>{" "}
        {data?.length === 0 && <span className="soft">{words.devices.knownAs.none}</span>}
        {mayChange && (
          <button className="btn small" onClick={() => setAdding(true)}>
            <Icon name="plus" size={13} /> {words.devices.knownAs.add}
          </button>
        )}
      </h2>
      <ul className={look["known"]}>
        {data?.map((one) => (
          <li key={one.id}>
            <code className="mono">{one.external_id}</code>
            <bdi className="soft">{known.find((source) => source.id === one.data_source_id)?.name ?? ""}</bdi>
            {mayChange && (
              <button
                className="btn small icon"
                aria-label={words.devices.knownAs.remove({ id: one.external_id })}
                disabled={busy}
                onClick={() => remove(one)}
              >
                <Icon name="x" size={13} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <AddName deviceId={id} open={isAdding} onClose={() => setAdding(false)} />
    </section>
  )
}
