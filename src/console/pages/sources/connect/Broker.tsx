// Form fields of an MQTT broker that the service subscribes to.
import { useState } from "react"
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
  const field = (name: string) => ({
    name,
    defaultValue: was(name),
    mistake: mistakes.get(`/config/mqtt/${name}`)
  })
  return (
    <>
      <TextField
        label="Address of the broker"
        {...field("url")}
        required
        maxLength={500}
        placeholder="mqtts://broker.example.org"
      />
      <div className={styles["pair"]}>
        <TextField label="User name" {...field("username")} autoComplete="off" />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          mistake={mistakes.get("/config/mqtt/password")}
          hint="Kept apart and never shown again. Empty: none."
        />
      </div>
      <div className="field">
        <label htmlFor="published">The messages are</label>
        <select
          id="published"
          name="published"
          className="input"
          value={published}
          onChange={({ target }) => setPublished(publishedIn(target.value))}
        >
          {PUBLISHED.map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <TextArea
        key={published}
        label="Topics, one a line"
        name="topics"
        defaultValue={
          was("topics") === "" || was("published") !== published ? topicsOf(published) : was("topics")
        }
        mistake={mistakes.get("/config/mqtt/topics")}
        required
        hint="+ is any one level, # all that follow. The first + is the device."
      />
      {published === "generic_mqtt" && <MappingFields mistakes={mistakes} was={was} />}
      <details className={styles["details"]}>
        <summary>More about this broker</summary>
        {published === "generic_mqtt" && (
          <>
            <TextArea
              label="Other values, one a line"
              name="more"
              defaultValue={was("more")}
              mistake={mistakes.get("/config/fields")}
              placeholder={"speed_mps = gps.kmh * 0.277778\nmeasurements.battery_voltage = bat"}
            />
            <TextField
              label="The device is in the topic"
              name="device_topic"
              defaultValue={was("device_topic")}
              mistake={mistakes.get("/config/device_topic")}
              placeholder="herd/{device}/up"
              hint="Empty: what the first + stands for."
            />
          </>
        )}
        <div className={styles["pair"]}>
          <TextField
            label="Client ID"
            {...field("client_id")}
            hint="Empty: pugmark and the id of the source."
          />
          <TextField label="Status topic" {...field("status_topic")} placeholder="pugmark/status" />
        </div>
        <TextArea
          label="Certificate of its authority (PEM)"
          {...field("ca")}
          hint="Only where this machine does not know it."
        />
      </details>
    </>
  )
}
