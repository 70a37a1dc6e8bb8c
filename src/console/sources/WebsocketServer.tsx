// What is asked of a websocket server that the service holds a line to.
import { useState } from "react"
import { Field, Long } from "../look/Field.tsx"
import look from "./sources.module.css"
import { MAPPED, SHOWN, type Shown } from "./websocketConfig.ts"

interface WebsocketServerProps {
  /** by the place of what is wrong in what was sent */
  readonly mistakes: ReadonlyMap<string, string>
}

export const WebsocketServer = ({ mistakes }: WebsocketServerProps) => {
  const [shown, setShown] = useState<Shown>("bearer")
  const wrong = (name: string) => mistakes.get(`/config/websocket/${name}`)
  return (
    <>
      <Field
        label="Its address"
        name="url"
        type="url"
        required
        maxLength={500}
        placeholder="wss://server.example.org/stream"
        mistake={wrong("url")}
      />
      <div className={look["pair"]}>
        <div className="field">
          <label htmlFor="line-shown">It knows us by</label>
          <select
            id="line-shown"
            className="input"
            value={shown}
            onChange={({ target }) => setShown(SHOWN.find(([key]) => key === target.value)?.[0] ?? "bearer")}
          >
            {SHOWN.map(([key, words]) => (
              <option key={key} value={key}>
                {words}
              </option>
            ))}
          </select>
        </div>
        {shown === "basic" && (
          <Field label="User name" name="username" autoComplete="off" mistake={wrong("username")} />
        )}
        {shown === "header" && (
          <Field label="The header" name="header" placeholder="X-Api-Key" mistake={wrong("header")} />
        )}
        <Field
          label="The secret"
          name="password"
          type="password"
          autoComplete="new-password"
          mistake={wrong("password")}
          hint="Kept apart and never shown again. Empty: none."
        />
      </div>
      <fieldset className={look["mapped"]}>
        <legend>Where in a message the values are</legend>
        {MAPPED.map(([name, label, usual]) => (
          <Field
            key={name}
            label={label}
            name={name}
            placeholder={usual}
            mistake={mistakes.get(`/config/fields/${name}`)}
          />
        ))}
      </fieldset>
      <details className={look["details"]}>
        <summary>More about its messages</summary>
        <div className={look["pair"]}>
          <Field label="Subprotocol" name="protocol" mistake={wrong("protocol")} />
          <Field
            label="Reports are in"
            name="items"
            placeholder="data.values"
            mistake={wrong("items")}
            hint="Empty: a message is a report."
          />
        </div>
        <Long
          label="Other values, one a line"
          name="more"
          placeholder="measurements.battery_voltage = power.v"
          mistake={mistakes.get("/config/fields")}
        />
        <Long
          label="Said first"
          name="hello"
          placeholder={`{"subscribe": "all", "since": {last}}`}
          mistake={wrong("hello")}
          hint="{last} is how far what came is stored, {password} the secret."
        />
        <div className={look["pair"]}>
          <Field
            label="A message is called by"
            name="mark"
            placeholder="seq"
            mistake={wrong("acknowledge/path")}
          />
          <Field
            label="Said when it is stored"
            name="say"
            placeholder={`{"ack": {value}}`}
            mistake={wrong("acknowledge/message")}
          />
        </div>
      </details>
    </>
  )
}
