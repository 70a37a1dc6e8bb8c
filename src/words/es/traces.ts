// Spanish words of the list of traces and of the page of a trace.
import type { traces as english } from "../en/traces.ts"
import { countsIn, type Like, listsIn, parts } from "../tools.ts"

const counts = countsIn("es")
const or = listsIn("es", "disjunction")

/** traces are the words of the list of traces and of the page of a trace. */
export const traces: Like<typeof english> = {
  title: "Trazas",
  refresh: "Actualizar",
  waiting: "las trazas",
  waitingOne: "la traza",
  showAll: "Mostrar todo",
  empty: {
    all: "Aún no hay trazas.",
    search: "Ninguna traza coincide.",
    hint: "Las trazas se guardan 30 días; las que fallaron, 90; las que explican un evento, 400."
  },
  head: {
    began: "Empezó",
    result: "Resultado",
    what: "Qué",
    why: "Por qué",
    took: "Duró",
    kind: "Tipo"
  },
  find: (p) => `Buscar por dispositivo, ${p.one}, regla, evento, código o id`,
  findHint: (p) => `Dispositivo, ${p.one}, regla, código, id`,
  result: "Cómo terminó",
  kind: "Tipo",
  everyKind: "De todos los tipos",
  ofDevice: "de un dispositivo",
  ofEntity: (p) => `de ${p.one.endsWith("a") ? "una" : "un"} ${p.one}`,
  ofRule: "de una regla",
  before: (p) => `antes de ${p.time}`,
  kinds: {
    ingest: "Envío",
    rule: "Regla",
    attribution: "Atribución",
    export: "Exportación",
    curation: "Corrección",
    delivery: "Mensaje",
    analysis: "Análisis",
    system: "Servicio"
  },
  kindsOf: {
    ingest: "Envíos",
    rule: "Reglas",
    delivery: "Mensajes",
    attribution: "Atribuciones",
    curation: "Correcciones",
    analysis: "Análisis",
    export: "Exportaciones",
    system: "Servicio"
  },
  statuses: { ok: "Bien", failed: "Con fallo", skipped: "Omitidas", duplicate: "Duplicadas" },
  status: { ok: "bien", failed: "con fallo", skipped: "omitida", duplicate: "duplicada" },
  titleOf: (p) => `${p.kind} de ${p.of}`,
  titleOfRule: (p) => `Regla ${p.rule ?? "eliminada"}${p.of === null ? "" : ` para ${p.of}`}`,
  steps: {
    receive: "Recibido",
    accept: "Comprobado",
    store: "Guardado",
    match: "Regla encontrada",
    evaluate: "Condiciones evaluadas",
    event: "Evento guardado",
    alert: "Alerta creada",
    actions: "Mensajes en cola",
    attempt: "Intentado",
    deliver: "Entregado"
  },
  refused: "Rechazado",
  failedStep: (p) => `${p.step}, con fallo`,
  notReached: "no se alcanzó",
  alike: {
    title: "Trazas parecidas",
    around: "El día de esta traza",
    count: (p) => counts(p.count, { other: p.isMore ? "# y más como esta" : "# como esta" }),
    since: (p) => `desde ${p.time}`,
    list: "Ver la lista",
    chart: "Cuándo, y cómo terminó"
  },
  decoded: {
    title: "Como se leyó",
    value: "Valor",
    from: "Del mensaje",
    age: (p) => parts`hace ${p.age}`,
    refused: "rechazado",
    notRead: "no se leyó",
    kept: (p) =>
      p.count === 1 ? parts`${p.names} se guarda con el envío` : parts`${p.names} se guardan con el envío`,
    notKept: "no se guardó",
    counts: (p) => `${p.read} leídos, ${p.refused} rechazados`,
    position: "posición",
    adapter: "el tipo de mensaje",
    arrival: "cuándo llegó",
    source: "la configuración de la fuente",
    anyOf: (p) => or(p.members),
    within: (p) => `en ${p.members}`,
    otherwise: (p) => `${p.members}, o ${p.otherwise}`
  },
  payload: {
    title: "Como llegó",
    size: (p) => counts(p.bytes, { one: "# byte", many: "# de bytes", other: "# bytes" }),
    copy: "Copiar",
    copied: "El mensaje está en el portapapeles.",
    cut: (p) => counts(p.characters, { other: "Tenía # caracteres; se guardó el comienzo." }),
    lines: "Líneas del mensaje",
    more: "y más: cópielo para leer el resto"
  },
  sendAgain: {
    open: "Enviar de nuevo",
    sending: "Enviarlo de nuevo",
    result: {
      accepted: "Se aceptó.",
      duplicate: "Es un duplicado: nada se guarda dos veces.",
      unassigned: "Se guardó: su dispositivo aún no se conoce.",
      rejected: "Se rechazó otra vez. Esta es la traza nueva."
    },
    withDetail: (p) => `${p.result} ${p.detail}`
  },
  links: {
    event: "Abrir el evento",
    entity: (p) => (p.name === null ? `Abrir ficha de ${p.one}` : `Abrir ${p.name}`),
    device: "Abrir el dispositivo",
    rule: "Abrir la regla"
  },
  about: {
    title: "Datos",
    began: "Empezó",
    took: "Duró",
    kind: "Tipo",
    source: "Fuente",
    device: "Dispositivo",
    entity: "Animal",
    rule: "Regla",
    ruleVersion: (p) => `${p.rule}, v${p.version}`,
    keptUntil: "Se guarda hasta"
  },
  step: {
    became: (p) => `${p.step}: ${p.status}`,
    error: (p) => `${p.step}: ${p.error}`,
    nothingStored: "No se guardó nada.",
    remedy: "Qué hacer.",
    detail: "Lo que anotó el paso",
    noDetail: "Nada."
  },
  view: "Vista",
  viewSteps: "Pasos",
  viewJson: "JSON",
  copyId: "Copiar id",
  idCopied: "El id de la traza está en el portapapeles.",
  earlier: "Anterior",
  later: "Siguiente"
}
