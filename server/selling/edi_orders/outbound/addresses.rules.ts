/** Addresses as they are printed, as segments N3 and N4 state them. Pure. */
import type { Address } from '../../../edi/documents/record.ts'

const streetLinesMax = 4

/** `Columbus, OH 43215-1234` and `Toronto, ON M5V 2T6`. */
const american = /^(?<city>[^,]+), *(?<region>[A-Z]{2})\.? +(?<postal>\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/
/** `4000-099 Porto`, `D-20095 Hamburg` and `1017 CT Amsterdam`. */
const european = /^(?:[A-Z]{1,2}-)?(?<postal>\d{4,5}(?:-\d{3})?(?: [A-Z]{2}(?= ))?) +(?<city>\D+)$/

/** Codes that name a country which has another one. */
const retired = new Set('AN BU CS DD DY FX HV NH NT RH SU TP UK VD YD YU ZR'.split(' '))

/** Countries in English, as the last line of an address names them. */
const countryNames = new Map(
  Array.from({ length: 26 * 26 }, (_, i) => String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26))).flatMap(
    (code) => {
      const name = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code)
      return name === undefined || retired.has(code) ? [] : [[name.toLowerCase(), code] as const]
    },
  ),
)

const countryOf = (line: string): string | null => {
  const named = countryNames.get(line.toLowerCase()) ?? line
  return [...countryNames.values()].includes(named) ? named : null
}

const nowhere = { city: null, region: null, postal_code: null, country: null }

/**
 * City, region, postal code and country, where the last lines state them in a form that is known; every other line is a line of
 * the street, so that nothing of the address is lost. null for an address that has no place in four lines.
 */
export function addressOf(text: string | null): Address | null {
  const lines = (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length === 0) return null
  const country = lines.length > 1 ? countryOf(lines.at(-1)!) : null
  const rest = country === null ? lines : lines.slice(0, -1)
  const last = rest.at(-1)!
  const place = (american.exec(last) ?? european.exec(last))?.groups
  const street = place === undefined ? rest : rest.slice(0, -1)
  if (street.length > streetLinesMax) return null
  if (place === undefined) return { ...nowhere, lines: street, country }
  const { city, postal, region } = place
  return { lines: street, city: city!.trim(), region: region ?? null, postal_code: postal!, country }
}
