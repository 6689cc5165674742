/** What the format of a number says beside its digits: a currency, a unit, a percentage. */

interface Parts {
  /** Literal text before the first digit and behind the last one. */
  before: string
  after: string
  /** What is left without quoted, escaped and bracketed text. */
  bare: string
}

const literal = (text: string) => (/[\p{L}\p{Sc}%]/u.test(text) ? text : '')

/** One section of a format: quoted and escaped text, `[$€-407]`, room for a letter (`_)`), filling (`*-`), digits. */
const token = /"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|General|[0#?](?:[0#?.,]*[0#?])?|./gsu

function partsOf(section: string): Parts {
  let [before, after, bare] = ['', '', '']
  let hasDigits = false
  for (const [whole, quoted, escaped, symbol] of section.matchAll(token)) {
    if (/^(?:General|[0#?])/.test(whole)) {
      hasDigits = true
      bare += whole
      after = ''
      continue
    }
    const isPlain = whole.length === 1 || /^\p{Sc}$/u.test(whole)
    const text = quoted ?? escaped ?? symbol ?? (isPlain && /[\p{Sc} ]/u.test(whole) ? whole : '')
    if (isPlain) bare += whole
    if (hasDigits) after += text
    else before += text
  }
  return { before: literal(before), after: literal(after), bare }
}

/** The section of a format that numbers above zero have. */
const firstSection = (format: string): string => /^(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*/su.exec(format)![0]

/** A number with this format is shown times a hundred, with a percent sign. */
export const isPercentage = (format: string): boolean => partsOf(firstSection(format)).bare.includes('%')

/** Digits as a person sees them, with the text of the format; one that is shown by the thousand has two readings. */
export function withFormat(digits: string, format: string, shown: string | undefined): string {
  const { before, after, bare } = partsOf(firstSection(format))
  if (/[0#?],+$/.test(bare.replaceAll(/[^0#?.,]/g, ''))) return `${digits} (${shown ?? ''})`
  return `${before}${digits}${after}`
}
