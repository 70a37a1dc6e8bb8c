// The members of a JSON object, and the items of its `features` one by one, read piece by piece: memory holds one
// of them at a time.
import { TableBroken } from "../../domain/intake/TableBroken.ts"

/** One member of the outermost object, or one item of its features. */
export interface JsonPart {
  readonly key: string
  readonly value: unknown
  /** characters up to its end */
  readonly offset: number
}

/** Characters of one part. */
const MAX_PART_CHARACTERS = 16 * 1024 * 1024

const FEATURES_NAME = "features"
const QUOTE_CODE = 34
const BACKSLASH_CODE = 92
const BRACE_CODE = 123
const BRACKET_CODE = 91
const opening = new Set([BRACE_CODE, BRACKET_CODE])
const closing = new Set([125, 93])
const COMMA_CODE = 44
const COLON_CODE = 58
const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)

/** Collects the parts of what it is given, in order. Throws `TableBroken`. */
export class JsonMembers {
  /** the feature that is being read, 1-based */
  line = 1
  private depth = 0
  private isInString = false
  private isEscaped = false
  private key = ""
  /** the depth at which parts are separated: that of the members, or of the items of features */
  private floor = 1
  private position = 0
  /** the text of the part so far */
  private text = ""
  private isOver = false

  private refuse(reason: string): never {
    throw new TableBroken(this.line, reason)
  }

  private parse(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      this.refuse(
        `it is no JSON: ${this.key === FEATURES_NAME ? `feature ${this.line}` : this.key} cannot be read`
      )
    }
  }

  /** The part that ends here, if there is one. */
  private part(): ReadonlyArray<JsonPart> {
    const text = this.text.trim()
    this.text = ""
    if (text === "") return []
    const part = { key: this.key, value: this.parse(text), offset: this.position }
    if (this.floor === 2) this.line++
    return [part]
  }

  /** What a sign outside of strings does; null: it is of a part itself. */
  private roleOf(code: number): "begins" | "ends a part" | "ends a key" | null {
    if (opening.has(code)) {
      this.depth++
      if (this.depth === 1) return "begins"
      if (this.depth !== 2 || this.floor !== 1 || this.key !== FEATURES_NAME || code !== BRACKET_CODE)
        return null
      this.floor = 2
      return "begins"
    }
    if (closing.has(code)) return --this.depth < this.floor ? "ends a part" : null
    if (code === COMMA_CODE) return this.depth === this.floor ? "ends a part" : null
    return this.depth === 1 ? "ends a key" : null
  }

  private take(role: NonNullable<ReturnType<JsonMembers["roleOf"]>>): ReadonlyArray<JsonPart> {
    if (role === "ends a part") {
      const parts = this.part()
      if (this.depth < this.floor) {
        this.isOver = this.floor === 1
        this.floor = 1
      }
      return parts
    }
    if (role === "ends a key") this.key = String(this.parse(this.text))
    this.text = ""
    return []
  }

  /** The parts that are whole now. */
  read(text: string): ReadonlyArray<JsonPart> {
    const found: Array<JsonPart> = []
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (this.isInString) {
        if (this.isEscaped) this.isEscaped = false
        else if (code === BACKSLASH_CODE) this.isEscaped = true
        else if (code === QUOTE_CODE) this.isInString = false
      } else if (code === QUOTE_CODE) this.isInString = true
      else if (!isBlank(code)) {
        if (this.isOver || (this.depth === 0 && code !== BRACE_CODE)) this.refuse("it is no JSON object")
        if (code !== COMMA_CODE && code !== COLON_CODE && !opening.has(code) && !closing.has(code)) continue
        const role = this.roleOf(code)
        if (role === null) continue
        this.text += text.slice(from, at)
        this.position += at - from
        found.push(...this.take(role))
        this.position++
        from = at + 1
      }
    }
    this.text += text.slice(from)
    this.position += text.length - from
    if (this.text.length > MAX_PART_CHARACTERS)
      this.refuse(`a part of it has more than ${MAX_PART_CHARACTERS} characters`)
    return found
  }

  end(): void {
    if (!this.isOver) this.refuse("it is no JSON: it ends in the middle")
  }
}
