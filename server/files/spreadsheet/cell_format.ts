/** What the format of a number says beside its digits: a currency, a unit, what a price is for, a percentage. */

interface Parts {
  /** Literal text before the first digit and behind the last one. */
  before: string
  after: string
  /** Between digits, as in 000-123. */
  inner: string
  /** Digits behind the decimal point that are shown; null where it is no such figure: General, a fraction, an exponent. */
  decimals: number | null
  hasDigits: boolean
  isPercentage: boolean
  /** Shown by the thousand. */
  isScaled: boolean
}

/** Text that says something; a bracket, a dash or a space does not. */
const telling = (text: string) => (/[\p{L}\p{Sc}\d%]/u.test(text) ? text : '')

/** One section of a format: quoted and escaped text, `[$€-407]`, room for a letter (`_)`), filling (`*-`), digits. */
const token =
  /"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|General|@|E[+-]?[0#?]+|[.,]*[0#?](?:[0#?.,]*[0#?])?[.,]*|./gsu
const isFigure = (text: string) => /^(?:General|@|E[+-]?[0#?]|[.,]*[0#?])/.test(text)

function partsOf(section: string): Parts {
  const literals: string[] = ['']
  const figures: string[] = []
  let bare = ''
  for (const [whole, quoted, escaped, symbol] of section.matchAll(token)) {
    if (isFigure(whole)) {
      figures.push(whole)
      literals.push('')
      continue
    }
    const isPlain = whole.length === 1 || /^\p{Sc}$/u.test(whole)
    if (isPlain) bare += whole
    literals[literals.length - 1] +=
      quoted ?? escaped ?? symbol ?? (isPlain && /[\p{Sc}\p{L} ]/u.test(whole) ? whole : '')
  }
  const figure = figures.join('')
  const isPlainFigure = /^[0#?.,]+$/.test(figure) && !bare.includes('/')
  return {
    before: telling(literals[0]!),
    after: figures.length === 0 ? '' : telling(literals.at(-1)!),
    inner: literals.slice(1, -1).join('').trim(),
    decimals: isPlainFigure ? (/\.([0#?]*)/.exec(figure)?.[1]!.length ?? 0) : null,
    hasDigits: figures.length > 0,
    isPercentage: bare.includes('%'),
    isScaled: isPlainFigure && /,+(?:\.|$)/.test(figure),
  }
}

const sectionText = /(?:"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|[^;])*/suy

function sectionsOf(format: string): string[] {
  const sections: string[] = []
  for (let at = 0; at <= format.length; at++) {
    sectionText.lastIndex = at
    const section = sectionText.exec(format)![0]
    sections.push(section)
    at += section.length
  }
  return sections
}

const condition = /\[(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)\]/
const holds: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '=': (one, other) => one === other,
  '<>': (one, other) => one !== other,
}

/** The section of a format that a number has: by its conditions, else of those above, below and at zero. */
function placeOf(sections: readonly string[], value: number): number {
  const numbers = sections.slice(0, 3)
  const conditions = numbers.map((section) => condition.exec(section))
  if (conditions.some((one) => one !== null)) {
    const met = conditions.findIndex((one) => one !== null && holds[one[1]!]!(value, Number(one[2])))
    const other = conditions.findLastIndex((one) => one === null)
    return met === -1 ? Math.max(other, 0) : met
  }
  if (value < 0 && numbers.length > 1) return 1
  return value === 0 && numbers.length > 2 ? 2 : 0
}

interface Format {
  sections: string[]
  parts: Parts[]
}

const formats = new Map<string, Format>()
const formatsMax = 500

function formatOf(format: string): Format {
  const known = formats.get(format)
  if (known !== undefined) return known
  if (formats.size >= formatsMax) formats.clear()
  const sections = sectionsOf(format)
  const made = { sections, parts: sections.map(partsOf) }
  formats.set(format, made)
  return made
}

/** Fifteen digits, as spreadsheets show and calculate: 0.1 + 0.2 is stored as 0.30000000000000004. */
const digitsOf = (value: number): string => String(Number.isInteger(value) ? value : Number(value.toPrecision(15)))

/** A single piece, which figures of records are of anyway. */
const piece = /^\s*(?:pcs?|pieces?|ea|each|units?|stk|stck|stück|st|pièces?|pce)\.?\s*$/iu

interface Seen {
  /** As the spreadsheet shows it. */
  shown: string | undefined
  /** Parts of a cent that a sheet does not show are no part of a price; a file of records keeps them. */
  isRounded: boolean
}

/** A negative number that a section shows without any sign. */
const losesSign = (value: number, place: number, section: string) =>
  value < 0 && place > 0 && !/[-\u2212(]/.test(section.replaceAll(/\[[^\]]*\]/g, ''))

/**
 * A number as a person sees it: digits with the text of the format. Where what is seen is another figure than the one that is
 * stored, the text has both, and is read as neither.
 */
export function withFormat(value: number, format: string, { shown, isRounded }: Seen): string {
  const digits = digitsOf(value)
  if (format === '' || format === 'General') return digits
  const { sections, parts: all } = formatOf(format)
  const place = placeOf(sections, value)
  const parts = all[place]!
  const both = `${digits} (${shown?.trim() || 'not shown'})`
  if (!parts.hasDigits) return value === 0 && parts.before === '' ? digits : both
  if (parts.isScaled || losesSign(value, place, sections[place]!)) return both
  if (parts.inner !== '' && parts.decimals === 0) return shown?.trim() || digits
  const seen = parts.isPercentage ? Number((value * 100).toPrecision(15)) : value
  const figure = seenFigure(seen, parts, isRounded)
  if (figure === null) return both
  const after = !isRounded && piece.test(parts.after) ? '' : parts.after
  return `${parts.before}${figure}${parts.isPercentage ? '%' : ''}${after}`
}

/** With the decimals that are shown; null where more than cents are hidden. */
function seenFigure(value: number, { decimals }: Parts, isRounded: boolean): string | null {
  const digits = digitsOf(value)
  const own = digits.split('.')[1]?.length ?? 0
  if (!isRounded || decimals === null || own <= decimals || digits.includes('e')) return digits
  if (decimals < 2) return null
  // By their decimal digits, as spreadsheets round: 24.565 is 24.57.
  const rounded = Math.round(Number(`${digits.replace('-', '')}e${decimals}`))
  return digitsOf(Math.sign(value) * Number(`${rounded}e-${decimals}`))
}
