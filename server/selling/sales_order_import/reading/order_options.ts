/** Options of the import of orders. */

export const placeholderChoices = ['history', 'all', 'refuse'] as const
export const otherLineChoices = ['beside', 'sales'] as const

export const orderOptions = {
  cut_over: {
    type: 'instant',
    description:
      'Time from which stock is booked here, with its offset: usually that of the opening stock. Units that shipped or came back before it are history and move no stock.',
    required: true,
    examples: ['2026-11-01T00:00:00+01:00'],
  },
  channel: {
    type: 'text',
    description: 'Name or id of the sales channel of orders for which the file names none.',
    examples: ['Online store'],
  },
  location: {
    type: 'text',
    description: 'Name or id of the location that ships orders for which the file names none.',
    examples: ['Main warehouse'],
  },
  placeholders: {
    type: 'choice',
    description:
      'What happens to a line that no variant matches: `history` makes a placeholder of its SKU and name for orders before the cut-over, so that their sales are kept, and refuses later orders; `all` makes one for every order; `refuse` refuses the order. history unless stated. A placeholder is a variant of a draft product with the tag `placeholder`, which is not planned.',
    choices: placeholderChoices,
  },
  lines_without_goods: {
    type: 'choice',
    description:
      'Where tips, gift cards, fees, shipping lines and custom items count: `beside` keeps them with the order, as no part of sales; `sales` counts each kind as sales of a variant of its own, which has no stock. beside unless stated.',
    choices: otherLineChoices,
  },
} as const
