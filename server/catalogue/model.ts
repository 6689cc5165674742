export const no_price_reason = 'No variant has a price.'
export const no_cost_reason = 'Some units on hand have no known cost.'
