/** The account and the order of a document, as its responses name them. */
import { OwnId, Shape, Text } from '../../contract/schema.ts'

export const NamedAccount = (description: string) =>
  Shape(
    {
      name: Text('Name of the account.', { examples: ['Northgate Stores'] }),
      trading_partner_id: OwnId('Id of the account.'),
    },
    { description },
  )

export const NamedOrder = (description: string) =>
  Shape(
    { name: Text('Display name of the order.', { examples: ['SO-2041'] }), order_id: OwnId('Id of the order.') },
    { description },
  )
