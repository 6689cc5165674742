export const noPriceReason = 'No variant has a price.'
export const noCostReason = 'The cost of some units on hand is unknown.'
