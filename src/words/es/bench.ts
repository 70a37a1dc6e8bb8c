// Spanish words of the rule bench: the rule as sentence, form and JSON, its versions and how it is saved.
import type { bench as english } from "../en/bench.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")
const EVENTS = { one: "# evento", many: "# de eventos", other: "# eventos" }

/** bench are the words of the rule bench. */
export const bench: Like<typeof english> = {
  newRule: "Regla nueva",
  thisRule: "esta regla",
  theTemplates: "las plantillas",
  theRule: "la regla",
  rules: "Reglas",
  gone: {
    hint: "Esta regla está archivada. Para abrirla, restáurela en la lista de archivadas. Sus eventos se conservan.",
    toArchive: "Ir a las reglas archivadas"
  },
  head: {
    name: "Nombre de la regla",
    notSavedYet: "aún sin guardar",
    sameName: "Otra regla tiene este nombre",
    state: (p) => `v${p.version} ${p.isOn ? "activada" : "desactivada"}`,
    draft: (p) => `${p.version} ${p.isSaved ? "borrador" : "sin guardar"}`,
    discard: "descartar",
    changed: <P>(p: { when: P; isNow: boolean; who: P | null; events: number | null }) => [
      ...(p.isNow ? parts<P>`cambiada ${p.when}` : parts<P>`cambiada hace ${p.when}`),
      ...(p.who === null ? [] : parts<P>` por ${p.who}`),
      ...(p.events === null ? [] : [`, ${counts(p.events, EVENTS)}`])
    ],
    testing: "Probando",
    read: (p) =>
      counts(p.rows, {
        one: "Probando: # fila leída",
        many: "Probando: # de filas leídas",
        other: "Probando: # filas leídas"
      }),
    tested: (p) => {
      const read = counts(p.rows, { other: "Probada con # de 50.000 filas" })
      return p.seconds === null ? read : `${read}, ${p.seconds} s`
    },
    denied: "Guardar reglas",
    saveDraft: "Guardar borrador",
    switchOff: "Desactivar",
    enable: "Activar",
    enableVersion: (p) => `Activar v${p.version}`,
    resets: (p) =>
      [
        ...(p.active === 0
          ? []
          : [
              counts(p.active, {
                one: "# en curso se reinicia y puede dispararse otra vez",
                other: "# en curso se reinician y pueden dispararse otra vez"
              })
            ]),
        ...(p.pending === 0
          ? []
          : [
              counts(p.pending, {
                one: "# en espera empieza de nuevo",
                other: "# en espera empiezan de nuevo"
              })
            ])
      ].join(", ")
  },
  copyOf: (p) => `${p.name} (copia)`,
  saved: {
    draft: (p) => `Guardada como v${p.latest}; v${p.current} sigue vigente`,
    off: "Guardada, aún sin activar",
    on: (p) => `v${p.version} está activada: ${p.name}`,
    switchedOff: (p) => `Desactivada: ${p.name}`,
    rolledBack: (p) => `v${p.version} está vigente otra vez`,
    renamed: (p) => `Nuevo nombre: ${p.name}`,
    takenBack: (p) => `Deshecho: ${p.name}`
  },
  conflict: {
    saved: <P>(p: { version: P; ago: string | null; isNow: boolean; who: P | null }) => {
      const when = p.isNow ? " ahora mismo" : p.ago === null ? "" : ` hace ${p.ago}`
      return parts<
        P | string
      >`${p.who ?? "Otro miembro"} guardó ${p.version}${when}. La suya aún no está guardada.`
    },
    see: "Ver la diferencia",
    keep: (p) => `Conservar la mía como v${p.version}`,
    take: (p) => `Usar v${p.version}`
  },
  side: {
    label: "La regla",
    shownAs: "Mostrar como",
    form: "Formulario",
    json: "JSON",
    diff: (p) => `Comparar con v${p.version}`,
    sentenceBefore: "Así era la regla antes del último error."
  },
  obstacle: {
    json: "Esto aún no es JSON válido.",
    reserved: "Se puede guardar, pero no activar: un tipo de condición que usa aún no está disponible.",
    mistakes: "Tiene errores: vea los campos marcados."
  },
  form: {
    trigger: "Disparador",
    startsWith: "Qué la inicia",
    triggers: {
      position: "Posición",
      measurement: "Medición",
      state: "Estado",
      schedule: "Horario"
    },
    every: "Cada",
    ofMetric: "De qué métrica",
    anyMetric: "cualquier métrica",
    appliesTo: "Vigila",
    covers: (p) => counts(p.count, { one: `# ${p.one}`, many: `# de ${p.many}`, other: `# ${p.many}` }),
    all: (p) => `${p.entities.endsWith("as") ? "todas las" : "todos los"} ${p.entities}`,
    types: "Tipos",
    addType: "tipo",
    groups: "Grupos",
    addGroup: "grupo",
    noAccess: "uno que usted no puede ver",
    clearNamed: (p) => counts(p.count, { other: "# por nombre, quitar" }),
    clearDevices: (p) =>
      counts(p.count, {
        one: "# dispositivo, quitar",
        many: "# de dispositivos, quitar",
        other: "# dispositivos, quitar"
      }),
    conditions: "Condiciones",
    thisHolds: "Se cumple esto",
    allHold: "Se cumple todo esto",
    addCondition: "Añadir condición",
    kinds: {
      threshold: "un valor actual",
      window: "un valor durante un tiempo",
      spatial: "una cerca o área",
      no_data: "silencio"
    },
    nested: "Sus condiciones están anidadas, con any o not.",
    editJson: "Editarlas como JSON",
    timing: "Tiempos",
    timingLine: (p) => parts`se cumple durante ${p.hold} recordar cada ${p.remind}`,
    holdFor: "Se cumple durante",
    remindAfter: "Recordar cada",
    event: "Evento",
    severity: "Gravedad",
    severities: { info: "Informativa", warning: "Advertencia", critical: "Crítica" },
    createAlert: "Crear una alerta",
    title: "Título",
    insert: (p) => `Insertar ${p.name} en el título`,
    type: "Tipo, para listas y automatizaciones",
    truth: <P>(p: { share: string | null; name: P }) =>
      p.share === null
        ? parts<P>`nunca se supo si se cumplía para ${p.name}`
        : parts<P | string>`se cumplió el ${p.share} % del tiempo para ${p.name}`
  },
  condition: {
    metric: "Métrica",
    comparison: "Comparación",
    comparisons: {
      "<": "es menor que",
      "<=": "es como máximo",
      ">": "es mayor que",
      ">=": "es como mínimo",
      "==": "es igual a",
      "!=": "es distinto de"
    },
    limit: "Límite",
    fixMetrics: { speed_kmh: "Velocidad", speed_mps: "Velocidad, m/s", altitude_m: "Altitud" },
    windowLine: (p) => parts`${p.aggregate} de ${p.metric} en ${p.span} ${p.limit} con al menos ${p.samples}`,
    aggregate: "Cálculo",
    aggregates: { max: "máximo", min: "mínimo", avg: "media", sum: "suma", count: "número" },
    over: "Durante",
    minSamples: "Mínimo de valores",
    samples: (p) => counts(p.count, { one: "valor", other: "valores" }),
    areaLine: (p) =>
      parts`${p.relation} ${p.areas} solo si está a más de ${p.buffer} de distancia, durante ${p.fixes}`,
    relation: "Relación",
    relations: { enter: "entra en", exit: "sale de", inside: "está dentro de", outside: "está fuera de" },
    whichAreas: "Qué áreas",
    anyOf: {
      any: "cualquier cerca o área",
      geofence: "cualquier cerca",
      zone: "cualquier área",
      site: "cualquier sitio",
      route: "cualquier ruta"
    },
    areas: "Áreas",
    addArea: "un área concreta",
    removedArea: "un área eliminada",
    exitBuffer: "Margen de salida",
    confirmFixes: "Posiciones para confirmar",
    fixes: (p) => counts(p.count, { one: "posición", other: "posiciones" }),
    silenceLine: (p) => parts`sin datos durante ${p.span}`,
    silence: "Silencio",
    reserved: (p) =>
      parts`${p.type} aún no está disponible: se conserva tal cual, y la regla no se puede activar con ello.`,
    remove: "Quitar esta condición"
  },
  field: {
    number: "Un número, como 3,2 o 3.2",
    unitOf: (p) => `Unidad de ${p.name}`,
    remove: (p) => `Quitar ${p.name}`,
    add: (p) => `${p.list}: ${p.what}`
  },
  json: {
    label: "La regla como JSON",
    mistakes: "Errores",
    hint: (p) =>
      parts`${p.complete} sugiere lo que cabe aquí. ${p.escape} y luego ${p.tab} salen del editor.`,
    notJson: "Aquí no hay JSON válido."
  },
  diff: {
    loading: "Cargando las versiones",
    version: "Versión con la que comparar",
    saved: (p) => `v${p.version}, ${p.day}, ${p.who ?? "autor desconocido"}, ${counts(p.events, EVENTS)}`,
    lines: (p) =>
      p.count === 0
        ? "el borrador es igual"
        : counts(p.count, { one: "# línea distinta", other: "# líneas distintas" }),
    reserved: (p) => `v${p.version} usa un tipo de condición que aún no está disponible.`,
    added: "añadida: ",
    removed: "quitada: ",
    makeDraft: (p) => `Usar v${p.version} como borrador`,
    putInForce: (p) => `Poner v${p.version} en vigor`
  }
}
