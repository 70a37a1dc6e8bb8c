// Form fields of a websocket server that the service connects to.
import { useState } from "react"
import { words } from "../../../words/language.ts"
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

const shownIn = (text: string): Shown => SHOWN.find((key) => key === text) ?? "bearer"

/** The fields of a websocket server. */
export const WebsocketServer = ({ mistakes, was }: WebsocketServerProps) => {
  const [shown, setShown] = useState(() => shownIn(was("shown")))
  const text = words.sources.websocket
  const wrong = (name: string) => mistakes.get(`/config/websocket/${name}`)
  const field = (name: string, mistake = wrong(name)) => ({ name, mistake, defaultValue: was(name) })
  return (
    <>
      <TextField
        label={text.address}
        {...field("url")}
        type="url"
        required
        maxLength={500}
        placeholder="wss://server.example.org/stream"
      />
      <div className={look["pair"]}>
        <div className="field">
          <label htmlFor="websocket-shown">{text.signIn}</label>
          <select
            id="websocket-shown"
            name="shown"
            className="input"
            value={shown}
            onChange={({ target }) => setShown(shownIn(target.value))}
          >
            {SHOWN.map((key) => (
              <option key={key} value={key}>
                {text.ways[key]}
              </option>
            ))}
          </select>
        </div>
        {shown === "basic" && (
          <TextField label={words.sources.userName} {...field("username")} autoComplete="off" />
        )}
        {shown === "header" && <TextField label={text.header} {...field("header")} placeholder="X-Api-Key" />}
        <TextField
          label={text.secret}
          name="password"
          type="password"
          autoComplete="new-password"
          mistake={wrong("password")}
          hint={words.sources.secretHint}
        />
      </div>
      <MappingFields mistakes={mistakes} was={was} />
      <details className={look["details"]}>
        <summary>{text.more}</summary>
        <div className={look["pair"]}>
          <TextField label={text.subprotocol} {...field("protocol")} />
          <TextField label={text.items} {...field("items")} placeholder="data.values" hint={text.itemsHint} />
        </div>
        <TextArea
          label={words.sources.mapping.others}
          {...field("more", mistakes.get("/config/fields"))}
          placeholder="measurements.battery_voltage = power.v"
        />
        <TextArea
          label={text.hello}
          {...field("hello")}
          placeholder={`{"subscribe": "all", "since": {last}}`}
          hint={text.helloHint}
        />
        <div className={look["pair"]}>
          <TextField label={text.messageId} {...field("mark", wrong("acknowledge/path"))} placeholder="seq" />
          <TextField
            label={text.reply}
            {...field("say", wrong("acknowledge/message"))}
            placeholder={`{"ack": {value}}`}
          />
        </div>
      </details>
    </>
  )
}
