import { sessionOperation } from '../../../contract/operation.ts'
import { refuse } from '../../../contract/refusals.ts'
import { Id, OpenChoice, Shape, Text, Type, Whole } from '../../../contract/schema.ts'
import { ediDocumentStates } from '../../../interchanges/known_values.ts'
import { queueAdvice } from './inventory_advice.ts'

export const adviseInventory = sessionOperation({
  id: 'session.advise_inventory',
  route: 'POST /api/v1/wholesale/accounts/{trading_partner_id}/inventory-advice',
  summary: 'Send an inventory advice',
  desc: ({ items }) => `An 846 about ${items} items is waiting to be sent.`,
  description:
    'Queues an 846 for a trading account: for each of its items in use, the units on hand over all locations that no order holds. Accounts whose profile lists 846 also get one a week without being asked. Fails with `conflict` if the account takes no 846 or has no items.',
  service: 'wholesale',
  status: 201,
  params: Type.Object({ trading_partner_id: Id('Id of the trading account.') }, { additionalProperties: false }),
  answer: Shape({
    document_id: Whole('Id of the EDI document.', { examples: [8812] }),
    state: OpenChoice(ediDocumentStates, 'State of the document.'),
    sentence: Text('State as a sentence to display.', { examples: ['The 846 is waiting to be sent.'] }),
    items: Whole('Number of items in the advice.', { examples: [24] }),
  }),
  refusals: ['not_found', 'conflict'],
  conflict: 'The account has no items in use, or its EDI profile does not list the 846.',
  async run({ sql, caller, params: { trading_partner_id }, now }) {
    const { organization_id, time_zone } = caller
    const [account] = await sql<{ name: string }[]>`
      select name from trading_partners
      where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`
    if (account === undefined) refuse('not_found', { desc: 'No trading account has that id.' })
    const advised = await queueAdvice(sql, { organization_id, time_zone, now }, trading_partner_id)
    if (advised === null) refuse('conflict', { desc: `${account.name} has no items in use.` })
    const { queued, items } = advised
    if (queued === null) refuse('conflict', { desc: `${account.name} takes no 846: its EDI profile does not list it.` })
    return { ...queued, items }
  },
})
