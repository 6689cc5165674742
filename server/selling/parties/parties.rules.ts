/** The parties of a document as they are printed. Pure. */
import type { PrintedParty } from '../../documents/printing/printed_order.ts'
import type { DocumentParties } from './parties.model.ts'

const linesOf = (address: string | null): string[] => (address === null ? [] : address.split('\n'))
const taxLine = (tax_id: string | null): string[] => (tax_id === null ? [] : [`Tax id ${tax_id}`])

/** What is printed of a document from before addresses were on file: its content never changes. */
export const withoutAddresses = ({ seller, bill_to, ship_to }: DocumentParties): DocumentParties => ({
  seller: { ...seller, address: null, tax_id: null },
  bill_to: { ...bill_to, address: null, tax_id: null },
  ship_to: { ...ship_to, address: null },
})

export const printedShipTo = ({ name, door_reference, address }: DocumentParties['ship_to']): PrintedParty => ({
  name,
  details: [...(door_reference === null ? [] : [`Door ${door_reference}`]), ...linesOf(address)],
})

export interface PrintedParties {
  seller: PrintedParty
  buyer: PrintedParty
  /** null if the goods go to the buyer's own address. */
  ship_to: PrintedParty | null
}

export function printedParties({ seller, bill_to, ship_to }: DocumentParties): PrintedParties {
  const { account_reference, door_reference } = { ...bill_to, ...ship_to }
  const isElsewhere = door_reference !== null || ship_to.address !== bill_to.address
  return {
    seller: { name: seller.name, details: [...linesOf(seller.address), ...taxLine(seller.tax_id)] },
    buyer: {
      name: bill_to.name,
      details: [
        ...(account_reference === null ? [] : [account_reference]),
        ...linesOf(bill_to.address),
        ...taxLine(bill_to.tax_id),
      ],
    },
    ship_to: isElsewhere ? printedShipTo(ship_to) : null,
  }
}
