// Spanish texts of the mails and chat messages of automations, and of the bot.
import type { notifications as english } from "../../en/messages/notifications.ts"
import type { Like } from "../../tools.ts"

/** notifications are the texts of mails and chat messages. */
export const notifications: Like<typeof english> = {
  subject: (p) => {
    const severity = { info: "", warning: "ADVERTENCIA: ", critical: "CRÍTICA: " }[p.severity]
    return `[${p.project}] ${severity}${p.title}`
  },
  moment: (p) => {
    const format = new Intl.DateTimeFormat("es", {
      timeZone: p.timeZone,
      dateStyle: "medium",
      timeStyle: "medium",
      hourCycle: "h23"
    })
    return `${format.format(p.at)} (${p.timeZone})`
  },
  labels: {
    when: "Cuándo",
    who: "Quién",
    where: "Dónde",
    what: "Qué",
    rule: "Regla",
    alert: "Alerta",
    event: "Evento",
    acknowledge: "Confirmar",
    alertPage: "Página de la alerta",
    eventPage: "Página del evento"
  },
  severity: { info: "informativa", warning: "advertencia", critical: "crítica" },
  status: { open: "abierta", acknowledged: "confirmada", resolved: "resuelta" },
  rule: (p) => `${p.name}, versión ${p.version}`,
  by: (p) => `Aviso de la automatización «${p.automation}».`,
  test: {
    subject: (p) => `[${p.project}] Prueba, no es una alarma: los avisos de «${p.automation}» le llegan`,
    nothingHappened: "Esto es una prueba. No ha pasado nada, y no hay que hacer nada.",
    events: (p) => `Los eventos de los que avisa la automatización «${p.automation}» llegarán por aquí.`
  },
  chat: {
    unknownCode: "Este código no se conoce, ya se usó, o tiene más de diez minutos. Pida otro a Pugmark.",
    linked: (p) =>
      `Este chat está vinculado a ${p.name}. Aquí llegan los mensajes de las automatizaciones que le nombran.`
  }
}
