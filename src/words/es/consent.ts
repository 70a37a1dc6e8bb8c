// Spanish words of the consent page.
import type { consent as english } from "../en/consent.ts"
import { countsIn, type Like, parts } from "../tools.ts"

const counts = countsIn("es")

/** consent are the words of the page on which a user decides what an AI client may do. */
export const consent: Like<typeof english> = {
  request: "lo que solicita",
  pageTitle: (p) => `${p.client} pide trabajar en su nombre`,
  title: (p) => parts`${p.client} pide trabajar en Pugmark en su nombre`,
  you: (p) => (p.email === null ? parts`Usted es ${p.name}.` : parts`Usted es ${p.name}, ${p.email}.`),
  answersTo: (p) => parts`Las respuestas van a ${p.host}. El cliente eligió su nombre; no está comprobado.`,
  loopback:
    "La respuesta se queda en esta máquina, donde cualquier programa puede usar ese nombre. Continúe solo si " +
    "acaba de iniciar usted el programa.",
  wants: "Quiere",
  wantsHint: "desmarque lo que no quiera permitir",
  scopes: {
    "project:read": {
      label: "Ver el proyecto y su contenido",
      more: "posiciones, animales, alertas, resultados"
    },
    "traces:read": { label: "Leer trazas del procesamiento", more: "por qué algo se disparó o no llegó" },
    "alerts:write": { label: "Confirmar, resolver y silenciar alertas", more: "en su nombre, con una nota" },
    "events:write": { label: "Informar de eventos", more: "en su nombre, como máximo 60 por hora" }
  },
  projects: "En estos proyectos",
  notAllThere: "ahí usted no tiene permiso para todo",
  youRunServer: "usted administra este servidor",
  youAre: (p) => `usted es ${p.role}`,
  noProject: "No tiene ningún proyecto en el que pueda hacer algo de esto.",
  never: "Nunca puede",
  neverList: {
    rules: "Cambiar reglas, cercas o dispositivos",
    people: "Añadir o quitar personas",
    analyses: "Iniciar o eliminar análisis",
    secrets: "Ver contraseñas, tokens o secretos",
    data: "Eliminar o corregir datos",
    commands: "Enviar órdenes a los collares"
  },
  deny: "Denegar",
  allow: (p) => counts(p.days, { one: "Permitir por # día", other: "Permitir por # días" }),
  chooseScope: "Elija al menos una cosa que pueda hacer.",
  chooseProject: "Elija al menos un proyecto.",
  audit:
    "Todo lo que hace queda en el registro de auditoría con el actor mcp. " +
    "Desconéctelo cuando quiera en Su cuenta, Clientes de IA.",
  endsIn: (p) => `Esta página caduca en ${p.time}.`,
  ended: "Esta página ha caducado. Vuelva a conectar desde el programa.",
  over: {
    title: "Aquí no hay nada que decidir.",
    hint:
      "Ya se decidió, pasaron sus diez minutos o empezó en otro navegador. Vuelva al programa y conecte de " +
      "nuevo."
  }
}
