// Spanish words of the automations.
import type { automations as english } from "../en/automations.ts"
import { countsIn, type Like, listsIn, parts } from "../tools.ts"

const counts = countsIn("es")
const or = listsIn("es", "disjunction")
const sentForms = { one: "# enviado", other: "# enviados" }
const failedForms = { one: "# fallido", other: "# fallidos" }
const skippedForms = { one: "# omitido", other: "# omitidos" }
const tooOldForms = { one: "# demasiado antiguo", other: "# demasiado antiguos" }

/** automations are the words of the automations. */
export const automations: Like<typeof english> = {
  title: "Automatizaciones",
  automations: "automatizaciones",
  theAutomation: "la automatización",
  make: "Automatización nueva",
  all: "Todas las automatizaciones",
  denied: {
    make: "Crear una automatización",
    changeAny: "Cambiar automatizaciones",
    change: "Cambiarla",
    test: "Enviar una prueba"
  },
  empty: {
    title: "Aún no hay automatizaciones.",
    hint: "Una automatización avisa de las alertas a personas y programas: por correo, Telegram o webhook.",
    begin: "Elegir a quién avisar"
  },
  channels: { webhook: "webhook", email: "correo", telegram: "Telegram" },
  severitiesFrom: { info: "todas", warning: "o más", critical: "únicamente" },
  list: {
    title: "A quién se avisa",
    switch: (p) => `${p.name}: activada`,
    failed: (p) => counts(p.count, failedForms),
    off: "desactivada",
    noneLately: "nada reciente",
    last: (p) => `último ${p.time}`,
    tooMany: "¿Demasiados avisos?",
    snooze: "Silencie una regla para un animal hasta la hora que elija. Lo demás no cambia."
  },
  acts: {
    on: (p) => `Activada: ${p.name}`,
    off: (p) => `Desactivada: ${p.name}`,
    removed: (p) => `Eliminada: ${p.name}`,
    takenBack: (p) => `Deshecho: ${p.name}`,
    notRemoved: (p) => `${p.name} no se eliminó: ${p.why}`,
    created: (p) => `Creada: ${p.name}`,
    saved: (p) => `Guardada: ${p.name}`,
    testSent: "La prueba está en camino."
  },
  editor: {
    name: "Nombre de la automatización",
    namePlaceholder: "Avisar a la estación de guardas",
    discard: "Volver a lo guardado",
    create: "Crear",
    saveAndTest: "Guardar y probar",
    test: "Enviar una prueba",
    more: "Más",
    remove: "Eliminar…"
  },
  sentence: {
    whole: <P>(p: {
      by: P
      isMany: boolean
      isAlert: boolean
      severity: P
      types: P | null
      about: P
      tell: P
      age: P
    }) => {
      const makes = `${p.isMany ? "generen" : "genere"} ${p.isAlert ? "una alerta" : "un evento"}`
      return [
        ...parts<P | string>`Cuando ${p.by}${` ${makes} de `}${p.severity}`,
        ...(p.types === null ? [] : parts<P>` y de tipo ${p.types}`),
        ...parts<P>`, sobre ${p.about}, avisar a ${p.tell}, salvo si el evento tiene más de ${p.age}.`
      ]
    },
    names: (p) => or(p.names),
    anything: "cualquier cosa",
    rules: (p) => counts(p.count, { one: "# regla", many: "# de reglas", other: "# reglas" }),
    any: (p) => `cualquier ${p.entity}`,
    entities: (p) => counts(p.count, { one: `# ${p.one}`, many: `# de ${p.many}`, other: `# ${p.many}` }),
    severities: {
      info: "cualquier gravedad",
      warning: "gravedad «advertencia» o más",
      critical: "gravedad crítica"
    },
    types: (p) => counts(p.count, { one: "# tipo", many: "# de tipos", other: "# tipos" }),
    noReceivers: "ningún destinatario todavía",
    receivers: (p) =>
      counts(p.count, { one: "# destinatario", many: "# de destinatarios", other: "# destinatarios" })
  },
  events: {
    title: "Qué eventos",
    atLeast: "Como mínimo",
    severities: { info: "Informativa", warning: "Advertencia", critical: "Crítica" },
    onlyAlerts: "solo con una alerta",
    madeBy: "Creados por",
    addRule: "Añadir una regla",
    anyRule: "cualquier regla, persona o dispositivo",
    rule: "+ regla",
    ruleGone: "una regla que ya no existe",
    ofType: "De tipo",
    addType: "Añadir un tipo de evento",
    anyType: "cualquier tipo",
    type: "+ tipo",
    about: (p) => `Sobre ${p.entities}`,
    addEntity: (p) => `Añadir ${p.entity}`,
    anyEntity: (p) => `cualquier ${p.entity}`,
    entity: (p) => `+ ${p.entity}`,
    reminders: "Recordatorios",
    afterAcknowledged: "también cuando la alerta ya está confirmada",
    remove: (p) => `Quitar ${p.name}`
  },
  ages: {
    noOlderThan: "Antigüedad máxima",
    whenLearned: "cuando el servidor se entera",
    told: (p) => counts(p.count, { one: "avisado, #", other: "avisados, #" }),
    tooOld: (p) => counts(p.count, { one: "demasiado antiguo, #", other: "demasiado antiguos, #" }),
    bound: "Antigüedad máxima de un evento",
    value: (p) =>
      `${p.age}: ${counts(p.told, { one: "# avisado", other: "# avisados" })}, ${counts(p.stale, tooOldForms)}`,
    label: (p) =>
      `Eventos por antigüedad: ${counts(p.told, { one: "# avisado", other: "# avisados" })}, ` +
      `${counts(p.stale, tooOldForms)}, ${counts(p.others, skippedForms)} por otros motivos`,
    unknown: "No se pudo cargar la vista previa.",
    inDays: <P>(p: { told: P; days: number }) => {
      const days = counts(p.days, { one: "# día", many: "# de días", other: "# días" })
      return parts<P | string>`habría avisado de ${p.told} en ${days}`
    },
    ofNewest: <P>(p: { told: P; events: number; since: string }) => {
      const newest = counts(p.events, { one: "el más nuevo", other: "los # más nuevos" })
      return parts<P | string>`habría avisado de ${p.told} entre ${newest}, desde el ${p.since}`
    }
  },
  receivers: {
    title: "Avisar a",
    label: "Destinatarios",
    count: (p) => {
      const forms = {
        one: "# destinatario",
        many: "# de destinatarios, todos a la vez",
        other: "# destinatarios, todos a la vez"
      }
      return p.count === 0 ? "ninguno todavía" : counts(p.count, forms)
    },
    addresses: { webhook: "Dirección del webhook", email: "Dirección de correo" },
    telegram: "A quién se avisa por Telegram",
    remove: (p) => `Quitar ${p.name}`,
    also: "Avisar también por",
    test: (p) => {
      const all = counts(p.all, { other: "#" })
      const arrived = counts(p.arrived, { one: `llegó # de ${all}`, other: `llegaron # de ${all}` })
      return `prueba de ${p.time}: ${arrived}`
    }
  },
  people: {
    you: (p) => `${p.name} (usted)`,
    nameless: "un miembro sin nombre",
    member: "un miembro"
  },
  delivery: {
    states: { queued: "enviando", sent: "enviado", failed: "fallido", skipped: "omitido" },
    arrived: "llegó",
    tried: (p) => counts(p.count, { one: "# intento", many: "# de intentos", other: "# intentos" }),
    redeliver: "Reenviar",
    sentAgain: "Se envía otra vez.",
    correct: "Corregir…",
    age: "Antigüedad máxima…",
    reminders: "Recordatorios…",
    linkChat: "Vincular su chat…",
    ask: "Pedírselo…",
    request: (p) => `Por favor, vincule un chat de Telegram para que Pugmark pueda avisarle: ${p.address}`,
    requestCopied: "El mensaje está en el portapapeles."
  },
  reasons: {
    STALE: "Era demasiado antiguo cuando llegó.",
    SNOOZED: "La regla estaba silenciada.",
    ALERT_ACKNOWLEDGED: "Un recordatorio, y la alerta ya estaba confirmada.",
    HISTORY: "Trata del pasado, y no se envía.",
    SUPERSEDED: "Registros posteriores mostraron que no ocurrió.",
    AUTOMATION_DISABLED: "La automatización estaba desactivada.",
    AUTOMATION_REMOVED: "La automatización se eliminó.",
    ACTION_REMOVED: "Este destinatario se eliminó.",
    MAIL_NOT_SET_UP:
      "Este servidor aún no envía correo. Su operador define SMTP_URL y MAIL_FROM, y lo reinicia.",
    MAIL_NOT_ALLOWED:
      "Fuera de producción, el correo solo va a las direcciones de MAIL_ALLOW_LIST. El operador añade esta.",
    TELEGRAM_NOT_SET_UP:
      "Este servidor aún no tiene bot. Su operador define TELEGRAM_BOT_TOKEN, y lo reinicia.",
    CHAT_NOT_LINKED:
      "No hay ningún chat vinculado. La persona pide un código en la página de su cuenta y envía " +
      "/start CÓDIGO al bot.",
    ADDRESS_FORBIDDEN:
      "Solo se llama a direcciones públicas. Para una de su propia red, el operador define " +
      "WEBHOOK_ALLOW_PRIVATE=true.",
    UNREACHABLE: "Nada responde ahí. Compruebe que el receptor funciona, y su nombre y puerto.",
    TIMED_OUT: "Sin respuesta en diez segundos. El receptor debería responder primero y trabajar después.",
    RECEIVER_REFUSED: "El receptor no lo aceptó. Su registro dice por qué.",
    RECEIVER_GONE: "El receptor dice que ya no existe. Corrija la dirección, o quite el destinatario.",
    MAIL_REFUSED: "El servidor de correo no lo aceptó. Compruebe la dirección.",
    CHAT_REFUSED:
      "El bot fue bloqueado o expulsado del chat. La persona lo desbloquea, o vincula el chat otra vez.",
    INTERRUPTED: "El servidor se detuvo durante el envío.",
    PROGRAM_DEFECT:
      "Un error de Pugmark. El registro del servidor tiene los detalles; el operador puede comunicarlo."
  },
  deliveries: {
    title: "Últimos envíos",
    deliveries: "los envíos",
    list: "Envíos",
    which: "Qué envíos",
    failed: "Fallidos",
    test: "Prueba",
    event: "un evento",
    noneFailed: { title: "Nada falló.", hint: "Todos los mensajes llegaron, o no había que enviarlos." },
    none: { title: "Aún no se ha enviado nada.", hint: "Envíe una prueba." },
    someFailed: (p) => {
      const failed = p.isCut
        ? counts(p.count, { other: "al menos # fallidos" })
        : counts(p.count, failedForms)
      return `${failed}. Corrija primero la causa.`
    },
    redeliver: (p) => counts(p.count, { other: p.isCut ? "Reenviar al menos #" : "Reenviar #" }),
    sentAgain: (p) =>
      counts(p.count, {
        one: "Se envía otra vez # mensaje.",
        many: "Se envían otra vez # de mensajes.",
        other: "Se envían otra vez # mensajes."
      })
  },
  activity: {
    title: "A quién se avisó y cuándo",
    period: (p) => (p.isCut ? "por hora, lo más nuevo de 30 días" : "por hora, 30 días"),
    more: (p) => counts(p.count, { other: "# más" }),
    hours: (p) => `${p.name} por hora del día: ${p.hours === "" ? "nada enviado" : p.hours}`,
    atNight: (p) => counts(p.count, { other: "# de noche" }),
    failed: (p) => counts(p.count, failedForms),
    skipped: (p) => counts(p.count, skippedForms),
    spark: (p) => `30 días: ${counts(p.sent, sentForms)}, ${counts(p.failed, failedForms)}`,
    summary: (p) => {
      const days = p.isCut ? "lo más nuevo de 30 días" : "30 días"
      const sent = counts(p.sent, sentForms)
      return `${days}: ${sent}, ${counts(p.failed, failedForms)}, ${counts(p.skipped, skippedForms)}`
    }
  },
  messages: {
    title: "Lo que leen las personas",
    ofTest: "una prueba: ningún evento coincide",
    ofNewest: "del evento más nuevo"
  },
  programs: {
    title: "Lo que reciben los programas",
    signed: "firmado",
    body: "Cuerpo",
    bodyLabel: "Cuerpo de la solicitud",
    guide: "Cómo comprueba un programa la firma",
    newSecret: "Secreto nuevo…",
    oldStays: "El secreto anterior sigue siendo válido 24 h.",
    create: "Crear secreto"
  },
  secret: {
    title: (p) => (p.count === 1 ? "El secreto de este webhook" : "Los secretos de estos webhooks"),
    hint: "Cópielo ahora: solo se muestra esta vez. Con él, el receptor sabe que un mensaje viene de aquí.",
    of: (p) => `Secreto de ${p.url}`,
    copied: "El secreto está en el portapapeles.",
    receiver: "Un receptor para empezar",
    run: (p) => parts`Guárdelo como ${p.file}, ejecute ${p.install} y luego ${p.start}.`,
    program: "El receptor",
    copyReceiver: "Copiar el receptor",
    receiverCopied: "El receptor está en el portapapeles."
  },
  members: {
    labels: {
      name: "Nombre",
      min_severity: "Como mínimo",
      require_alert: "Solo con una alerta",
      event_types: "De tipo",
      rule_ids: "Creados por",
      entity_ids: "Sobre",
      max_event_age_seconds: "Antigüedad máxima",
      remind_acknowledged: "Recordatorios tras confirmar",
      receivers: "Avisar a"
    },
    any: "cualquiera",
    chosen: (p) => counts(p.count, { one: "# elegido", other: "# elegidos" }),
    yes: "sí",
    no: "no"
  }
}
