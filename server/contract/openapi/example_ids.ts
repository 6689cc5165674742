import { sampleId } from '../schema.ts'

/** One example id per field name, the same everywhere; `variant_ids` contains that of `variant_id`. */
export function exampleId(name: string): string {
  let mixed = 0xcbf29ce484222325n
  for (const letter of name.replace(/_ids$/, '_id'))
    mixed = ((mixed ^ BigInt(letter.charCodeAt(0))) * 0x100000001b3n) & 0xffffffffffffn
  return `${sampleId.slice(0, 24)}${mixed.toString(16).padStart(12, '0')}`
}
