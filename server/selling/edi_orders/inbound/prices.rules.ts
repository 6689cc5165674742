/** The price that a buyer states, and the one that is agreed with it. Pure. */
import { decimalOf, smallestCents } from '../../../contract/money.ts'
import type { OrderLine } from '../../../edi/documents/record.ts'
import { centsOf, type EachPrice, pricedUnits } from '../units.rules.ts'

export interface Price {
  requested: number | null
  agreed: number | null
  note: string | null
}

type PricedLine = Pick<OrderLine, 'unit_price' | 'price_basis'>
interface Terms {
  currency: string
  each_price?: EachPrice
}

const open = (note: string): Price => ({ requested: null, agreed: null, note })

/** Several readings of a price: the one that the list has, else the price stays open. */
function readAs(line: PricedLine, per: number, list: number | null, units: readonly number[], currency: string): Price {
  const cents = units.map((one) => centsOf(line.unit_price!, currency, one))
  if (list !== null && cents.includes(list)) return { requested: list, agreed: list, note: null }
  const readings = cents.flatMap((one) => (one === null ? [] : [`${decimalOf(one)} ${currency}`])).join(' or ')
  return open(
    `the price ${line.unit_price} ${currency} has the basis ${line.price_basis} and is for packs of ${per}: ${readings} each`,
  )
}

/**
 * The agreed price: that of the account's list, unless the buyer orders at another one; then it stays open. So does a price
 * whose basis is unknown: a retail price is never agreed.
 */
export function priceOf(
  line: PricedLine,
  per: number,
  list: number | null,
  { currency, each_price = null }: Terms,
): Price {
  const { unit_price, price_basis } = line
  if (unit_price === null) return { requested: null, agreed: list, note: null }
  const units = pricedUnits(line, per, each_price)
  const [only, ...others] = units
  if (only === undefined)
    return open(
      `the price ${unit_price} ${currency} has the basis ${price_basis}, which is no price for a number of units`,
    )
  if (others.length > 0) return readAs(line, per, list, units, currency)
  const requested = centsOf(unit_price, currency, only)
  if (requested === null)
    return open(
      `the price ${unit_price} ${currency}${only === 1 ? '' : ` for ${only} units`} is no whole number of ${smallestCents(currency) === 1 ? 'cents' : currency} a unit`,
    )
  if (list === null || list === requested) return { requested, agreed: requested, note: null }
  return {
    requested,
    agreed: null,
    note: `ordered at ${decimalOf(requested)} ${currency}, the agreed price is ${decimalOf(list)} ${currency}`,
  }
}

/** The price of one pack (each, or as it is ordered); null if it has none, or one for something else. */
export const priceOfPack = ({ unit_price, price_basis = 'PE' }: PricedLine, currency: string): number | null =>
  unit_price === null || price_basis !== 'PE' ? null : centsOf(unit_price, currency)
