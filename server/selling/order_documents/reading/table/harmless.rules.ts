/** Whether a text outside the table tells nothing of the order: it is one of the shapes of harmless.ts, or a row of them. Pure. */
import { isDay, sensitiveIn } from './free_text.rules.ts'
import {
  around,
  closedShapes,
  factSeparator,
  type HarmlessShape,
  legalForm,
  nameWord,
  notInNames,
  openShapes,
  particles,
  printed,
  separators,
  shapeParts,
  termShapes,
} from './harmless.ts'
import type { SensitiveKind } from './sensitive.ts'
import { currencyStatement } from './text_patterns.ts'
import { type LabelKind, understoodUnits } from './understood.ts'

const word = `(?:${nameWord})`
const parts: Readonly<Record<string, string>> = {
  ...shapeParts,
  word,
  names: `${word}(?: ${word}){0,5}`,
  id: '(?=(?:[^\\d]*\\d){5})[a-z\\d][a-z\\d .:/-]{4,40}',
}

const filled = (shape: string): string => shape.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => filled(parts[name]!))
const whole = (shape: string) => new RegExp(`^(?:${filled(shape)})$`, 'iu')

const patternsOf = (all: readonly HarmlessShape[]) =>
  all.flatMap(({ shapes, before }) => shapes.map((shape) => ({ pattern: whole(shape), before })))
const closed = patternsOf(closedShapes)
const open = patternsOf(openShapes)
/** What a text with known words alone is; null where it is none. */
const closedKind = (text: string): Kind | null => {
  const shape = closed.find(({ pattern }) => pattern.test(text))
  return shape === undefined ? null : (shape.before ?? 'closed')
}

const listed = (words: string) => new Set(words.split('|'))
const smallWords = listed(particles)
const namelessWords = new Set([
  ...listed(notInNames),
  ...understoodUnits.flatMap(({ words }) => words.split('|').filter((unit) => unit.length > 2)),
  'pc',
  'dz',
])

/** What the name of a party or a place may seem to say: it can have the number of a store, or a year. */
const namesMaySay: readonly SensitiveKind[] = ['place']

const wordsOf = (text: string) => text.split(/[\s,;:()]+/).filter((one) => one !== '')

/** Whether no word of a text changes an order. */
const isPlain = (text: string, maySay: readonly SensitiveKind[] = namesMaySay): boolean =>
  wordsOf(text).every((one) => !namelessWords.has(one.toLowerCase().replace(/\.$/, ''))) &&
  [...sensitiveIn(text)].every((kind) => maySay.includes(kind))

const capital = /^(?:[\p{Lu}\d]|\p{L}['’]\p{Lu})/u
const wordsMax = 8

/** Whether a text can be the name of a party, a person or a place: a few words that begin with capitals. */
export function isName(text: string): boolean {
  const words = wordsOf(text)
  const isNamed = words.every((one) => smallWords.has(one) || capital.test(one) || /^[&+/-]$/.test(one))
  return words.length <= wordsMax && isNamed && /\p{L}/u.test(text) && isPlain(text)
}

/** Without marks around it, such as rules, bullets and brackets. */
const bare = (text: string): string =>
  around.reduce((rest, [marks, kept]) => rest.replace(marks, kept), text.normalize('NFKC').replaceAll(/\s+/g, ' '))

/** Letters and digits of a name, without its legal form. */
const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(legalForm, '')
    .replaceAll(/[^\p{L}\d]/gu, '')

/** Names of the account and of the organisation. */
export type Parties = readonly string[]

type Kind = 'closed' | 'place' | 'name' | 'open'
const isParty = (text: string, parties: Parties) => parties.some((name) => nameKey(name) === nameKey(text))

/** A text without the name of a party that it begins or ends with: Northern Outfitters purchase order. */
function besideParty(text: string, parties: Parties): string | null {
  const lower = text.toLowerCase()
  for (const name of parties.map((one) => one.trim().toLowerCase())) {
    if (lower.startsWith(`${name} `)) return bare(text.slice(name.length))
    if (lower.endsWith(` ${name}`)) return bare(text.slice(0, -name.length))
  }
  return null
}

/** What a text is, as a whole; null where it is no shape. `after`: what stands before it. */
function shapeOf(text: string, after: Kind | null, parties: Parties): Kind | null {
  if (!/[\p{L}\d]/u.test(text)) return 'closed'
  if (isParty(text, parties)) return 'open'
  const beside = besideParty(text, parties)
  if (beside !== null && closedKind(beside) !== null) return 'closed'
  const known = closedKind(text)
  if (known !== null) return known
  const rest = bare(text.replaceAll(currencyStatement, ' '))
  if (rest === '' || closedKind(rest) !== null) return 'closed'
  const shape = open.find(({ pattern }) => pattern.test(text))
  if (shape !== undefined && isPlain(text, openMaySay)) return shape.before ?? 'open'
  const isFollowing = after === 'place' || (after === 'name' && /\p{Ll}/u.test(text))
  return isFollowing && wordsOf(text).length <= 3 && isName(text) && !/\d/.test(text) ? 'open' : null
}

/** Registers name taxes, capitals and currencies; addresses have numbers of places. */
const openMaySay: readonly SensitiveKind[] = ['place', 'tax', 'currency']

/** Longer texts are none of the shapes as a whole. */
const clauseMax = 160

function kindOf(stated: string, after: Kind | null, parties: Parties, from = 0): Kind | null {
  const text = bare(stated)
  const own = text.length > clauseMax ? null : shapeOf(text, after, parties)
  if (own !== null) return own
  for (let at = from; at < separators.length; at++) {
    const split = text.split(separators[at]!)
    if (split.length < 2) continue
    let last: Kind | null = after
    for (const part of split) {
      last = kindOf(part, last, parties, at + 1)
      if (last === null) break
    }
    if (last !== null) return last
  }
  return null
}

/** Looks texts through in the order in which they stand: what follows an address or a greeting is a town or a name. */
export class HarmlessTexts {
  private last: Kind | null = null

  constructor(private readonly parties: Parties) {}

  /** Whether a text tells nothing of the order. */
  isHarmless(text: string): boolean {
    this.last = kindOf(text, this.last, this.parties)
    return this.last !== null
  }
}

/** Whether a text tells nothing of the order. */
export const isHarmless = (text: string, parties: Parties = []): boolean => new HarmlessTexts(parties).isHarmless(text)

const terms = termShapes.map(whole)
const identity = whole('{phone}|(?=[^\\d]{0,6}\\d)[a-z\\d][a-z\\d .:/-]{2,40}')

/** Whether the value of a label that is passed over is one of its kind. */
export function isValueOf(label: LabelKind, stated: string, parties: Parties): boolean {
  const text = bare(stated)
  if (isHarmless(text, parties)) return true
  const [first, ...more] = text.split(factSeparator)
  if (more.length > 0 && label !== 'terms') return [first!, ...more].every((part) => isValueOf(label, part, parties))
  if (label === 'terms') return terms.some((pattern) => pattern.test(text))
  if (label === 'print') return isName(text) || printed.test(text) || isDay(text)
  return isName(text) || (identity.test(text) && isPlain(text, openMaySay))
}
