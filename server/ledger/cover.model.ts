/** Days of cover and stock health, declared once for every read that returns them. */
import { Nullable, Num, OpenChoice, Text } from '../contract/schema.ts'
import { cover, stockHealths } from '../contract/stock.ts'

export const notSoldReason = `Nothing was sold in the last ${cover.window_days} days.`

export const soldWithoutStock = `Units were sold in the last ${cover.window_days} days, but on none on which the ledger has stock there.`
export const outOfStock = 'The variant was out of stock on every tracked day.'

export const assembledReason =
  'The bundle is assembled when it is sold: what it sells is demand for its components, which have the cover.'

export const noCoverReason = (is_assembled: boolean) => (is_assembled ? assembledReason : notSoldReason)

export const availableWords =
  'Units on hand less those committed; of a bundle that is assembled when sold, as many as its components at each location suffice for.'

export const coverFields = {
  days_of_cover: Nullable(
    Num(
      `Days that the available units last at the rate that the newest forecast expects over the lead time and the review period; without a forecast, at the sales rate of the last ${cover.window_days} days, counting in-stock days only.`,
    ),
  ),
  health: OpenChoice(
    stockHealths,
    `Out of stock at 0 available; critical below the supplier's lead time; caution below lead time plus review period; overstocked above ${cover.overstocked_above_days / 7} weeks of cover.`,
  ),
  cover_reason: Nullable(Text('Reason why days of cover is null; null when it is known.', { examples: [null] })),
}
