// What sources call a device.
import { useQuery } from "@tanstack/react-query"
import { identitiesOf } from "../queries/device.ts"
import { sources } from "../queries/sources.ts"
import look from "./device.module.css"

export const KnownAs = ({ id }: { readonly id: string }) => {
  const { data } = useQuery(identitiesOf(id))
  const { data: known = [] } = useQuery(sources)
  return (
    <section className="panel" aria-labelledby="known-as">
      <h2 id="known-as" className={look["head"]}>
        <b>Known as</b> {data?.length === 0 && <span className="soft">no source calls it anything</span>}
      </h2>
      <ul className={look["known"]}>
        {data?.map((one) => (
          <li key={one.id}>
            <code className="mono">{one.external_id}</code>
            <bdi className="soft">{known.find((source) => source.id === one.data_source_id)?.name ?? ""}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
