import { lackWords } from '../ledger/costs/lacks.rules.ts'

export const noPriceReason = 'No variant has a price.'
export const noCostReason = 'The cost of some units on hand is unknown.'

/** The same with what the costs lack, as far as that is known. */
export function noCostReasonOf(lacks: string | null): string {
  if (lacks === null) return noCostReason
  const words = lackWords(lacks, {
    noRate: (currencies) => `no exchange rate of ${currencies} is on file for the day on which they arrived, or before`,
    noCost: 'no cost of them was stated, or of what they were made of',
  })
  return `The cost of some units on hand is unknown: ${words}.`
}
