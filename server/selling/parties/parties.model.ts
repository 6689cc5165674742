/** The parties of a document about an order of a trading account. */
import { Nullable, Shape, type Static, Text } from '../../contract/schema.ts'

const address = Nullable(
  Text('Address, line by line; null if none was on file.', {
    examples: ['Rua do Cais 12\n4800-019 Guimarães\nPortugal'],
  }),
)
const tax_id = Nullable(Text('Tax id; null if none was on file.', { examples: ['PT508765432'] }))

export const DocumentParties = Shape(
  {
    seller: Shape(
      { name: Text('Name of the organisation.', { examples: ['Northwind Apparel'] }), address, tax_id },
      { description: 'The organisation, with address and tax id from its settings.' },
    ),
    bill_to: Shape(
      {
        name: Text('Name of the account.', { examples: ['Meridian Stores'] }),
        account_reference: Nullable(
          Text('Your own number of the account; null if none is set.', { examples: ['C-2041'] }),
        ),
        address,
        tax_id,
      },
      { description: 'The account.' },
    ),
    ship_to: Shape(
      {
        name: Text('Name of the door, else of the account.', { examples: ['Porto Center'] }),
        door_reference: Nullable(Text('Door of the order; null if it names none.', { examples: ['0117'] })),
        address,
      },
      {
        description:
          "Where the goods go: the address of the order's door, else the account's ship-to address, else its bill-to address.",
      },
    ),
  },
  {
    $id: 'DocumentParties',
    description:
      'Parties as they were on file when the document was issued; null for documents from before that was recorded.',
  },
)
export type DocumentParties = Static<typeof DocumentParties>
