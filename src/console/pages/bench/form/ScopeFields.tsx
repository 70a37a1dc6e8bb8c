import { useQuery } from "@tanstack/react-query"
import { words } from "../../../../words/language.ts"
import { entityTypes } from "../../../data/animals.ts"
import { groups } from "../../../data/names.ts"
import { useProject } from "../../../shell/useProject.ts"
import { entityWord } from "../../../shell/words.ts"
import { isObject, type Json, type JsonObject } from "../document.ts"
import { Chips } from "./fields.tsx"
import look from "./form.module.css"

type Named = readonly [id: string, label: string]

const listOf = (value: Json | undefined): ReadonlyArray<string> =>
  Array.isArray(value) ? (value as ReadonlyArray<Json>).filter((one) => typeof one === "string") : []

const split = (all: ReadonlyArray<Named>, ids: ReadonlyArray<string>) => {
  const names = new Map(all)
  return {
    chosen: ids.map((id): Named => [id, names.get(id) ?? words.bench.form.noAccess]),
    others: all.filter(([id]) => !ids.includes(id))
  }
}

interface ScopeFieldsProps {
  readonly document: JsonObject
  /** number of subjects in scope, counted by the server; null: unknown */
  readonly covers: number | null
  readonly onChange: (pointer: string, to: JsonObject) => void
}

/** ScopeFields edits the scope: an entity type and a group; without either, all subjects. */
export const ScopeFields = ({ covers, document, onChange }: ScopeFieldsProps) => {
  const { project } = useProject()
  const { data: types = [] } = useQuery(entityTypes)
  const { data: folders = [] } = useQuery(groups(project.id))
  const scope = isObject(document["scope"]) ? document["scope"] : {}
  const byType = split(
    types.map(({ id, label }): Named => [id, label]),
    listOf(scope["entity_type_ids"])
  )
  const byGroup = split(
    folders.map(({ id, name }): Named => [id, name]),
    listOf(scope["group_ids"])
  )
  const set = (member: string) => (ids: ReadonlyArray<string>) => {
    const { [member]: _, ...rest } = scope
    onChange("/scope", ids.length === 0 ? rest : { ...rest, [member]: ids })
  }
  const word = entityWord(project)
  const animals = listOf(scope["entity_ids"]).length
  const devices = listOf(scope["device_ids"]).length
  const isAll = Object.keys(scope).length === 0
  return (
    <section className={look["group"]} aria-label={words.bench.form.appliesTo}>
      <h2>
        {words.bench.form.appliesTo}{" "}
        {covers !== null && (
          <span className="num">
            {words.bench.form.covers({ count: covers, one: word.one, many: word.many })}
          </span>
        )}
      </h2>
      <div className={look["row"]}>
        {isAll && <span className="soft">{words.bench.form.all({ entities: word.many })}</span>}
        <Chips
          name={words.bench.form.types}
          add={words.bench.form.addType}
          {...byType}
          onChange={set("entity_type_ids")}
        />
        <Chips
          name={words.bench.form.groups}
          add={words.bench.form.addGroup}
          {...byGroup}
          onChange={set("group_ids")}
        />
        {animals > 0 && (
          <button type="button" className="link" onClick={() => set("entity_ids")([])}>
            {words.bench.form.clearNamed({ count: animals })}
          </button>
        )}
        {devices > 0 && (
          <button type="button" className="link" onClick={() => set("device_ids")([])}>
            {words.bench.form.clearDevices({ count: devices })}
          </button>
        )}
      </div>
    </section>
  )
}
