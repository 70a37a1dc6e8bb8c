// Spanish texts of what to do about an outcome, by its code.
import type { remedies as english } from "../../en/messages/remedies.ts"
import type { Like } from "../../tools.ts"

/** remedies are the texts of what to do about an outcome. */
export const remedies: Like<typeof english> = {
  intake: {
    PAYLOAD_DECODE_FAILED:
      "Compruebe el tipo de dispositivo, el puerto y el firmware de esta fuente: el mensaje no está en su formato.",
    ITEM_INVALID: "Corrija el campo indicado donde se crea el dato, y envíelo de nuevo.",
    ITEM_TOO_LARGE: "Envíe menos atributos: un dato lleva como máximo 16 KiB.",
    TIMESTAMP_INVALID:
      "Ajuste el reloj del dispositivo; la hora necesita una zona y está entre 1990 y cinco minutos después de ahora.",
    POSITION_OUT_OF_RANGE:
      "Compruebe el orden y la unidad de las coordenadas: grados, latitud de -90 a 90, longitud de -180 a 180.",
    METRIC_KEY: "El nombre de la métrica es una letra y hasta 63 letras, cifras o los caracteres . _ : -",
    METRIC_TYPE:
      "Envíe valores del tipo de la métrica, o use otra clave: el tipo lo fijó el primer valor del proyecto, o la " +
      "definición de un administrador.",
    METRIC_UNIT: "Envíe la métrica en su propia unidad, o en una que se convierta a ella.",
    METRIC_LIMIT:
      "Envíe los valores con nombres que no cambien: lo que cambia de un mensaje a otro (una hora, un número de " +
      "serie) es un valor y no un nombre. Asigne u omita campos con config.fields y config.other_fields de la " +
      "fuente. Una métrica que un administrador define para todos los proyectos (POST /metrics) no cuenta.",
    DEVICE_NOT_FOUND:
      "Cree un dispositivo para esta identidad en Dispositivos nuevos; después se procesan los mensajes guardados.",
    EVENT_WITHOUT_PROJECT:
      "Asigne el dispositivo a un proyecto para esa fecha y envíe el evento de nuevo: todo evento es de un proyecto.",
    DUPLICATE: "Nada: el mismo registro ya estaba.",
    CONFLICTING:
      "Compruebe si dos transmisores comparten esta identidad: otra posición de la misma hora está en otro lugar. " +
      "Las reglas usan la primera.",
    NULL_ISLAND:
      "Compruebe el receptor: envía latitud 0, longitud 0, que casi siempre significa que no tiene posición. La " +
      "posición se guarda, y ninguna regla ni análisis la usa; una corrección puede marcarla como válida.",
    MARKED_INVALID:
      "Nada: quien la envía marca la posición como errónea. Se guarda, y ninguna regla ni análisis la usa; una " +
      "corrección puede marcarla como válida.",
    NO_FIX:
      "Dé al receptor una vista despejada del cielo: dice que no tiene posición, o repite un lugar anterior. La " +
      "posición se guarda, y ninguna regla ni análisis la usa; una corrección puede marcarla como válida.",
    FIELD_UNKNOWN:
      "Nada, o quite el campo donde lo crea el dispositivo: está en lugar de un valor que no se conoce. El resto del " +
      "dato se guarda."
  },
  skipped: {
    STALE:
      "Nada: el evento ya era antiguo cuando llegó. Suba max_event_age_seconds si quiere recibir mensajes de " +
      "eventos así.",
    SNOOZED: "Nada: la regla estaba silenciada para este animal o dispositivo.",
    ALERT_ACKNOWLEDGED:
      "Nada: la alerta de este recordatorio ya estaba confirmada. Active remind_acknowledged en la automatización " +
      "si aun así quiere los recordatorios.",
    HISTORY:
      "Nada: el evento o su alerta trata del pasado, por su fuente o por su antigüedad. Los ajustes del proyecto " +
      "dicen hasta cuándo mira atrás (history_after_hours).",
    SUPERSEDED: "Nada: registros que llegaron después mostraron que esto no ocurrió.",
    AUTOMATION_DISABLED: "Active la automatización y envíe de nuevo, si todavía hace falta.",
    AUTOMATION_REMOVED: "Nada: la automatización ya no existe.",
    ACTION_REMOVED: "Nada: la automatización ya no tiene esa acción.",
    MAIL_NOT_SET_UP: "Ponga SMTP_URL y MAIL_FROM donde se ejecuta el rol work, reinícielo y envíe de nuevo.",
    MAIL_NOT_ALLOWED:
      "Añada el destinatario a MAIL_ALLOW_LIST, o ponga PUGMARK_ENV=production, y envíe de nuevo.",
    TELEGRAM_NOT_SET_UP:
      "Ponga TELEGRAM_BOT_TOKEN donde se ejecuta el rol work, reinícielo y envíe de nuevo.",
    CHAT_NOT_LINKED:
      "El usuario pide un código con POST /auth/me/telegram y envía /start CÓDIGO al bot; después envíe de nuevo."
  },
  failed: {
    ADDRESS_FORBIDDEN:
      "Use una dirección pública. Los destinos de la red propia necesitan el ajuste WEBHOOK_ALLOW_PRIVATE=true.",
    UNREACHABLE:
      "Compruebe que el destino funciona y que su nombre y su puerto son correctos, y envíe de nuevo.",
    TIMED_OUT: "Haga que el destino responda enseguida y trabaje después, y envíe de nuevo.",
    RECEIVER_REFUSED: "Busque este webhook-id en el registro del destino, y envíe de nuevo.",
    RECEIVER_GONE: "El destino respondió 410, para siempre: corrija o elimine la acción.",
    MAIL_REFUSED:
      "Compruebe la dirección del destinatario, y lo que dice el servidor de correo sobre MAIL_FROM.",
    CHAT_REFUSED:
      "El bot fue bloqueado o quitado del chat: el usuario lo desbloquea o vincula el chat otra vez; después envíe " +
      "de nuevo.",
    INTERRUPTED: "El proceso terminó durante el intento; mire su registro, y envíe de nuevo.",
    PROGRAM_DEFECT:
      "Un defecto de Pugmark, no del destino: está en el registro del rol work con el id del envío. Comuníquelo, " +
      "actualice, y envíe de nuevo."
  }
}
