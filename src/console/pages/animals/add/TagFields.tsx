// Selects the tag of an animal and since when: an existing tag, with its current wearer, or a new one.
import { useQuery } from "@tanstack/react-query"
import { TextField } from "../../../design/form/TextField.tsx"
import { entityNames, wearers } from "../../../data/device.ts"
import { sources } from "../../../data/sources.ts"
import { type Device, tags } from "../../../data/write/writeTags.ts"
import { ownSources } from "../../sources/ownSources.ts"
import { useProject } from "../../../shell/useProject.ts"
import { useNow } from "../../../time/useNow.ts"
import { wallTime } from "../../../time/wallTime.ts"
import { NEW_TAG, type TagForm } from "./animalForm.ts"
import look from "./add.module.css"

interface TagFieldsProps {
  readonly form: TagForm
  readonly mistakes: ReadonlyMap<string, string>
  readonly onChange: (change: Partial<TagForm>) => void
}

/** TagFields selects the tag of an animal. */
export const TagFields = ({ form, mistakes, onChange }: TagFieldsProps) => {
  const { project, zone } = useProject()
  const now = useNow()
  const { data: all = [] } = useQuery(tags(project.id))
  const { data: worn } = useQuery(wearers(project.id))
  const { data: names } = useQuery(entityNames(project.id))
  const { data: known = [] } = useQuery(sources)
  const own = ownSources(known, project.id)
  const inUse = all.filter(({ status }) => status !== "retired")
  const isWorn = ({ id }: Device) => worn?.has(id) === true
  const option = (device: Device) => (
    <option key={device.id} value={device.id}>
      {device.name}
      {isWorn(device) && `, on ${names?.get(worn!.get(device.id)!) ?? "another"}`}
    </option>
  )
  const wearer = form.device === "" ? undefined : worn?.get(form.device)
  return (
    <fieldset className={look["tag"]}>
      <legend>Tag</legend>
      <label className="field">
        Which
        <select
          className="input"
          value={form.device}
          onChange={({ target }) => onChange({ device: target.value })}
        >
          <option value="">no tag yet</option>
          <option value={NEW_TAG}>a new one</option>
          <optgroup label="Free">{inUse.filter((one) => !isWorn(one)).map(option)}</optgroup>
          <optgroup label="Worn now">{inUse.filter(isWorn).map(option)}</optgroup>
        </select>
      </label>
      {form.device === NEW_TAG && (
        <>
          <TextField
            label="Its name"
            required
            maxLength={200}
            placeholder="Collar 7"
            value={form.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
          <div className={look["two"]}>
            <label className="field">
              Sends to
              <select
                className="input"
                value={form.source}
                onChange={({ target }) => onChange({ source: target.value })}
              >
                <option value="">nothing yet</option>
                {own.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            {form.source !== "" && (
              <TextField
                label="Its number there"
                required
                maxLength={200}
                value={form.externalId}
                onChange={({ target }) => onChange({ externalId: target.value })}
                mistake={mistakes.get("/external_id")}
              />
            )}
          </div>
        </>
      )}
      {form.device !== "" && (
        <TextField
          label="On since, in project time"
          type="datetime-local"
          max={wallTime(now, zone)}
          value={form.since}
          onChange={({ target }) => onChange({ since: target.value })}
          hint={form.since === "" ? "From now on, unless you say a time." : undefined}
          mistake={mistakes.get("/valid_from")}
        />
      )}
      {wearer !== undefined && (
        <p className="soft">
          It is on <bdi>{names?.get(wearer) ?? "another"}</bdi> now, and is taken off there at that time.
        </p>
      )}
    </fieldset>
  )
}
