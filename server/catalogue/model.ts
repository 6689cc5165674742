export const noPriceReason = 'No variant has a price.'
export const noCostReason = 'The cost of some units on hand is unknown.'

/** The same where the currency is known of which a rate is lacking. */
export const noCostReasonOf = (unrated_currency: string | null): string =>
  unrated_currency === null
    ? noCostReason
    : `The cost of some units on hand is unknown: no exchange rate of ${unrated_currency} is on file for the day on which they arrived, or before.`
