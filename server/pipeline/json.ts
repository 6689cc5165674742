/** JSON from callers: nesting is measured before parsing, text is checked after. */
import { limits } from '../contract/limits.ts'
import { refuseField } from '../contract/refusals.ts'
import type { Slices } from '../queue/slices.ts'

const quote = 0x22
const backslash = 0x5c

/** Counts nesting in the raw bytes, so that 200 KB of brackets never reach the parser. */
function checkDepth(bytes: Uint8Array): void {
  let depth = 0
  let inText = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (inText) {
      if (byte === backslash) i++
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > limits.json_depth_max) refuseField('body', `is nested deeper than ${limits.json_depth_max} levels`)
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
}

/** PostgreSQL stores neither U+0000 nor unpaired surrogates, and no schema has a field `__proto__`. */
export function checkText(value: unknown, field: string): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) refuseField(field, 'contains the character U+0000, which is not allowed')
    if (!value.isWellFormed()) refuseField(field, 'contains half of a surrogate pair, which is not Unicode text')
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) checkText(value[i], `${field}[${i}]`)
  } else if (value !== null && typeof value === 'object') {
    for (const key of Object.keys(value)) {
      if (key === '__proto__') refuseField(`${field}.__proto__`, 'is not a field')
      checkText(key, field)
      checkText((value as Record<string, unknown>)[key], field === 'body' ? key : `${field}.${key}`)
    }
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** In steps, between which other work may have its turn. */
export function* parseJson(bytes: Uint8Array): Slices<unknown> {
  checkDepth(bytes)
  yield
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    refuseField('body', 'is not valid UTF-8')
  }
  yield
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    refuseField('body', 'is not valid JSON')
  }
  yield
  checkText(value, 'body')
  return value
}
