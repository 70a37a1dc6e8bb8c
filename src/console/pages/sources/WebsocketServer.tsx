// Form fields of a websocket server that the service connects to.
import { useState } from "react"
import { TextField, TextArea } from "../../design/form/TextField.tsx"
import { MappingFields } from "./MappingFields.tsx"
import look from "./sources.module.css"
import { SHOWN, type Shown } from "./websocketConfig.ts"

interface WebsocketServerProps {
  /** errors by JSON pointer into the request */
  readonly mistakes: ReadonlyMap<string, string>
  /** the previous value of a field */
  readonly was: (name: string) => string
}

const shownIn = (text: string): Shown => SHOWN.find(([key]) => key === text)?.[0] ?? "bearer"

/** The fields of a websocket server. */
export const WebsocketServer = ({ mistakes, was }: WebsocketServerProps) => {
  const [shown, setShown] = useState(() => shownIn(was("shown")))
  const wrong = (name: string) => mistakes.get(`/config/websocket/${name}`)
  const field = (name: string, mistake = wrong(name)) => ({ name, mistake, defaultValue: was(name) })
  return (
    <>
      <TextField
        label="Its address"
        {...field("url")}
        type="url"
        required
        maxLength={500}
        placeholder="wss://server.example.org/stream"
      />
      <div className={look["pair"]}>
        <div className="field">
          <label htmlFor="websocket-shown">It knows us by</label>
          <select
            id="websocket-shown"
            name="shown"
            className="input"
            value={shown}
            onChange={({ target }) => setShown(shownIn(target.value))}
          >
            {SHOWN.map(([key, words]) => (
              <option key={key} value={key}>
                {words}
              </option>
            ))}
          </select>
        </div>
        {shown === "basic" && <TextField label="User name" {...field("username")} autoComplete="off" />}
        {shown === "header" && <TextField label="The header" {...field("header")} placeholder="X-Api-Key" />}
        <TextField
          label="The secret"
          name="password"
          type="password"
          autoComplete="new-password"
          mistake={wrong("password")}
          hint="Kept apart and never shown again. Empty: none."
        />
      </div>
      <MappingFields mistakes={mistakes} was={was} />
      <details className={look["details"]}>
        <summary>More about its messages</summary>
        <div className={look["pair"]}>
          <TextField label="Subprotocol" {...field("protocol")} />
          <TextField
            label="Reports are in"
            {...field("items")}
            placeholder="data.values"
            hint="Empty: a message is a report."
          />
        </div>
        <TextArea
          label="Other values, one a line"
          {...field("more", mistakes.get("/config/fields"))}
          placeholder="measurements.battery_voltage = power.v"
        />
        <TextArea
          label="Said first"
          {...field("hello")}
          placeholder={`{"subscribe": "all", "since": {last}}`}
          hint="{last}: the newest stored message. {password}: the secret."
        />
        <div className={look["pair"]}>
          <TextField
            label="Path of the message id"
            {...field("mark", wrong("acknowledge/path"))}
            placeholder="seq"
          />
          <TextField
            label="Reply once it is stored"
            {...field("say", wrong("acknowledge/message"))}
            placeholder={`{"ack": {value}}`}
          />
        </div>
      </details>
    </>
  )
}
