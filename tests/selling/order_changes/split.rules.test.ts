/** Dividing a line: both parts add up to the cent, also in what counts for units that are agreed and not cancelled. */
import { expect, test } from 'bun:test'
import {
  type DividedLine,
  divideLine,
  goesWhole,
  movedFreight,
  partsByDate,
  shortParts,
} from '../../../server/selling/order_changes/split.rules.ts'
import { shareOf } from '../../../server/contract/money/shares.ts'

const line = (quantity: number, values: Partial<DividedLine> = {}): DividedLine => ({
  quantity,
  allocated_quantity: 0,
  fulfilled_quantity: 0,
  cancelled_quantity: 0,
  over_shipped_quantity: 0,
  unit_price_cents: 100,
  discount_cents: 0,
  tax_cents: 0,
  ...values,
})

test('for every division, the cents of both parts are those of the line, and so are those that count', () => {
  let cases = 0
  for (let quantity = 2; quantity <= 7; quantity++)
    for (const [currency, step] of [
      ['USD', 1],
      ['JPY', 100],
    ] as const)
      for (let cancelled_quantity = 0; cancelled_quantity < quantity; cancelled_quantity++)
        for (let units = 1; units <= quantity - cancelled_quantity; units++)
          for (const unit_price_cents of [1, 3, 100])
            for (
              let discount_cents = 0;
              discount_cents <= Math.min(quantity * unit_price_cents, 11);
              discount_cents++
            ) {
              const whole = line(quantity, {
                cancelled_quantity,
                unit_price_cents: unit_price_cents * step,
                discount_cents: discount_cents * step,
                tax_cents: discount_cents * step,
              })
              const { moved, rest } = divideLine(whole, units, currency)
              const counted = (cents: number, of: number) => shareOf(cents, of - cancelled_quantity, of, currency)
              for (const name of ['discount_cents', 'tax_cents'] as const) {
                expect(moved[name] + rest[name]).toBe(whole[name])
                expect(Math.min(moved[name], rest[name])).toBeGreaterThanOrEqual(0)
                expect([moved[name] % step, rest[name] % step]).toEqual([0, 0])
                expect([moved[name] + counted(rest[name], rest.quantity), whole, units]).toEqual([
                  counted(whole[name], quantity),
                  whole,
                  units,
                ])
              }
              expect(moved.discount_cents).toBeLessThanOrEqual(units * unit_price_cents * step)
              expect(rest.discount_cents).toBeLessThanOrEqual(rest.quantity * unit_price_cents * step)
              cases++
            }
  expect(cases).toBeGreaterThan(1_000)
})

test('units without stock go first; what is held goes with the others', () => {
  const held = line(10, { allocated_quantity: 6, fulfilled_quantity: 1 })
  expect(divideLine(held, 3, 'USD').moved.allocated_quantity).toBe(0)
  expect(divideLine(held, 4, 'USD')).toMatchObject({
    moved: { allocated_quantity: 1 },
    rest: { allocated_quantity: 5, quantity: 6 },
  })
  expect(divideLine(held, 9, 'USD')).toMatchObject({
    moved: { allocated_quantity: 6 },
    rest: { allocated_quantity: 0, quantity: 1 },
  })
})

test('a line goes whole if all of it goes and nothing of it has shipped or is cancelled', () => {
  expect(goesWhole(line(4), 4)).toBe(true)
  expect(goesWhole(line(4), 3)).toBe(false)
  expect(goesWhole(line(4, { cancelled_quantity: 1 }), 3)).toBe(false)
  expect(goesWhole(line(4, { fulfilled_quantity: 2, over_shipped_quantity: 2 }), 4)).toBe(false)
})

test('freight goes by agreed or shipped units, as when it is invoiced', () => {
  const lines = [line(4, { fulfilled_quantity: 5, over_shipped_quantity: 1 }), line(6, { cancelled_quantity: 1 })]
  expect(movedFreight({ currency: 'USD', freight_cents: 1000, freight_tax_cents: 99 }, lines, 5)).toEqual({
    freight_cents: 500,
    freight_tax_cents: 50,
  })
  expect(movedFreight({ currency: 'USD', freight_cents: 1000, freight_tax_cents: 0 }, [line(3)], 1).freight_cents).toBe(
    333,
  )
})

test('parts by date are the outstanding units of each other day; short parts are the units without stock', () => {
  const dated = (line_id: string, requested_ship_date: string | null, values: Partial<DividedLine> = {}) => ({
    ...line(4, values),
    line_id,
    requested_ship_date,
  })
  const lines = [
    dated('a', '2026-12-08'),
    dated('b', null),
    dated('c', '2026-12-01'),
    dated('d', '2026-12-04'),
    dated('e', '2026-12-08', { fulfilled_quantity: 1 }),
    dated('f', '2026-12-09', { fulfilled_quantity: 4 }),
  ]
  expect(partsByDate(lines, '2026-12-04')).toEqual([
    { day: '2026-12-01', parts: [{ line_id: 'c', units: 4 }] },
    {
      day: '2026-12-08',
      parts: [
        { line_id: 'a', units: 4 },
        { line_id: 'e', units: 3 },
      ],
    },
  ])
  expect(partsByDate([dated('b', null)], null)).toEqual([])
  expect(
    shortParts([dated('a', null, { allocated_quantity: 3 }), dated('b', null, { allocated_quantity: 4 })]),
  ).toEqual([{ line_id: 'a', units: 1 }])
})
