// Spanish words of the page that connects a source.
import type { connect as english } from "../../en/sources/connect.ts"
import { countsIn, type Like, parts } from "../../tools.ts"

const counts = countsIn("es")

/** connect are the words of the page that connects a source. */
export const connect: Like<typeof english> = {
  connecting: "Conectar una fuente",
  theSource: "la fuente",
  steps: { label: "Pasos", sender: "Emisor", settings: "Configuración", first: "Primer registro" },
  heard: "recibe",
  senders: {
    title: "Emisor",
    count: (p) => counts(p.count, { one: "# tipo", many: "# de tipos", other: "# tipos" }),
    none: (p) =>
      parts`¿Ninguno de estos? Todo lo que puede ${p.post} usa HTTP, con sus propios campos. ${p.guide}`,
    guide: "La guía",
    byAdmin: "Solo un administrador del servidor puede conectar brókeres y servidores websocket."
  },
  lead: {
    title: (p) => `Conectar ${p.sender}`,
    about: "Los datos llegan a través de una fuente. Se conecta en un minuto."
  },
  form: {
    outward: "Pugmark se conecta, y vuelve a hacerlo cada vez que se corta la conexión.",
    addressNext: "A continuación recibe su dirección y su token.",
    submitOutward: "Conectar",
    submit: "Crear la fuente",
    name: "Nombre de la fuente",
    person: "De quién es el teléfono",
    personExample: "Juan Pérez",
    personHint: "Puede añadir a otras personas en el paso siguiente: cada una tiene un código."
  },
  broker: {
    address: "Dirección del bróker",
    password: "Contraseña",
    published: "Los mensajes son",
    ownJson: "JSON propio",
    topics: "Temas, uno por línea",
    topicsHint: "+ es un nivel cualquiera, # todos los que siguen. El primer + es el dispositivo.",
    more: "Más sobre este bróker",
    deviceTopic: "El dispositivo está en el tema",
    deviceTopicHint: "Vacío: lo que hay en lugar del primer +.",
    clientId: "ID de cliente",
    clientIdHint: "Vacío: pugmark y el identificador de la fuente.",
    statusTopic: "Tema de estado",
    ca: "Certificado de su autoridad (PEM)",
    caHint: "Solo si esta máquina no la conoce."
  },
  settings: {
    titleOutward: (p) => `Pugmark escucha a ${p.source}`,
    title: (p) => `Configure ${p.sender} para que envíe a Pugmark`,
    titlePhone: (p) => `Configure el teléfono de ${p.person} para que envíe a Pugmark`,
    copy: "Copiar",
    copyField: (p) => `Copiar ${p.field}`,
    fieldCopied: (p) => `${p.field} está en el portapapeles.`,
    lines: "Líneas para copiar",
    copyLines: "Copiar las líneas",
    linesCopied: "Las líneas están en el portapapeles."
  },
  token: {
    lost: "El token se mostró al crear la fuente",
    lostHint:
      "No se puede mostrar otra vez. Un token nuevo se pone en la configuración de abajo; el anterior vale 24 h más.",
    once: "El token se muestra solo esta vez.",
    inCode: "El código también lo contiene: no lo muestre a otras personas.",
    renewable: "Puede crear uno nuevo en cualquier momento; el anterior vale entonces 24 h más.",
    previous: (p) => `El anterior vale hasta el ${p.until}.`,
    renew: "Token nuevo",
    kept: "Ya lo he guardado"
  },
  people: {
    title: "¿De quién es el teléfono?",
    label: "De quién es el teléfono",
    add: "Añadir",
    another: "+ nombre"
  },
  reach: {
    label: "Dirección de este servidor",
    use: (p) => parts`Usar ${p.choice}`,
    address: "Dirección que usan los emisores",
    listensLocally: (p) => [
      ...parts`Solo escucha a esta máquina. Inícielo con ${p.host} para su propia red, `,
      ...parts`o detrás de un proxy con https y ${p.publicUrl}.`
    ],
    askAdmin: "Un administrador del servidor ve aquí las direcciones de esta máquina.",
    loopback: {
      phone: (p) => `Un teléfono no puede llegar a ${p.host}.`,
      machine: (p) => `Otra máquina no puede llegar a ${p.host}.`,
      servers: (p) => `${p.servers} no pueden llegar a ${p.host}.`,
      needs:
        "Es esta misma máquina. Los emisores necesitan una dirección en su propia red, o una en internet con https.",
      serversNeed: "Es esta misma máquina. Necesitan una dirección en internet, con https."
    },
    servers: { tts: "Los servidores de The Things Stack", rockblock: "Los servidores de RockBLOCK" },
    plain: {
      title: "Sin https, el token se envía sin cifrar.",
      enough: "Basta para probarlo en una red propia.",
      enoughPhone: "Basta para probarlo en una red propia; los iPhone pueden rechazarlo.",
      servers: (p) => `${p.servers} solo llegan a direcciones en internet, no a las de una red propia.`
    }
  },
  outward: {
    websocket: "El servidor websocket",
    broker: "El bróker",
    testAgain: "Probar otra vez",
    testing: "Probando…",
    notTried: "Ningún proceso ha intentado conectarse todavía.",
    connected: (p) => {
      const forms = { one: "# mensaje", many: "# de mensajes", other: "# mensajes" }
      return `Conectada. Hasta ahora, ${counts(p.messages, forms)}.`
    },
    connecting: "Conectando…"
  },
  topics: (p) => parts`temas ${p.topics}`,
  ownBroker: {
    title: "O a través de su propio bróker",
    beside: "si los dispositivos ya usan uno",
    use: "Usar un bróker",
    byAdmin: "lo conecta un administrador del servidor"
  },
  nothing: {
    title: "Si no llega nada",
    unsure: "No está claro dónde está el fallo",
    copyCurl: "Copiar un registro como curl",
    curlCopied: "Hay un registro en el portapapeles, como comando.",
    curl: (p) => parts`${p.copy}: si llega, el fallo está en el emisor. Su posición es 0,5°, 0,5°, en el mar.`
  },
  first: {
    label: "Primer registro",
    arrived: "Ha llegado el primer registro",
    at: (p) => (p.delay === null ? `${p.at}.` : `${p.at}: ${p.delay} después de medirse.`),
    listening: "Esperando el primer registro",
    nothingYet: (p) =>
      `Esta página mira cada pocos segundos. No ha llegado nada desde que se creó la fuente, el ${p.at}.`,
    refused: "Registro rechazado",
    lastRefused: "El último registro se rechazó",
    openTrace: "Abrir la traza",
    belongsTo: (p) => `Pertenece a ${p.name}.`,
    place: "Dónde estaba el registro",
    ago: (p) => {
      type Part = typeof p.age | string
      return p.accuracy === null ? parts<Part>`hace ${p.age}` : parts<Part>`hace ${p.age}, ${p.accuracy}`
    }
  },
  register: {
    naming: (p) => `Dar nombre a ${p.id}`,
    label: (p) => `Registrar ${p.id}`,
    unknown: (p) => parts`${p.id} es un dispositivo nuevo.`,
    kept: (p) =>
      counts(p.count, {
        one: "Su envío se guarda hasta que tenga nombre.",
        many: "Sus # de envíos se guardan hasta que tenga nombre.",
        other: "Sus # envíos se guardan hasta que tenga nombre."
      }),
    name: "Nombre",
    type: "Tipo",
    deviceOnly: (p) => `un dispositivo sin ${p.entity}`,
    aNew: (p) => `Crear: ${p.entity}`,
    failed: (p) => `${p.why} No se creó nada.`,
    ignore: "Ignorar",
    more: "Más opciones…",
    submit: (p) => parts`Crear ${p.name}`,
    done: (p) => parts`Se registró ${p.name}. Sus envíos hasta ahora aparecen en un momento.`,
    openDevice: "Abrir el dispositivo",
    seeMap: "Ver el mapa"
  }
}
