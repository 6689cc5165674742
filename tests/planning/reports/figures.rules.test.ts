/** Figures of reports: a missing one has a reason, and the head repeats cells of the sections. */
import { expect, test } from 'bun:test'
import { known, unknown } from '../../../server/contract/money.ts'
import {
  cell,
  changeFigure,
  columnsOf,
  figureAt,
  headOf,
  moneyFigure,
  percentFigure,
  periodDetail,
  rowOf,
  textFigure,
  valueFigure,
} from '../../../server/planning/reports/figures.rules.ts'
import type { Section } from '../../../server/planning/reports/report.model.ts'

const noMoney = { cents: null, currency: null, usd: null, cause: null, known_part: null }

test('a figure is money, a value or a text, and a reason stands only where it is missing', () => {
  expect(moneyFigure(known(150), 'USD')).toEqual({
    cents: 150,
    currency: 'USD',
    usd: 1.5,
    value: null,
    text: null,
    reason: null,
    cause: null,
    known_part: null,
  })
  expect(moneyFigure(unknown('No rate.'), 'EUR')).toMatchObject({ cents: null, currency: 'EUR', reason: 'No rate.' })
  expect(valueFigure(0, 'Why.')).toEqual({ ...noMoney, value: 0, text: null, reason: null })
  expect(valueFigure(-0).value).toBe(0)
  expect(valueFigure(null, 'Why.')).toEqual({ ...noMoney, value: null, text: null, reason: 'Why.' })
  expect(textFigure('', 'Why.')).toEqual({ ...noMoney, value: null, text: '', reason: null })
  expect(textFigure(null, 'Why.')).toEqual({ ...noMoney, value: null, text: null, reason: 'Why.' })
})

test('a percentage is rounded half up to two decimals, and needs a whole above zero', () => {
  expect(percentFigure(1, 3, '-').value).toBe(33.33)
  expect(percentFigure(1, 800, '-').value).toBe(0.13)
  expect(percentFigure(-1, 4, '-').value).toBe(-25)
  expect(percentFigure(0, 1, '-').value).toBe(0)
  for (const whole of [0, -1]) expect(percentFigure(1, whole, 'None.')).toMatchObject({ value: null, reason: 'None.' })
})

test('a change is relative to its base; what is unknown keeps its own reason', () => {
  expect(changeFigure(known(150), known(100), '-').value).toBe(50)
  expect(changeFigure(known(50), known(100), '-').value).toBe(-50)
  expect(changeFigure(unknown('Now.'), unknown('Base.'), '-')).toMatchObject({ value: null, reason: 'Now.' })
  expect(changeFigure(known(1), unknown('Base.'), '-')).toMatchObject({ value: null, reason: 'Base.' })
  expect(changeFigure(known(1), known(0), 'Zero.')).toMatchObject({ value: null, reason: 'Zero.' })
})

const columns = columnsOf({ units: ['Units', 'units'], net: ['Net sales', 'money'] })
const row = (key: string, units: number) =>
  rowOf(key, key, { units: valueFigure(units), net: moneyFigure(known(units * 100), 'USD') })
const section = (key: string, absence: string | null = null): Section => ({
  key,
  label: key,
  absence,
  as_of: '2026-03-01T00:00:00.000Z',
  data_source: '',
  note: null,
  columns,
  rows: [row('a', 1), row('total', 3)],
})

test('a row has a cell for each column; only the row of the total is one', () => {
  expect(columns).toEqual([
    { key: 'units', label: 'Units', format: 'units' },
    { key: 'net', label: 'Net sales', format: 'money' },
  ])
  expect(row('a', 1)).toMatchObject({ key: 'a', label: 'a', is_total: false })
  expect(row('total', 1).is_total).toBe(true)
  expect(figureAt(row('a', 1), 'units')).toEqual(valueFigure(1))
  expect(figureAt(row('a', 1), 'margin')).toBeUndefined()
})

test('a head figure repeats the cell that it foots to, and what it is compared with', () => {
  const line = { key: 'net', label: 'Net', at: cell('trade', 'total', 'net') }
  const [alone, compared] = headOf(
    [section('trade')],
    [line, { ...line, against: { label: 'Row a', at: cell('trade', 'a', 'net') } }],
  )
  expect(alone).toEqual({
    key: 'net',
    label: 'Net',
    figure: moneyFigure(known(300), 'USD'),
    against: null,
    foots_to: { section: 'trade', row: 'total', column: 'net' },
  })
  expect(compared!.against).toEqual({
    label: 'Row a',
    figure: moneyFigure(known(100), 'USD'),
    foots_to: { section: 'trade', row: 'a', column: 'net' },
  })
})

test('head figures of a section that is absent, or not there, are left out; a cell that is not there is a fault', () => {
  const of = (at: ReturnType<typeof cell>) => headOf([section('trade'), section('stock', 'No stock.')], [line(at)])
  const line = (at: ReturnType<typeof cell>) => ({ key: 'k', label: 'L', at })
  expect(of(cell('trade', 'a', 'units'))).toHaveLength(1)
  expect(of(cell('stock', 'a', 'units'))).toEqual([])
  expect(of(cell('plans', 'a', 'units'))).toEqual([])
  expect(() => of(cell('trade', 'b', 'units'))).toThrow('The report has no cell trade/b/units.')
  expect(() => of(cell('trade', 'a', 'margin'))).toThrow('The report has no cell trade/a/margin.')
  const against = { label: 'A', at: cell('plans', 'a', 'units') }
  expect(() => headOf([section('trade')], [{ ...line(cell('trade', 'a', 'units')), against }])).toThrow('plans/a/units')
})

test('the end of a period is given with and without its last day', () => {
  expect(periodDetail({ start: '2026-02-01', end: '2026-02-28' }, 'February.')).toEqual({
    sentence: 'February.',
    start_date: '2026-02-01',
    end_date: '2026-02-28',
    end_exclusive: '2026-03-01',
  })
})
