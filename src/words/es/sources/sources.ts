// Spanish words of the list of sources.
import type { sources as english } from "../../en/sources/sources.ts"
import { countsIn, type Like, parts } from "../../tools.ts"

const counts = countsIn("es")

/**
 * sources are the words of the list of sources, and of what its pages share with the one that connects a
 * source.
 */
export const sources: Like<typeof english> = {
  title: "Fuentes",
  list: "Fuentes de datos",
  what: "las fuentes",
  connect: "Conectar una fuente",
  aNew: "Una fuente nueva",
  changing: "Cambiar fuentes",
  empty: {
    title: "Todavía no llega nada.",
    hint: "Los dispositivos, las aplicaciones y los servidores envían sus datos a través de una fuente."
  },
  healths: { ok: "bien", failing: "con fallos", quiet: "en silencio", never: "nada aún", off: "cerrada" },
  senders: {
    owntracks: "OwnTracks",
    osmand: "OsmAnd",
    traccar_client: "Traccar Client",
    overland: "Overland",
    traccar: "Servidor Traccar",
    chirpstack: "ChirpStack",
    tts: "The Things Stack",
    rockblock: "RockBLOCK",
    http: "HTTP",
    websocket: "Websocket",
    meshtastic: "Meshtastic",
    mqtt: "MQTT",
    websocket_server: "Servidor websocket"
  },
  actions: {
    setUp: "Configurar",
    edit: "Editar",
    test: "Probar",
    newToken: "Token nuevo",
    open: "Abrir",
    close: "Cerrar",
    remove: "Eliminar",
    more: (p) => `Más sobre ${p.name}`,
    openTrace: "Abrir la traza"
  },
  opened: (p) => `${p.name} está abierta.`,
  closed: (p) => `${p.name} está cerrada: no acepta datos.`,
  figures: {
    lastRecord: "Último registro",
    none: "ninguno",
    items: "Envíos en 24 h",
    notPermitted: "sin permiso",
    devices: "Dispositivos"
  },
  previousToken: (p) => `El token anterior vale hasta el ${p.until}.`,
  connection: (p) => {
    const verb = p.isConnected ? "Conectada a" : "Se conecta a"
    const secret = p.hasSecret ? ", con una clave que no se muestra" : ""
    return parts<typeof p.address | string>`${verb} ${p.address}${secret}`
  },
  devicesConnectTo: (p) => parts`Los dispositivos se conectan a ${p.address}`,
  sendersGoTo: (p) => parts`Los emisores envían a ${p.address}`,
  sendersAndWebsocketsGoTo: (p) =>
    parts`Los emisores envían a ${p.address}, y las conexiones WebSocket van a ${p.websocket}`,
  test: {
    label: "Resultado de la prueba",
    testing: "Probando",
    summary: (p) =>
      p.isOk
        ? `${p.isOutward ? "Conectada" : "Sin problemas"}, ${p.time}`
        : `${p.isOutward ? "Sin conexión" : "Con un problema"}, ${p.time}`,
    refused: (p) => `${p.why} (${p.time})`,
    checks: {
      door: "La dirección",
      broker: "El bróker",
      topics: "Sus temas",
      queue: "Su cola",
      websocket: "El servidor websocket",
      network_server: "El servidor de red"
    }
  },
  unexplained: "No se conoce la causa. Una prueba puede aclararla.",
  edit: {
    title: (p) => parts`Editar ${p.name}`,
    name: "Nombre",
    address: "Dirección",
    password: "Contraseña",
    secret: "La clave",
    kept: "Vacío: queda como está. Una dirección nueva la necesita otra vez.",
    save: "Probar y guardar",
    saveAnyway: "Guardar de todos modos"
  },
  removal: {
    title: (p) => parts`¿Eliminar ${p.name}?`,
    deleted:
      "Su dirección y su token dejan de funcionar. Se borran su configuración y los envíos de sus dispositivos " +
      "desconocidos. Esto no se puede deshacer.",
    stays:
      "Lo que enviaron los dispositivos conocidos se conserva: recorridos, mediciones, eventos y alertas.",
    devices: (p) =>
      counts(p.count, {
        one: "# dispositivo envía por ella: quítele antes su número aquí, o cierre la fuente.",
        many: "# de dispositivos envían por ella: quíteles antes su número aquí, o cierre la fuente.",
        other: "# dispositivos envían por ella: quíteles antes su número aquí, o cierre la fuente."
      }),
    confirm: "Eliminar para siempre",
    done: (p) => `Se eliminó ${p.name}.`
  },
  token: {
    senders: (p) =>
      parts`Los emisores envían a ${p.address} con ${p.header}, o como lo pida su aplicación: ${p.howTo}.`,
    howTo: "cómo configurarlo",
    connections: (p) => [
      ...parts`Un dispositivo que mantiene una conexión abre ${p.address} y envía el token en la cabecera `,
      ...parts`${p.header}, en los subprotocolos ${p.subprotocols}, o en el primer mensaje, ${p.frame}.`
    ],
    previous: "El token anterior vale 24 h más. Cambie los emisores uno por uno."
  },
  mapping: {
    title: "Dónde están los valores en un mensaje",
    fields: { device: "Dispositivo", time: "Hora", lat: "Latitud", lon: "Longitud" },
    others: "Otros valores, uno por línea"
  },
  secretHint: "Se guarda aparte y no se vuelve a mostrar. Vacío: ninguna.",
  userName: "Nombre de usuario",
  websocket: {
    address: "Su dirección",
    signIn: "Cómo se identifica Pugmark",
    ways: {
      bearer: "Authorization: Bearer …",
      basic: "un nombre de usuario, con la clave como contraseña",
      header: "otra cabecera"
    },
    header: "La cabecera",
    secret: "La clave",
    more: "Más sobre sus mensajes",
    subprotocol: "Subprotocolo",
    items: "Los envíos están en",
    itemsHint: "Vacío: cada mensaje es un envío.",
    hello: "Primer mensaje al servidor",
    helloHint: "{last}: el mensaje más nuevo que se guardó. {password}: la clave.",
    messageId: "Ruta del identificador del mensaje",
    reply: "Respuesta cuando está guardado"
  }
}
