// Spanish words of the kinds of senders. Names in a sender's own user interface stay as they are there.
import type { senders as english } from "../../en/sources/senders.ts"
import type { Like } from "../../tools.ts"

const CLOSED_REMEDY = "Esta fuente está cerrada: ábrala en la página de las fuentes."
const closed = { says: "Dice 403", remedy: CLOSED_REMEDY }

/** senders are the words of the kinds of senders. */
export const senders: Like<typeof english> = {
  about: {
    owntracks: "una aplicación para teléfonos, por dirección o por bróker",
    osmand: "la aplicación de mapas, por seguimiento en línea",
    traccar_client: "una aplicación para teléfonos que solo necesita una dirección",
    overland: "una aplicación para teléfonos que envía en lotes",
    traccar: "reenvía lo que mandan sus rastreadores",
    chirpstack: "LoRaWAN; por su integración HTTP o su bróker",
    tts: "LoRaWAN; por un webhook",
    rockblock: "módems Iridium, por una dirección que contiene el token",
    http: "todo lo que puede enviar JSON",
    websocket: "dispositivos que mantienen una conexión con Pugmark",
    meshtastic: "radios sin red, por el bróker de una pasarela",
    mqtt: "todo lo que publica en un bróker",
    websocket_server: "un servidor con el que Pugmark mantiene una conexión"
  },
  sourceNames: {
    owntracks: "Teléfonos con OwnTracks",
    osmand: "Teléfonos con OsmAnd",
    traccar_client: "Teléfonos con Traccar Client",
    overland: "Teléfonos con Overland",
    traccar: "Servidor Traccar",
    chirpstack: "ChirpStack",
    tts: "The Things Stack",
    rockblock: "RockBLOCK",
    http: "HTTP",
    websocket: "Dispositivos por websocket",
    meshtastic: "Meshtastic",
    mqtt: "Bróker MQTT",
    websocket_server: "Servidor websocket"
  },
  on: "activado",
  address: "Dirección",
  settings: {
    owntracks: {
      title: "En el teléfono",
      beside: "OwnTracks 2.4 o posterior",
      lead: "Instale OwnTracks y escanee: el código rellena todos los campos. Cada persona tiene uno con su nombre.",
      code: (p) => `Código que configura OwnTracks para ${p.name}`,
      scan: "Escanéelo con la cámara y ábralo en OwnTracks"
    },
    osmand: {
      title: "En el teléfono",
      beside: "OsmAnd: Plugins, Trip recording, Online tracking",
      lead: "Active el plugin Trip recording, escanee el código con la cámara y copie su texto en Web address.",
      interval: "30 segundos",
      code: (p) => `Dirección web de OsmAnd para ${p.name}`,
      scan: "Escanéelo con la cámara y copie el texto: no lo abra"
    },
    traccar_client: {
      title: "En el teléfono",
      beside: "Traccar Client 9 o posterior",
      lead: "Instale Traccar Client y escanee el código en sus ajustes: rellena el identificador y la dirección.",
      code: (p) => `Código que configura Traccar Client para ${p.name}`,
      scan: "Escanéelo en Traccar Client: Settings, el código de arriba"
    },
    overland: {
      title: "En el teléfono",
      beside: "Overland: Settings",
      lead: "Instale Overland y escanee el código: rellena el receptor, el token y el nombre del teléfono.",
      code: (p) => `Código que configura Overland para ${p.name}`,
      scan: "Escanéelo con la cámara y ábralo en Overland"
    },
    traccar: {
      title: "En el servidor Traccar",
      lead: "Ponga estas líneas dentro de <properties> y reinicie Traccar: reenvía cada posición que recibe."
    },
    chirpstack: {
      title: "En ChirpStack",
      beside: "su aplicación, Integrations, HTTP",
      lead: "Añada la integración HTTP de la aplicación y rellene estos cuatro campos."
    },
    tts: {
      title: "En The Things Stack",
      beside: "su aplicación, Webhooks, Add webhook, Custom webhook",
      lead: "Añada un webhook propio (Custom webhook) y deje vacía la ruta de cada tipo de mensaje."
    },
    rockblock: {
      title: "En la cuenta de Rock 7, o en Cloudloop",
      beside: "Delivery groups, Add delivery address; o Destinations, HTTP webhook",
      lead:
        "Añada una dirección del tipo HTTP POST. Las posiciones son las de la red de satélites, con una precisión " +
        "de unos pocos kilómetros.",
      format: "Formato"
    },
    http: {
      title: "En el programa que envía",
      beside: "un envío, una lista, o uno por línea (NDJSON)",
      lead:
        "Haga que envíe JSON con POST a la dirección. Los campos pueden tener otros nombres: la guía dice " +
        "cómo.",
      method: "Método",
      headerKey: "Cabecera: nombre",
      headerValue: "Cabecera: valor",
      addressAlone: "O solo la dirección, con el token"
    },
    websocket: {
      title: "En el dispositivo",
      beside: "una conexión que queda abierta; cada mensaje, un envío",
      lead:
        "Haga que abra la conexión y mande cada envío como un mensaje JSON; la respuesta dice cuándo está " +
        "guardado.",
      headerKey: "Cabecera: nombre",
      headerValue: "Cabecera: valor",
      firstFrame: "O el primer mensaje"
    }
  },
  troubles: {
    owntracks: {
      unauthorized: {
        says: "«HTTP response 401» (iPhone), 401 en Status (Android)",
        remedy: "La contraseña no es el token completo: cópiela otra vez, sin espacios."
      },
      silent: {
        says: "No dice nada",
        remedy: "Su modo sigue siendo MQTT: elija HTTP y pulse la flecha de enviar."
      },
      noPosition: {
        says: "Envía, y aquí no hay nada",
        remedy: "Aún no tiene posición: salga al aire libre y permita la ubicación siempre."
      },
      twoLetters: {
        says: "Aquí su nombre son dos letras",
        remedy: "Este OwnTracks es anterior a 2.4: su nombre es el tracker ID."
      },
      code: { says: "No acepta el código", remedy: "Actualice OwnTracks, o rellene los campos a mano." },
      closed
    },
    osmand: {
      silent: {
        says: "OsmAnd nunca avisa de que el envío falló",
        remedy: "Pruebe la dirección: copie un registro como curl, más abajo."
      },
      nothing: {
        says: "No llega nada",
        remedy: "Online tracking está desactivado, o la grabación del viaje no está en marcha."
      },
      placeholders: {
        says: "Llegan envíos con {0} como latitud",
        remedy: "La dirección se abrió en un navegador: péguela en Web address."
      },
      closed
    },
    traccar_client: {
      unauthorized: {
        says: "Su estado dice 401",
        remedy: "Server URL no tiene el token completo: cópiela otra vez, sin espacios."
      },
      notFound: {
        says: "Su estado dice 404",
        remedy: "Server URL está cortada: termina con el token, sin barra."
      },
      silent: {
        says: "Su estado queda vacío",
        remedy: "Active Continuous tracking y permita la ubicación siempre."
      },
      closed
    },
    overland: {
      queue: {
        says: "Su cola crece",
        remedy:
          "Last Sent no cambia: el token no está completo, o la dirección no lleva a nada. Escanee otra vez."
      },
      device: {
        says: "Los envíos se rechazan por su dispositivo",
        remedy: "Ponga un Device ID al teléfono en sus ajustes."
      },
      nothing: { says: "No envía nada", remedy: "Active Tracking y permita la ubicación siempre." },
      closed
    },
    traccar: {
      failed: {
        says: "Su registro dice «Position forwarding failed»",
        remedy: "La dirección o la cabecera es incorrecta, o Traccar no puede llegar a ella."
      },
      silent: {
        says: "Su registro no dice nada",
        remedy: "Las líneas están fuera de <properties>, o Traccar no se reinició."
      },
      some: {
        says: "Solo llegan algunos rastreadores",
        remedy: "Un rastreador que nunca tuvo posición no se reenvía."
      },
      closed
    },
    chirpstack: {
      unauthorized: {
        says: "Su registro dice «401 Unauthorized for url»",
        remedy: "El valor de la cabecera no es «Bearer» y el token."
      },
      noPositions: {
        says: "Llegan eventos, sin posiciones",
        remedy: "El perfil del dispositivo no tiene códec: elija uno y envíe otra vez."
      },
      nothing: {
        says: "No llega nada",
        remedy: "Payload encoding es Protobuf: elija JSON. O el dispositivo no se ha unido a la red."
      },
      closed
    },
    tts: {
      failing: {
        says: "El webhook dice «Requests failing»",
        remedy: "Ábralo: 401 es un valor de cabecera incorrecto, 404 una Base URL incorrecta."
      },
      pending: {
        says: "El webhook sigue en «Pending»",
        remedy: "No ha llegado ningún mensaje desde entonces: pulse un botón del dispositivo, o espere."
      },
      noPositions: {
        says: "Llegan mensajes, sin posiciones",
        remedy: "Elija un payload formatter para el dispositivo."
      },
      closed
    },
    rockblock: {
      unauthorized: {
        says: "Su registro dice «401»",
        remedy: "La dirección está cortada: termina con el token."
      },
      format: {
        says: "Su registro dice «415»",
        remedy: "El formato es incorrecto: elija HTTP POST con parámetros de formulario."
      },
      late: {
        says: "Los mensajes llegan tarde",
        remedy: "El módem no veía el cielo: vuelve a enviar por sí mismo."
      },
      closed
    },
    http: {
      unauthorized: {
        says: "401 UNAUTHORIZED",
        remedy: "Falta la cabecera, o no es «Bearer» y el token."
      },
      type: { says: "415", remedy: "Envíe Content-Type: application/json." },
      rejected: {
        says: "202, y «rejected» en la respuesta",
        remedy: "La respuesta dice qué campo y por qué; también se muestra en esta página."
      },
      closed
    },
    websocket: {
      unauthorized: {
        says: "La conexión se cierra con 4401",
        remedy: "El token es incorrecto, o no llegó en 10 segundos."
      },
      upgrade: {
        says: "426 en lugar de una conexión",
        remedy: "Un proxy intermedio no deja pasar la cabecera Upgrade."
      },
      error: { says: "Una respuesta con «error»", remedy: "Dice qué campo es incorrecto." },
      closed: { says: "La conexión se cierra con 4403", remedy: CLOSED_REMEDY }
    },
    meshtastic: {
      json: {
        says: "Conectado, y no llega nada",
        remedy: "Active JSON Output Enabled en los ajustes MQTT de la pasarela."
      },
      uplink: {
        says: "Sigue sin llegar nada",
        remedy: "Uplink está desactivado en el canal, o el chip de la radio no admite JSON (nRF52)."
      },
      noPositions: {
        says: "Llegan nodos, sin posiciones",
        remedy: "Comparta las posiciones en ese canal: su precisión no debe estar desactivada."
      }
    },
    mqtt: {
      refused: {
        says: "La prueba dice que un tema se rechaza",
        remedy: "El bróker no deja que este usuario lo lea: cambie su lista de acceso."
      },
      topics: {
        says: "Conectado, y no llega nada",
        remedy: "Los temas no coinciden con lo que se publica: + es un nivel, # todos los que siguen."
      },
      noDevice: {
        says: "Los envíos no tienen dispositivo",
        remedy: "El primer + de un tema es el dispositivo; o indique el campo que lo contiene."
      }
    },
    websocket_server: {
      subscription: {
        says: "Conectado, y no llega nada",
        remedy: "El servidor espera una suscripción: rellene el primer mensaje al servidor."
      },
      noReports: {
        says: "Llegan mensajes, pero sin datos",
        remedy: "Indique en qué parte del mensaje están los datos y sus valores."
      }
    }
  }
}
