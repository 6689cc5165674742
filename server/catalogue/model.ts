export const no_price_reason = 'No variant has a price.'
export const no_cost_reason = 'The cost of some units on hand is unknown.'
