// Parameters that are encoded when they are made. The driver encodes a parameter when it sends the statement,
// and inside a transaction locks are held meanwhile: 20,000 events take a quarter of a second. Only clients
// with `wireTypes`, that is those of `pool`, can send them.
import { PgProtocol, PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** Wire is the value of a parameter as the server reads it, in parts. */
class Wire {
  readonly parts: ReadonlyArray<Uint8Array>

  constructor(parts: ReadonlyArray<Uint8Array>) {
    this.parts = parts
  }
}

const { OID } = PgTypes
const elements = [OID.bool, OID.bytea, OID.float8, OID.int4, OID.int8, OID.text, OID.timestamptz, OID.uuid]
const builtin = PgTypes.makeRegistry()

const codecOf = (like: PgTypes.Parameter): PgTypes.Codec<unknown> => ({
  encode: (value) =>
    value instanceof Wire
      ? Result.succeed(Buffer.concat(value.parts))
      : PgTypes.encode(value, like.oid, builtin),
  decode: (bytes) => PgTypes.decode(bytes, like.oid, 1, builtin),
  write: (sink, value) => {
    if (!(value instanceof Wire)) return PgTypes.writeParameter(sink, { ...like, value }, builtin)
    for (const part of value.parts) sink.raw(part)
    return Result.void
  }
})

/** The driver's types, with arrays that may be encoded already. */
export const wireTypes: PgTypes.Registry = (() => {
  const types = PgTypes.makeRegistry()
  for (const element of elements) {
    const like = Result.getOrThrow(PgTypes.array([], element))
    types.register(like.oid, codecOf(like))
  }
  return types
})()

const bindOf = PgProtocol.makeBindEncoder(PgTypes.writeParameter, PgTypes.isTextFormat)
/**
 * HEAD_BYTES and TAIL_BYTES surround the one value in a Bind message: type, length, two empty names, a
 * format, a count, the value's length; a format.
 */
const HEAD_BYTES = 1 + 4 + 1 + 1 + 2 + 2 + 2 + 4,
  TAIL_BYTES = 4
/**
 * SHORT_LIST_ITEMS is the length up to which a list is encoded when it is sent, because that takes no
 * noticeable time.
 */
const SHORT_LIST_ITEMS = 50

/** Returns the encoded parameter. Throws where the value does not fit its type. */
export const encodeParameter = (parameter: PgTypes.Parameter): PgTypes.Parameter => {
  if (Array.isArray(parameter.value) && parameter.value.length < SHORT_LIST_ITEMS) return parameter
  const bind = Result.getOrThrow(bindOf({ portal: "", statement: "", parameters: [parameter] }))
  return { ...parameter, value: new Wire([bind.subarray(HEAD_BYTES, bind.length - TAIL_BYTES)]) }
}

type Texts = ReadonlyArray<Uint8Array | null>

/**
 * Copies texts into one buffer, each after its length, as the server reads them: `utf8s` sends them without
 * another copy.
 */
export const packTexts = (texts: Texts): Texts => {
  const pack = packing(texts)
  let at = 0
  return texts.map((text) => {
    at += 4 + (text?.length ?? 0)
    return text === null ? null : pack.subarray(at - text.length, at)
  })
}

const packing = (texts: Texts): Uint8Array => {
  const pack = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + 4 + (text?.length ?? 0), 0))
  let at = 0
  for (const text of texts) {
    at = pack.writeInt32BE(text?.length ?? -1, at)
    if (text === null) continue
    pack.set(text, at)
    at += text.length
  }
  return pack
}

/** Returns the buffer that contains the texts as the server reads them; null: they are elsewhere. */
const packOf = (texts: Texts): Uint8Array | null => {
  const [first] = texts
  if (first === undefined || first === null || first.byteOffset < 4) return null
  const memory = new DataView(first.buffer),
    start = first.byteOffset - 4
  let at = start
  for (const text of texts) {
    if (at + 4 > memory.byteLength || memory.getInt32(at) !== (text?.length ?? -1)) return null
    at += 4
    if (text === null) continue
    if (text.buffer !== first.buffer || text.byteOffset !== at) return null
    at += text.length
  }
  return new Uint8Array(first.buffer, start, at - start)
}

/** Makes a `text[]` of texts in UTF-8. */
export const utf8s = (texts: Texts): PgTypes.Parameter => {
  const parameter = Result.getOrThrow(PgTypes.array([], OID.text))
  if (texts.length === 0) return parameter
  const body = packOf(texts) ?? packing(texts)
  const head = Buffer.alloc(20)
  for (const [i, value] of [1, texts.includes(null) ? 1 : 0, OID.text, texts.length, 1].entries())
    head.writeInt32BE(value, 4 * i)
  return { ...parameter, value: new Wire([head, body]) }
}
