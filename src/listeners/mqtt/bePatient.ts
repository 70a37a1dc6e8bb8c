// When a broker is given up. The client's own rule is that a ping was not answered in time; but the answer
// may stand behind thousands of messages, and a client that waits for the database reads none.
import type { MqttClient } from "mqtt"

/** Has a client give up its broker only where it listened, and not a word came after the ping. */
export const bePatient = (client: MqttClient, isHalted: () => boolean): void => {
  const giveUp = client.onKeepaliveTimeout.bind(client)
  let isAlive = true
  client.on("packetsend", ({ cmd }) => {
    if (cmd === "pingreq") isAlive = false
  })
  client.on("packetreceive", () => {
    isAlive = true
  })
  client.onKeepaliveTimeout = () => {
    if (!isAlive && !isHalted()) return giveUp()
    client.sendPing()
    client.reschedulePing(true)
  }
}
