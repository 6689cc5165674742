/**
 * What the cost of units lacks, as levels, rows and arrivals keep it in `unrated_currency`: the currencies of which no
 * exchange rate is on file, and `noCostStated` where nobody has stated a cost; several in one text. Pure.
 */

/** ISO 4217 has this code for where there is no currency. */
export const noCostStated = 'XXX'

const separator = ', '

/** The codes of several, each once; null if nothing is lacking. */
export function lacksOf(all: readonly (string | null)[]): string | null {
  const codes = new Set(all.flatMap((one) => one?.split(separator) ?? []))
  return codes.size === 0 ? null : [...codes].toSorted().join(separator)
}

/** The currencies alone, as a sentence has them; null if no rate is lacking. */
export function currenciesOf(lacks: string): string | null {
  const codes = lacks.split(separator).filter((code, i, all) => code !== noCostStated && all.indexOf(code) === i)
  return codes.length === 0 ? null : codes.join(' and ')
}

const isUnstated = (lacks: string) => lacks.split(separator).includes(noCostStated)

export interface LackWords {
  /** That no rate of these currencies is there. */
  noRate: (currencies: string) => string
  noCost: string
}

/** Why a cost is unknown, as the end of a sentence. */
export function lackWords(lacks: string, { noRate, noCost }: LackWords): string {
  const currencies = currenciesOf(lacks)
  return [currencies === null ? [] : noRate(currencies), isUnstated(lacks) ? noCost : []].flat().join(', and ')
}
