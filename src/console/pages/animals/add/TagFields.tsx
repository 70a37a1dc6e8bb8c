// Selects the tag of an animal and since when: an existing tag, with its current wearer, or a new one.
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { words } from "../../../../words/language.ts"
import { Parts } from "../../../design/Parts.tsx"
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
  const nameOf = (animal: string) => names?.get(animal) ?? words.addAnimals.tag.another
  const option = (device: Device) => (
    <option key={device.id} value={device.id}>
      {isWorn(device)
        ? words.addAnimals.tag.wornBy({ tag: device.name, animal: nameOf(worn!.get(device.id)!) })
        : device.name}
    </option>
  )
  const wearer = form.device === "" ? undefined : worn?.get(form.device)
  return (
    <fieldset className={look["tag"]}>
      <legend>{words.addAnimals.tag.title}</legend>
      <label className="field">
        {words.addAnimals.tag.which}
        <select
          className="input"
          value={form.device}
          onChange={({ target }) => onChange({ device: target.value })}
        >
          <option value="">{words.addAnimals.tag.none}</option>
          <option value={NEW_TAG}>{words.addAnimals.tag.new}</option>
          <optgroup label={words.addAnimals.tag.free}>
            {inUse.filter((one) => !isWorn(one)).map(option)}
          </optgroup>
          <optgroup label={words.addAnimals.tag.worn}>{inUse.filter(isWorn).map(option)}</optgroup>
        </select>
      </label>
      {form.device === NEW_TAG && (
        <>
          <TextField
            label={words.addAnimals.tag.name}
            required
            maxLength={200}
            placeholder={words.addAnimals.tag.nameExample}
            value={form.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
          <div className={look["two"]}>
            <label className="field">
              {words.addAnimals.tag.source}
              <select
                className="input"
                value={form.source}
                onChange={({ target }) => onChange({ source: target.value })}
              >
                <option value="">{words.addAnimals.tag.noSource}</option>
                {own.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            {form.source !== "" && (
              <TextField
                label={words.addAnimals.tag.number}
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
          label={words.addAnimals.tag.since}
          type="datetime-local"
          max={wallTime(now, zone)}
          value={form.since}
          onChange={({ target }) => onChange({ since: target.value })}
          hint={form.since === "" ? words.addAnimals.tag.fromNow : undefined}
          mistake={mistakes.get("/valid_from")}
        />
      )}
      {wearer !== undefined && (
        <p className="soft">
          <Parts of={words.addAnimals.tag.handOver<ReactNode>({ animal: <bdi>{nameOf(wearer)}</bdi> })} />
        </p>
      )}
    </fieldset>
  )
}
