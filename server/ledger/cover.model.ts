/** Days of cover, stock health and the reasons why a rate is missing, declared once for every read that returns them. */
import { Nullable, Num, OpenChoice, Text } from '../contract/schema.ts'
import type { FigureCause } from '../contract/money/figure_causes.ts'
import { cover, stockHealths } from '../contract/stock.ts'

/** Sentences by the code of the reason. */
export const coverReasons = {
  nothing_sold: `Nothing was sold in the last ${cover.window_days} days.`,
  sold_without_stock: `Units were sold in the last ${cover.window_days} days, but on none on which the ledger has stock there.`,
  single_wholesale_shipment: `What was sold in the last ${cover.window_days} days left in wholesale shipments of one day, from which no rate follows.`,
  not_measured:
    'The rate has not been measured since the stock or the last sales were recorded; it is measured every hour.',
  assembled_when_sold:
    'The bundle is assembled when it is sold: what it sells is demand for its components, which have the cover.',
  out_of_stock: 'The variant was out of stock on every tracked day wherever consumers buy it.',
  sold_before_the_ledger: 'Units were sold in the window, but only on days before the first ledger row.',
} as const satisfies Partial<Record<FigureCause, string>>
export type CoverReason = keyof typeof coverReasons

/** Reasons of a level or of a sum of levels. */
export const levelReasonCodes = [
  'nothing_sold',
  'sold_without_stock',
  'single_wholesale_shipment',
  'not_measured',
  'assembled_when_sold',
] as const satisfies readonly CoverReason[]

export const availableWords =
  'Units on hand less those committed; of a bundle that is assembled when sold, as many as its components at each location suffice for.'

export const coverFields = {
  days_of_cover: Nullable(
    Num(
      `Days that the available units last at the rate that the newest forecast expects over the lead time and the review period; without a forecast, at the sales rate of the last ${cover.window_days} days: consumers by in-stock days, and wholesale by all days if it shipped on two or more.`,
    ),
  ),
  health: OpenChoice(
    stockHealths,
    `Out of stock at 0 available; critical below the supplier's lead time; caution below lead time plus review period; overstocked above ${cover.overstocked_above_days / 7} weeks of cover.`,
  ),
  cover_reason: Nullable(Text('Reason why days of cover is null; null when it is known.', { examples: [null] })),
  cover_reason_code: Nullable(
    OpenChoice(levelReasonCodes, 'Code of the reason why days of cover is null; null when it is known.'),
  ),
}

/** The reason of a level without days of cover, as reads show it. */
export const coverReasonOf = (days_of_cover: number | null, code: CoverReason | null) =>
  days_of_cover === null
    ? { cover_reason_code: code ?? 'not_measured', cover_reason: coverReasons[code ?? 'not_measured'] }
    : { cover_reason_code: null, cover_reason: null }
