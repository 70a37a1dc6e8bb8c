// Form fields of an MQTT broker that the service subscribes to.
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { TextField, TextArea } from "../../../design/form/TextField.tsx"
import { MappingFields } from "../MappingFields.tsx"
import styles from "../sources.module.css"
import { PUBLISHED, type Published, publishedIn, topicsOf } from "./brokerConfig.ts"

interface BrokerProps {
  /** errors by JSON pointer into the request */
  readonly mistakes: ReadonlyMap<string, string>
  readonly was: (name: string) => string
  /** the format of messages, unless the draft has one */
  readonly published: Published
}

/** The fields of a broker. */
export const Broker = ({ mistakes, published: given, was }: BrokerProps) => {
  const [published, setPublished] = useState<Published>(() =>
    was("published") === "" ? given : publishedIn(was("published"))
  )
  const text = words.connect.broker
  const field = (name: string) => ({
    name,
    defaultValue: was(name),
    mistake: mistakes.get(`/config/mqtt/${name}`)
  })
  return (
    <>
      <TextField
        label={text.address}
        {...field("url")}
        required
        maxLength={500}
        placeholder="mqtts://broker.example.org"
      />
      <div className={styles["pair"]}>
        <TextField label={words.sources.userName} {...field("username")} autoComplete="off" />
        <TextField
          label={text.password}
          name="password"
          type="password"
          autoComplete="new-password"
          mistake={mistakes.get("/config/mqtt/password")}
          hint={words.sources.secretHint}
        />
      </div>
      <div className="field">
        <label htmlFor="published">{text.published}</label>
        <select
          id="published"
          name="published"
          className="input"
          value={published}
          onChange={({ target }) => setPublished(publishedIn(target.value))}
        >
          {PUBLISHED.map(([key, product]) => (
            <option key={key} value={key}>
              {product ?? text.ownJson}
            </option>
          ))}
        </select>
      </div>
      <TextArea
        key={published}
        label={text.topics}
        name="topics"
        defaultValue={
          was("topics") === "" || was("published") !== published ? topicsOf(published) : was("topics")
        }
        mistake={mistakes.get("/config/mqtt/topics")}
        required
        hint={text.topicsHint}
      />
      {published === "generic_mqtt" && <MappingFields mistakes={mistakes} was={was} />}
      <details className={styles["details"]}>
        <summary>{text.more}</summary>
        {published === "generic_mqtt" && (
          <>
            <TextArea
              label={words.sources.mapping.others}
              name="more"
              defaultValue={was("more")}
              mistake={mistakes.get("/config/fields")}
              placeholder={"speed_mps = gps.kmh * 0.277778\nmeasurements.battery_voltage = bat"}
            />
            <TextField
              label={text.deviceTopic}
              name="device_topic"
              defaultValue={was("device_topic")}
              mistake={mistakes.get("/config/device_topic")}
              placeholder="herd/{device}/up"
              hint={text.deviceTopicHint}
            />
          </>
        )}
        <div className={styles["pair"]}>
          <TextField label={text.clientId} {...field("client_id")} hint={text.clientIdHint} />
          <TextField label={text.statusTopic} {...field("status_topic")} placeholder="pugmark/status" />
        </div>
        <TextArea label={text.ca} {...field("ca")} hint={text.caHint} />
      </details>
    </>
  )
}
