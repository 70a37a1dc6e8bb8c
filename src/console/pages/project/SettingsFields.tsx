// The fields of a project's settings.
import { useQuery } from "@tanstack/react-query"
import { useId } from "react"
import { TextField, TextArea } from "../../design/form/TextField.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { Section } from "../../design/Section.tsx"
import page from "../../design/section.module.css"
import { ground, metricsOf } from "../../data/project.ts"
import { useProject } from "../../shell/useProject.ts"
import { fields, type Mistakes, type Season, type SettingsForm } from "./settingsForm.ts"
import look from "./project.module.css"

interface FieldsProps {
  readonly form: SettingsForm
  readonly disabled: boolean
  readonly mistakes: Mistakes
  readonly onChange: (change: Partial<SettingsForm>) => void
}

type Line = Exclude<keyof SettingsForm, "seasons">

const GROUND = {
  paper: "the built-in map: borders, a graticule and your own fences",
  pmtiles: "one file of tiles beside the server",
  tiles: "tiles of another server",
  style: "a style of another server"
} as const

const Ground = () => {
  const { data } = useQuery(ground)
  if (data === undefined) return null
  return (
    <p className={page["hint"]}>
      The ground of the map is {GROUND[data.tier]}
      {data.attribution === null ? "" : `, ${data.attribution}`}. It is the same for all projects:{" "}
      <a className="link" href="/guide/settings">
        who runs this server sets it
      </a>
      .
    </p>
  )
}

const Seasons = ({ disabled, form, mistakes, onChange }: FieldsProps) => {
  const change = (at: number, to: Partial<Season>) =>
    onChange({ seasons: form.seasons.map((one, i) => (i === at ? { ...one, ...to } : one)) })
  const wrong = [...mistakes].find(([pointer]) => pointer.startsWith(`${fields.seasons.pointer}/`))?.[1]
  return (
    <Section title="Seasons" about="parts of the year by name, to compare">
      <div className={page["form"]}>
        {form.seasons.map((season, i) => (
          // they have no other name than their place
          // oxlint-disable-next-line react/no-array-index-key
          <div key={i} className={look["season"]}>
            <TextField
              label="Name"
              value={season.name}
              maxLength={200}
              onChange={({ target }) => change(i, { name: target.value })}
            />
            <TextField
              label="From"
              value={season.from}
              placeholder="06-01"
              onChange={({ target }) => change(i, { from: target.value })}
            />
            <TextField
              label="To"
              value={season.to}
              placeholder="09-30"
              onChange={({ target }) => change(i, { to: target.value })}
            />
            <button
              type="button"
              className="btn icon"
              aria-label={`Leave out ${season.name}`}
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
            <Icon name="plus" size={14} /> Add a season
          </button>
          <span className="soft">Month and day, as in 06-01; the last day is in it.</span>
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
    label: fields[key].label,
    value: form[key],
    mistake: mistakes.get(fields[key].pointer),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ [key]: target.value })
  })
  return (
    <fieldset className={`${look["body"]} ${look["fields"]}`} disabled={disabled}>
      <div className={look["column"]}>
        <Section title="The project">
          <div className={page["form"]}>
            <TextField {...line("name")} required maxLength={200} />
            <TextField
              {...line("slug")}
              required
              maxLength={63}
              hint={
                `Links to pages begin with ${location.origin}/p/${form.slug}; ` +
                "links with an older one open nothing."
              }
            />
            <TextArea {...line("description")} maxLength={5000} />
            <TextField
              {...line("timezone")}
              required
              list={zones}
              hint="Days begin at its midnight; the console shows all times in it."
            />
            <datalist id={zones}>
              {Intl.supportedValuesOf("timeZone").map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </div>
        </Section>
        <Section title="Words" about="what you call the animals or people you track">
          <div className={page["form"]}>
            <div className={page["two"]}>
              <TextField {...line("one")} placeholder="animal" maxLength={40} />
              <TextField {...line("many")} placeholder="animals" maxLength={40} />
            </div>
          </div>
        </Section>
      </div>
      <div className={look["column"]}>
        <Section title="Silence and small lines">
          <div className={page["form"]}>
            <TextField
              {...line("silent")}
              inputMode="decimal"
              placeholder="24"
              hint="After this long without a fix: hollow on the map, and listed under Needs attention."
            />
            <TextField
              {...line("spark")}
              list={keys}
              placeholder="activity"
              hint="Lists and cards show the last day of this metric."
            />
            <datalist id={keys}>
              {metrics.map(({ key, label }) => (
                <option key={key} value={key} label={label ?? key} />
              ))}
            </datalist>
          </div>
        </Section>
        <Section title="Map" about="where it opens before the first position">
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
