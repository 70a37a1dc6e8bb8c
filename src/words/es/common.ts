// Spanish words of every page.
import type { common as english } from "../en/common.ts"
import { countsIn, type Like, listsIn, parts } from "../tools.ts"

const counts = countsIn("es")
const or = listsIn("es", "disjunction")

/** common are the words of every page. */
export const common: Like<typeof english> = {
  now: "ahora",
  entity: { one: "animal", many: "animales" },
  tryAgain: "Intentar de nuevo",
  showAll: "Mostrar todo",
  loading: (p) => `Cargando ${p.what}`,
  language: "Idioma",
  languageOfBrowser: "El del navegador",
  denied: {
    title: "No tiene acceso a esta página.",
    needsPermission: (p) => parts`Para eso hace falta el permiso ${p.permission}.`,
    givenBy: (p) => `Se lo puede dar ${or(p.names)}.`,
    ask: (p) => parts`Pedírselo a ${p.name}`,
    request: (p) => `Por favor, deme el permiso ${p.permission}: lo necesito para ${p.address}`,
    requestCopied: (p) => `El mensaje para ${p.name} está en el portapapeles.`
  },
  failed: {
    notFound: "No encontrado.",
    title: "No se pudo cargar.",
    request: (p) => `solicitud ${p.id}`
  },
  noPage: { title: "Esta página no existe.", toMap: "Ir al mapa" },
  // the words of projects that end in -a are of feminine gender: una vaca, una oveja
  anyOne: (p) => `${p.one.endsWith("a") ? "una" : "un"} ${p.one}`,
  doer: { member: "un miembro sin nombre", program: "un programa" },
  severity: { info: "informativa", warning: "advertencia", critical: "crítica" },
  pages: {
    live: "En vivo",
    alerts: "Alertas",
    rules: "Reglas",
    analyses: "Análisis",
    operate: "Operación",
    guide: "Guía",
    api: "API",
    settings: "Ajustes",
    people: "Personas",
    account: "Su cuenta"
  },
  buttons: {
    cancel: "Cancelar",
    close: "Cerrar",
    copy: "Copiar",
    copyAsCurl: "Copiar como curl",
    done: "Listo",
    save: "Guardar",
    showMore: "Mostrar más",
    signOut: "Cerrar sesión",
    undo: "Deshacer"
  },
  shell: {
    toContent: "Ir al contenido",
    main: "Principal",
    home: "Pugmark, inicio",
    open: (p) => counts(p.count, { one: "abierta", other: "abiertas" }),
    needAttention: (p) => counts(p.count, { one: "requiere atención", other: "requieren atención" }),
    find: "Buscar",
    keys: "Teclas",
    sameKeys: "las mismas en todas las páginas",
    unsent: (p) =>
      counts(p.count, {
        one: "# confirmación pendiente de envío",
        many: "# de confirmaciones pendientes de envío",
        other: "# confirmaciones pendientes de envío"
      })
  },
  account: {
    of: (p) => `Cuenta de ${p.name}`,
    look: "Aspecto",
    theme: { system: "El del sistema", light: "Claro", dark: "Oscuro" },
    settingsOf: (p) => parts`Ajustes de ${p.name}`,
    stillSignedIn: (p) => `Su sesión sigue abierta: ${p.why}`
  },
  projects: {
    title: "Proyectos",
    yours: "Sus proyectos",
    tracked: (p) => counts(p.count, { other: "# en seguimiento" }),
    trackedAndOpen: (p) =>
      `${counts(p.count, { other: "# en seguimiento" })}, ` +
      counts(p.open, { one: "# alerta abierta", many: "# de alertas abiertas", other: "# alertas abiertas" }),
    current: "Este proyecto",
    create: "Nuevo proyecto",
    first: {
      title: "Aún no hay ningún proyecto.",
      hint: "Un proyecto reúne los animales, las áreas y las reglas de un rebaño, una reserva o una flota."
    },
    none: {
      title: "Aún no hay ningún proyecto para usted.",
      hint: "Pida al administrador de un proyecto que le añada."
    },
    unknown: {
      title: "Ese proyecto no existe.",
      hint: (p) => parts`Es posible que ${p.slug} tenga ahora otra dirección, o que usted no participe en él.`
    },
    form: {
      name: "Nombre",
      nameExample: "Monte norte",
      zone: "Zona horaria",
      zoneHint: "Los días empiezan a su medianoche.",
      one: "Qué se sigue: uno",
      many: "y varios",
      create: "Crear proyecto"
    }
  },
  permission: {
    needed: (p) => parts`Hace falta el permiso ${p.permission}`,
    neededFor: (p) => parts`${p.what}: hace falta el permiso ${p.permission}`,
    missing: (p) => `${p.what}: hace falta el permiso ${p.permission}.`
  },
  refused: {
    unreachable: "No se puede conectar con Pugmark.",
    answered: (p) => `El servidor respondió ${p.status}.`,
    retryIn: (p) => `${p.why} Inténtelo de nuevo en ${p.seconds} s.`
  },
  step: {
    acknowledge: (p) => `Confirmada: ${p.title}`,
    resolve: (p) => `Resuelta: ${p.title}`,
    reopen: (p) => `Reabierta: ${p.title}`,
    takenBack: (p) => `Deshecho: ${p.title}`
  },
  clipboard: {
    denied: "Aquí no se permite usar el portapapeles.",
    link: "El enlace a esta vista está en el portapapeles.",
    noRequests: "Esta página no ha hecho ninguna solicitud.",
    requests: (p) =>
      counts(p.count, {
        one: "# solicitud está en el portapapeles, con $PUGMARK_TOKEN en lugar del token.",
        many: "# de solicitudes están en el portapapeles, con $PUGMARK_TOKEN en lugar del token.",
        other: "# solicitudes están en el portapapeles, con $PUGMARK_TOKEN en lugar del token."
      })
  },
  place: {
    navigate: "Navegar",
    navigateHint: "Abre el lugar en el mapa de este dispositivo",
    copy: "Copiar lugar",
    copyHint: "Copia la latitud y la longitud",
    copied: (p) => `${p.place} está en el portapapeles.`,
    share: "Compartir",
    shareHint: "Comparte el enlace a esta vista; Y lo copia"
  },
  token: {
    copied: "El token está en el portapapeles.",
    once: "Cópielo ahora: no se puede volver a mostrar.",
    label: "El token"
  },
  stale: {
    another: "Otra persona",
    title: (p) => parts`${p.who} guardó ${p.what} mientras usted escribía`,
    same: "Ambos escribieron lo mismo: no se pierde nada.",
    choose: "Elija",
    at: (p) => `${p.who}, ${p.time}`,
    you: "usted",
    back: "Volver al formulario",
    takeTheirs: "Tomar todo lo de la otra persona",
    save: "Guardar lo elegido",
    changed: (p) =>
      `${p.who ?? "Otra persona"} lo cambió${p.time === null ? "" : ` a las ${p.time}`}, ` +
      "después de que usted abriera esto. Revíselo primero."
  },
  time: {
    ago: (p) => parts`hace ${p.age}`,
    asOf: (p) => `datos de las ${p.time}, hace ${p.age}`,
    notConnected: "Sin conexión"
  },
  table: {
    actions: "Acciones",
    dropFilter: (p) => `${p.filter}: mostrar también los demás`,
    all: "Todos"
  },
  file: {
    reading: "Leyendo",
    choose: "Elija un archivo o suéltelo aquí",
    silent: (p) => {
      const time = counts(p.seconds, { one: "# segundo", other: "# segundos" })
      return `Se dejó de leer: no se pudo leer nada más durante ${time}.`
    },
    crashed: "Este navegador no puede leer el archivo.",
    stopped: "Se detuvo la lectura."
  },
  reading: {
    none: "ninguno",
    true: "verdadero",
    false: "falso",
    unknown: "se desconoce",
    range: (p) => p.limits.join(" a ")
  },
  keyNames: {
    left: "Izquierda",
    right: "Derecha",
    up: "Arriba",
    down: "Abajo",
    enter: "Intro",
    shift: "Mayús",
    space: "Espacio"
  },
  whereIAm: {
    needsHttps: (p) => `Los navegadores dan su posición solo por https: ${p.instead}.`,
    denied: (p) => `El navegador no puede decir dónde está usted: ${p.instead}.`,
    unavailable: (p) => `Su posición no está disponible ahora: ${p.instead}.`,
    clickYourPlace: "haga clic en su lugar"
  },
  map: {
    title: "Mapa",
    cannotDraw:
      "No se puede dibujar el mapa: este navegador no tiene WebGL, o el servidor no responde. Las listas funcionan.",
    you: "Usted"
  },
  rule: {
    more: (p) => `Más sobre ${p.name}`,
    duplicate: "Duplicar",
    archive: "Archivar",
    restore: "Restaurar",
    archived: (p) => `Archivada: ${p.name}`,
    restored: (p) => (p.isOn ? `Restaurada: ${p.name}` : `Restaurada, aún desactivada: ${p.name}`)
  },
  why: {
    title: (p) =>
      p.alerts === 0
        ? "¿Por qué no hay alerta?"
        : counts(p.alerts, { one: "¿Por qué esta alerta?", other: "¿Por qué estas alertas?" }),
    titleOf: (p) =>
      p.alerts === 0
        ? `${p.name}: ¿por qué no hay alerta?`
        : `${p.name}: ${counts(p.alerts, { one: "¿por qué esta alerta?", other: "¿por qué estas alertas?" })}`
  }
}
