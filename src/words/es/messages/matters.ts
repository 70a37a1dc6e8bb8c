// Spanish texts of what needs a person in a project.
import type { matters as english } from "../../en/messages/matters.ts"
import { countsIn, type Like } from "../../tools.ts"

const counts = countsIn("es")

type Matter = Parameters<(typeof english)["RULE_FAILING"]["detail"]>[0]

const times = (count: number) => counts(count, { one: "una vez", many: "# de veces", other: "# veces" })

const hours = (value: number): string =>
  value < 2
    ? counts(Math.round(value * 60), { one: "# minuto", other: "# minutos" })
    : counts(Math.round(value * 10) / 10, { one: "# hora", other: "# horas" })

const positions = (count: number) =>
  counts(count, { one: "# posición", many: "# de posiciones", other: "# posiciones" })

const NO_REASON = "no se guardó el motivo"

const clock = (p: Matter): string =>
  p.said === undefined
    ? `Se rechazaron registros de ${p.name} por su hora, ${times(p.count)}.`
    : `El reloj de ${p.name} estaba mal, ${times(p.count)}; su último registro: ${p.said}.`

const refused = (p: Matter): string => `${p.name} envió datos que no se pudieron leer, ${times(p.count)}.`

const undelivered = (p: Matter): string =>
  `Los mensajes de ${p.name} no llegaron, ${times(p.count)}; último error: ${p.said ?? "no se guardó"}`

const failedJob = (p: Matter): string => `Una tarea de ${p.name} falló: ${p.said ?? NO_REASON}`

const storm = (p: Matter): string => {
  const state = p.said === undefined ? "" : ` (ahora ${p.said})`
  const cause =
    p.isRule === 1
      ? `La regla ${p.name}${state} produce la mayoría de los eventos de una avalancha`
      : `${p.name} pide más tiempo de reglas del que le corresponde, y ninguna regla sola produce la mayoría`
  const rows = counts(p.count, {
    one: "# fila espera",
    many: "# de filas esperan",
    other: "# filas esperan"
  })
  return `${cause}: el proyecto se evalúa aparte, y ${rows}.`
}

/** matters are the texts of what needs a person, by its code. */
export const matters: Like<typeof english> = {
  RULE_FAILING: {
    detail: (p) => `La regla ${p.name} no se puede evaluar: ${p.said ?? NO_REASON}`,
    was: (p) => `La regla ${p.name} no se podía evaluar: ${p.said ?? NO_REASON}`,
    remedy:
      "Lea la última traza fallida de la regla y corrija la regla o los datos que nombra. Después continúa por sí " +
      "sola y el error desaparece."
  },
  DEVICE_SILENT: {
    detail: (p) =>
      p.said === "never"
        ? `${p.name} no ha transmitido nunca desde que se asignó.`
        : `${p.name} no transmite desde hace más de ${hours(p.silentHours)}.`,
    was: (p) =>
      p.said === "never"
        ? `${p.name} no había transmitido nunca desde que se asignó.`
        : `${p.name} llevaba más de ${hours(p.silentHours)} sin transmitir.`,
    remedy:
      "Busque su identificador externo en el tráfico de la fuente de datos: si no aparece, revise batería, " +
      "cobertura y " +
      "SIM o pasarela; si se rechaza, la traza dice por qué. Marque como inactivo o retirado un dispositivo que " +
      "ya no " +
      "se usa."
  },
  UNKNOWN_IDENTITIES: {
    detail: (p) =>
      counts(p.count, {
        one: `# dispositivo transmite a través de ${p.name} y no está registrado.`,
        many: `# de dispositivos transmiten a través de ${p.name} y no están registrados.`,
        other: `# dispositivos transmiten a través de ${p.name} y no están registrados.`
      }),
    was: (p) =>
      counts(p.count, {
        one: `# dispositivo que transmitió a través de ${p.name} no estaba registrado.`,
        many: `# de dispositivos que transmitieron a través de ${p.name} no estaban registrados.`,
        other: `# dispositivos que transmitieron a través de ${p.name} no estaban registrados.`
      }),
    remedy: "Cree dispositivos para ellos (así se procesa lo que ya enviaron) o ignórelos."
  },
  METRIC_UNDEFINED: {
    detail: (p) => `La métrica ${p.name} llegó y se guarda, pero aún no está definida.`,
    was: (p) => `La métrica ${p.name} no estaba definida.`,
    remedy: "Dele un nombre, una unidad y una categoría."
  },
  METRIC_LIMIT: {
    detail: (p) =>
      `No se guardaron valores de métricas nuevas de ${p.name}, ${times(p.count)}; la última vez: ` +
      (p.said ?? NO_REASON),
    was: (p) => `No se guardaron valores de métricas nuevas de ${p.name}, ${times(p.count)}.`,
    remedy:
      "Envíe los valores con nombres que no cambien: lo que cambia de un mensaje a otro (una hora, un número de " +
      "serie) " +
      "es un valor y no un nombre. En la fuente de datos se elige qué campos son valores. Una métrica que un " +
      "administrador del servidor define para todos los proyectos no cuenta."
  },
  CLOCK_WRONG: {
    detail: clock,
    was: clock,
    remedy:
      "Ponga en hora el reloj del dispositivo, o haga que espere la hora GNSS antes de registrar; uno con 19,6 " +
      "años de " +
      "retraso cuenta mal las semanas GNSS y necesita un firmware nuevo. Los datos rechazados están en sus trazas."
  },
  POSITIONS_WITHOUT_FIX: {
    detail: (p) =>
      `${p.name} envió ${positions(p.count)} sin señal en ${hours(p.recentHours)}: en latitud 0 y longitud 0, ` +
      "sin satélites o repetidas. Se guardan, pero no se usan.",
    was: (p) => `${p.name} envió ${positions(p.count)} sin señal; se guardaron, pero no se usaron.`,
    remedy:
      "Busque NULL_ISLAND y NO_FIX en el tráfico de la fuente de datos: dé a esos dispositivos vista libre del " +
      "cielo, o " +
      "haga que no envíen posición mientras no la tengan. Recupere con una corrección una posición que era buena."
  },
  PAYLOADS_REFUSED: {
    detail: refused,
    was: refused,
    remedy:
      "Mire los datos en el tráfico de la fuente: compruebe el adaptador, el tipo de dispositivo, su puerto y su " +
      "firmware."
  },
  SOURCE_DISCONNECTED: {
    detail: (p) =>
      `${p.name} no está conectada: ${p.said ?? `${NO_REASON}.`} Mientras tanto, los dispositivos que ` +
      "transmiten solo por ella no cuentan como dispositivos sin señal.",
    was: (p) => `${p.name} no estaba conectada: ${p.said ?? `${NO_REASON}.`}`,
    remedy:
      "Pruebe la fuente de datos: la prueba dice qué falla. La conexión se reintenta sola; lo que guarda el " +
      "bróker no se " +
      "pierde."
  },
  JOB_STUCK: {
    detail: (p) =>
      `Una tarea (${p.said ?? "de tipo desconocido"}) de ${p.name} no avanza desde hace ${hours(p.stuckMinutes / 60)}.`,
    was: (p) =>
      `Una tarea (${p.said ?? "de tipo desconocido"}) de ${p.name} llevaba ${hours(p.stuckMinutes / 60)} sin avanzar.`,
    remedy:
      "Compruebe que hay un proceso de trabajo activo: continúa la tarea donde se quedó. Quien opera el servicio " +
      "inicia " +
      "uno con: node src/main.ts work."
  },
  JOB_FAILED: {
    detail: failedJob,
    was: failedJob,
    remedy:
      "Lea su traza, elimine la causa y pida la tarea otra vez: lo hecho se conserva y no se hace nada dos veces."
  },
  DELIVERIES_FAILED: {
    detail: undelivered,
    was: undelivered,
    remedy: "Corrija la dirección, el secreto o los ajustes que nombra el error y envíelos de nuevo."
  },
  RULES_OVER_LIMIT: {
    detail: (p) =>
      `${p.name} tiene ${p.count} reglas; se permiten ${p.most}. Todas siguen funcionando, pero no se puede ` +
      "crear otra.",
    was: (p) => `${p.name} tenía ${p.count} reglas; se permiten ${p.most}.`,
    remedy:
      "Archive las reglas que ya no hacen falta; a menudo una regla con varios animales o áreas sustituye a muchas."
  },
  RULE_SET_UNUSABLE: {
    detail: (p) =>
      `No se evalúa ninguna regla de ${p.name}: sus reglas y áreas no se pueden cargar. ${p.said ?? ""}`.trimEnd(),
    was: (p) => `Las reglas y áreas de ${p.name} no se cargaron, y no se evaluó ninguna regla.`,
    remedy:
      "Cambie o elimine el área o la regla que nombra el motivo: las reglas se cargan de nuevo en un segundo. " +
      "Mientras " +
      "tanto los registros esperan y no se pierde ninguno: se evalúan en cuanto se puedan cargar las reglas. Los " +
      "demás " +
      "proyectos no se ven afectados."
  },
  RULE_STORM: {
    detail: storm,
    was: (p) =>
      `${p.isRule === 1 ? `La regla ${p.name}` : p.name} pidió más tiempo de reglas del que corresponde al proyecto.`,
    remedy:
      "Una avalancha es trabajo que supera la parte del proyecto en un turno, casi siempre una regla que se " +
      "dispara con " +
      "casi todos los registros. Los registros se evalúan en orden y no se pierde ninguno, pero los eventos llegan " +
      "tarde; los demás proyectos no se ven afectados. Desactive o archive la regla: tiene efecto de inmediato, " +
      "también para lo que espera. O haga que se dispare menos: que la condición dure más, que recuerde con menos " +
      "frecuencia, o un límite que se cruce menos. La línea desaparece cuando el proyecto se pone al día; si espera " +
      "demasiado, los registros nuevos del proyecto se aceptan solo entonces."
  }
}
