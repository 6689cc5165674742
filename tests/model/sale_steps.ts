/** The steps of a history that concern sales orders. */
import fc from 'fast-check'

type Units = { line: number; quantity: number }

export type SaleStep =
  | {
      does: 'sale'
      sale_place: string
      is_wholesale: boolean
      is_draft: boolean
      lines: { sku: string; quantity: number; price: number }[]
    }
  | { does: 'hold_sale' | 'cancel_sale'; sale: number }
  | { does: 'confirm_sale'; sale: number; agreed: number[] }
  | { does: 'ship_sale'; sale: number; is_elsewhere: boolean; keeps: boolean; lines: Units[] }
  | { does: 'return_sale'; sale: number; line: number; quantity: number; restocked: number }

const which = fc.nat(15)
const does = <const T extends string>(...names: T[]) => fc.constantFrom(...names)

export function saleSteps(
  sku: fc.Arbitrary<string>,
  place: fc.Arbitrary<string>,
): { weight: number; arbitrary: fc.Arbitrary<SaleStep> }[] {
  const lines = fc.array(
    fc.record({ sku, quantity: fc.integer({ min: 1, max: 8 }), price: fc.integer({ max: 900, min: 0 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  const units = fc.uniqueArray(fc.record({ line: fc.nat(2), quantity: fc.integer({ min: 1, max: 6 }) }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ line }) => line,
  })
  const seldom = fc.nat(4).map((n) => n === 0)
  return [
    {
      weight: 6,
      arbitrary: fc.record({
        does: does('sale'),
        sale_place: place,
        is_wholesale: fc.boolean(),
        is_draft: fc.boolean(),
        lines,
      }),
    },
    { weight: 4, arbitrary: fc.record({ does: does('hold_sale'), sale: which }) },
    { weight: 2, arbitrary: fc.record({ does: does('cancel_sale'), sale: which }) },
    {
      weight: 2,
      arbitrary: fc.record({
        does: does('confirm_sale'),
        sale: which,
        agreed: fc.array(fc.nat(6), { minLength: 3, maxLength: 3 }),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        does: does('ship_sale'),
        sale: which,
        is_elsewhere: seldom,
        keeps: fc.boolean(),
        lines: units,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        does: does('return_sale'),
        sale: which,
        line: fc.nat(2),
        quantity: fc.integer({ min: 1, max: 4 }),
        restocked: fc.nat(4),
      }),
    },
  ]
}
