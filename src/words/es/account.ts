// Spanish words of the account page.
import type { account as english } from "../en/account.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")

/** account are the words of the account page. */
export const account: Like<typeof english> = {
  title: "Su cuenta",
  back: "Volver al proyecto",
  deletedProject: "un proyecto que ya no existe",
  ended: (p) => counts(p.count, { one: "# ya no sirve.", many: "# ya no sirven.", other: "# ya no sirven." }),
  scopes: {
    everything: "todo",
    nothing: "nada",
    andMore: (p) => `${p.first} +${p.more}`
  },
  profile: {
    title: "Usted",
    name: "Nombre",
    nameHint: "Aparece junto a lo que usted hace. Solo ven su correo quienes administran los miembros.",
    phone: "Teléfono",
    share: "Los miembros de mis proyectos pueden ver el número y llamarme",
    shareHint: "Junto a una alerta aparece Llamar. De lo contrario, el número no se muestra.",
    saved: "Guardado."
  },
  console: {
    title: "La consola",
    about: "como usted la ve, dondequiera que inicie sesión",
    look: "Aspecto",
    sound: "Un sonido para cada alerta nueva",
    soundHint: "Como máximo uno cada 15 segundos, mientras haya una página de la consola abierta.",
    singleKeys: "Las letras sueltas son órdenes",
    singleKeysHint:
      "E confirma, ? muestra las demás. Desactívelo si dicta o usa herramientas que escriben letras."
  },
  chat: {
    title: "Telegram",
    about: "adonde le escriben las automatizaciones que le nombran",
    what: "el chat",
    send: (p) => parts`Envíe esto al bot, en el chat que quiera vincular: ${p.command}`,
    open: "Abrir el chat",
    copied: "Está en el portapapeles.",
    waiting: (p) => `Esperando el mensaje. Válido durante ${p.time}.`,
    noBot: (p) => parts`Este servidor aún no tiene bot: su administrador configura ${p.setting}.`,
    linked: "vinculado",
    since: (p) => `desde ${p.time}`,
    unlink: "Desvincular",
    unlinked: "Se desvinculó el chat.",
    link: "Vincular un chat…",
    linkHint: "Se le pedirá que envíe un código al bot."
  },
  password: {
    title: "Contraseña",
    about: "ocho caracteres como mínimo; una frase sirve",
    current: "Contraseña actual",
    next: "Contraseña nueva",
    change: "Cambiar la contraseña",
    changing: "Cambiando",
    changed: "Se cambió su contraseña. En otros navegadores hay que iniciar sesión de nuevo."
  },
  sessions: {
    title: "Sesiones abiertas",
    browsers: (p) =>
      counts(p.count, { one: "# navegador", many: "# de navegadores", other: "# navegadores" }),
    what: "las sesiones",
    unknown: "Un navegador desconocido",
    current: "este navegador",
    used: (p) => parts`desde ${p.since}, último uso: ${p.ago}`,
    end: "Cerrar sesión",
    endOne: (p) => `Cerrar la sesión de ${p.name}`,
    endOthers: "Cerrar todas las demás",
    ended: (p) => `Sesión cerrada: ${p.name}`,
    endedMany: (p) =>
      counts(p.count, {
        one: "# sesión cerrada.",
        many: "# de sesiones cerradas.",
        other: "# sesiones cerradas."
      })
  },
  tokens: {
    title: "Tokens",
    about: "accesos para programas, en su nombre",
    what: "los tokens",
    create: "Nuevo token…",
    none: "Ningún programa actúa en su nombre.",
    client: "Cliente de IA",
    use: (p) => {
      const used = p.ago === null ? ["nunca se usó"] : parts`último uso: ${p.ago}`
      const ends = p.ends === null ? "no caduca" : `caduca el ${p.ends}`
      const where = p.projects === null ? ["en todos los proyectos"] : parts`en ${p.projects}`
      return [...used, `, ${ends}, `, ...where]
    },
    endsIn: (p) => `Se anula en ${p.seconds} s. Un token anulado no se puede recuperar.`,
    end: "Anular",
    endOne: (p) => `Anular ${p.name}`,
    endNow: "Anular ahora",
    ended: (p) => `${p.name} ya no funciona.`
  },
  newToken: {
    title: "Nuevo token",
    program: "Para qué programa",
    scopes: "Puede",
    projects: "En",
    allProjects: "todos mis proyectos",
    ends: "Caduca",
    end: { 30: "en 30 días", 90: "en 90 días", 365: "en un año", never: "nunca" },
    create: "Crear token",
    use: (p) =>
      parts`Los programas lo envían como ${p.header}; los comandos de esta consola lo leen de ${p.variable}.`
  },
  clients: {
    title: "Clientes de IA",
    about: "asistentes que trabajan en su nombre",
    what: "los clientes de IA",
    none: "No hay ningún cliente conectado.",
    address: (p) => parts`Para conectar uno, dele la dirección ${p.address}`,
    use: (p) => [
      ...(p.ago === null ? ["nunca se usó"] : parts`último uso: ${p.ago}`),
      ...parts`, caduca el ${p.ends}, responde a ${p.host}, en ${p.projects}`
    ],
    did: (p) =>
      parts`${counts(p.count, { other: "#" })} en los últimos 7 días, lo último ${p.action}, ${p.ago}`,
    disconnect: "Desconectar",
    disconnectOne: (p) => `Desconectar ${p.name}`,
    disconnected: (p) => `Se desconectó ${p.name}.`
  }
}
