// The flags that say which server a command speaks to, and with which token.
import type { FlagTable } from "./flags.ts"

/** serverFlags are the flags of commands that call a server. */
export const serverFlags = {
  url: { value: "URL", says: "the server, PUGMARK_URL or http://127.0.0.1:PORT unless said" },
  token: {
    value: "TOKEN",
    says: "its token; PUGMARK_TOKEN, ADMIN_TOKEN or the file DATA_DIR/admin-token unless said"
  }
} as const satisfies FlagTable
