// The fields of a project's settings.
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useId } from "react"
import { languages, words } from "../../../words/language.ts"
import { SelectField, TextField, TextArea } from "../../design/form/TextField.tsx"
import { Parts } from "../../design/Parts.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { Section } from "../../design/Section.tsx"
import page from "../../design/section.module.css"
import { ground, metricsOf } from "../../data/project.ts"
import { useProject } from "../../shell/useProject.ts"
import { pointers, type Mistakes, type Season, type SettingsForm } from "./settingsForm.ts"
import look from "./project.module.css"

interface FieldsProps {
  readonly form: SettingsForm
  readonly disabled: boolean
  readonly mistakes: Mistakes
  readonly onChange: (change: Partial<SettingsForm>) => void
}

type Line = Exclude<keyof SettingsForm, "seasons">

const Ground = () => {
  const { data } = useQuery(ground)
  if (data === undefined) return null
  return (
    <p className={page["hint"]}>
      <Parts
        of={words.project.ground.is<ReactNode>({
          tier: data.tier,
          by: data.attribution,
          guide: (
            <a className="link" href="/guide/settings">
              {words.project.ground.guide}
            </a>
          )
        })}
      />
    </p>
  )
}

const Seasons = ({ disabled, form, mistakes, onChange }: FieldsProps) => {
  const change = (at: number, to: Partial<Season>) =>
    onChange({ seasons: form.seasons.map((one, i) => (i === at ? { ...one, ...to } : one)) })
  const wrong = [...mistakes].find(([pointer]) => pointer.startsWith(`${pointers.seasons}/`))?.[1]
  return (
    <Section title={words.project.sections.seasons} about={words.project.sections.seasonsAbout}>
      <div className={page["form"]}>
        {form.seasons.map((season, i) => (
          // they have no other name than their place
          // oxlint-disable-next-line react/no-array-index-key
          <div key={i} className={look["season"]}>
            <TextField
              label={words.project.season.name}
              value={season.name}
              maxLength={200}
              onChange={({ target }) => change(i, { name: target.value })}
            />
            <TextField
              label={words.project.season.from}
              value={season.from}
              placeholder="06-01"
              onChange={({ target }) => change(i, { from: target.value })}
            />
            <TextField
              label={words.project.season.to}
              value={season.to}
              placeholder="09-30"
              onChange={({ target }) => change(i, { to: target.value })}
            />
            <button
              type="button"
              className="btn icon"
              aria-label={words.project.season.remove({ name: season.name })}
              onClick={() => onChange({ seasons: form.seasons.filter((_, at) => at !== i) })}
            >
              <Icon name="x" size={15} />
            </button>
          </div>
        ))}
        {wrong !== undefined && <p className={page["bad"]}>{wrong}</p>}
        <div className={page["foot"]}>
          <button
            type="button"
            className="btn small"
            disabled={disabled || form.seasons.length >= 12}
            onClick={() => onChange({ seasons: [...form.seasons, { name: "", from: "", to: "" }] })}
          >
            <Icon name="plus" size={14} /> {words.project.season.add}
          </button>
          <span className="soft">{words.project.hints.season}</span>
        </div>
      </div>
    </Section>
  )
}

/** The fields of a project's settings. */
export const SettingsFields = (props: FieldsProps) => {
  const { disabled, form, mistakes, onChange } = props
  const { project } = useProject()
  const { data: metrics = [] } = useQuery(metricsOf(project.id))
  const [zones, keys] = [useId(), useId()]
  const line = (key: Line) => ({
    label: words.project.fields[key],
    value: form[key],
    mistake: mistakes.get(pointers[key]),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ [key]: target.value })
  })
  return (
    <fieldset className={`${look["body"]} ${look["fields"]}`} disabled={disabled}>
      <div className={look["column"]}>
        <Section title={words.project.sections.project}>
          <div className={page["form"]}>
            <TextField {...line("name")} required maxLength={200} />
            <TextField
              {...line("slug")}
              required
              maxLength={63}
              hint={words.project.hints.slug({ address: `${location.origin}/p/${form.slug}` })}
            />
            <TextArea {...line("description")} maxLength={5000} />
            <TextField {...line("timezone")} required list={zones} hint={words.project.hints.timezone} />
            <datalist id={zones}>
              {Intl.supportedValuesOf("timeZone").map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
            <SelectField
              {...line("language")}
              value={form.language === "" ? "en" : form.language}
              hint={words.project.hints.language}
            >
              {Object.entries(languages).map(([code, { name }]) => (
                <option key={code} value={code} lang={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
        </Section>
        <Section title={words.project.sections.words} about={words.project.sections.wordsAbout}>
          <div className={page["form"]}>
            <div className={page["two"]}>
              <TextField {...line("one")} placeholder={words.project.examples.one} maxLength={40} />
              <TextField {...line("many")} placeholder={words.project.examples.many} maxLength={40} />
            </div>
          </div>
        </Section>
      </div>
      <div className={look["column"]}>
        <Section title={words.project.sections.silence}>
          <div className={page["form"]}>
            <TextField
              {...line("silent")}
              inputMode="decimal"
              placeholder="24"
              hint={words.project.hints.silent}
            />
            <TextField
              {...line("spark")}
              list={keys}
              placeholder={words.project.examples.spark}
              hint={words.project.hints.spark}
            />
            <datalist id={keys}>
              {metrics.map(({ key, label }) => (
                <option key={key} value={key} label={label ?? key} />
              ))}
            </datalist>
          </div>
        </Section>
        <Section title={words.project.sections.map} about={words.project.sections.mapAbout}>
          <div className={page["form"]}>
            <div className={page["three"]}>
              <TextField {...line("lon")} inputMode="decimal" />
              <TextField {...line("lat")} inputMode="decimal" />
              <TextField {...line("zoom")} inputMode="decimal" />
            </div>
            <Ground />
          </div>
        </Section>
        <Seasons {...props} />
      </div>
    </fieldset>
  )
}
