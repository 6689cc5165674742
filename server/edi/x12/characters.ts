/** The characters of X12: the basic set has capital letters, the extended set all printable ASCII characters. */
import { X12Error } from './faults.ts'

export type CharacterSet = 'basic' | 'extended'

const outside: Record<CharacterSet, RegExp> = {
  basic: /[^A-Z0-9 !"&'()*+,\-./:;?=]/,
  extended: /[^\x20-\x7e]/,
}

/** The first character that the set does not have. */
export const strange = (text: string, set: CharacterSet): string | null => outside[set].exec(text)?.[0] ?? null

/** Letters and marks that Unicode does not decompose into ASCII. */
const equivalents: Record<string, string> = {
  ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D',
  ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i', '‘': "'", '’': "'", '‚': "'", '′': "'", '“': '"', '”': '"', '„': '"',
  '″': '"', '«': '"', '»': '"', '‐': '-', '‑': '-', '–': '-', '—': '-', '−': '-', '×': 'x', '•': '-', '€': 'EUR',
} // prettier-ignore

const plainLetter = (letter: string): string => {
  if (/[\s\p{C}]/u.test(letter)) return ' '
  return /[\x21-\x7e]/.test(letter) ? letter : (equivalents[letter] ?? '?')
}

const isPlain = (text: string) => /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(text)

/** Text in printable ASCII: accents are dropped, and characters without an equivalent become a question mark. */
export function plainText(text: string): string {
  if (isPlain(text)) return text
  const bare = text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return Array.from(bare, plainLetter).join('').replaceAll(/ +/g, ' ').trim()
}

/** Descriptive text, cut if it is too long. */
export const freeText = (text: string | null, lengthMax: number): string =>
  text === null ? '' : plainText(text).slice(0, lengthMax).trim()

/** Identifying text. It is never cut or changed, since it would then identify something else; unsuitable text is refused. */
export function identifier(text: string, lengthMax: number, what: string): string {
  const plain = plainText(text)
  if (plain !== text || plain.length === 0)
    throw new X12Error(`${what} "${text}" contains characters that X12 cannot represent.`)
  if (plain.length > lengthMax)
    throw new X12Error(`${what} "${text}" is longer than ${lengthMax} characters, the maximum in X12.`)
  return plain
}
