// Spanish words of the sign-in page.
import type { login as english } from "../en/login.ts"
import { type Like, parts } from "../tools.ts"

/** login are the words of the sign-in page. */
export const login: Like<typeof english> = {
  title: "Iniciar sesión",
  question: (p) => parts`¿Quién está dónde,${p.newLine}y está todo bien?`,
  hint: "Inicie sesión para ver sus animales.",
  sessionOver:
    "Su sesión ha terminado. Inicie sesión y volverá a esta página. Las notas de alertas, los informes, las " +
    "áreas y las reglas que había empezado se conservan en esta pestaña.",
  email: "Correo electrónico",
  password: "Contraseña",
  signIn: "Iniciar sesión",
  signingIn: "Iniciando sesión",
  forgotten: (p) =>
    parts`¿La ha olvidado? Un administrador de este servidor puede poner una contraseña nueva. ${p.guide}`,
  local: "Todo lo que hay en esta página viene de este servidor.",
  refused: {
    wrong: "El correo electrónico y la contraseña no coinciden.",
    unreachable: "No se puede conectar con Pugmark. ¿Está en marcha el servidor?",
    crowded: "En este momento hay muchas personas iniciando sesión."
  }
}
