/** A report as print, as a workbook and as mail. */
import { expect, test } from 'bun:test'
import { known, unknown } from '../../../server/contract/money.ts'
import { failureOf, reportMail } from '../../../server/planning/report_schedules/report_mail.rules.ts'
import {
  columnsOf,
  moneyFigure,
  rowOf,
  textFigure,
  valueFigure,
} from '../../../server/planning/reports/figures.rules.ts'
import { figureText, printedReport, workbookSheets } from '../../../server/planning/reports/files/report_text.rules.ts'
import type { Report, ReportFigure, Section } from '../../../server/planning/reports/report.model.ts'

const columns = columnsOf({
  net: ['Net sales', 'money'],
  rate: ['Rate', 'percent'],
  due: ['Due', 'date'],
  terms: ['Terms', 'text'],
})
const row = (key: string, net: ReportFigure) =>
  rowOf(key, key === 'total' ? 'Total' : key, {
    net,
    rate: valueFigure(12.5),
    due: textFigure('2026-03-01'),
    terms: textFigure(null, 'No terms.'),
  })
const section = (changes: Partial<Section> = {}): Section => ({
  key: 'trade',
  label: 'Trade [a/b] of the whole long week of sales',
  absence: null,
  as_of: '2026-03-05T10:00:00.000Z',
  data_source: 'Sales',
  note: 'How to read it.',
  columns,
  rows: [row('tops', moneyFigure(known(123_450), 'USD')), row('total', moneyFigure(known(-5), 'USD'))],
  ...changes,
})
const at = { section: 'trade', row: 'total', column: 'net' }
const report = (changes: Partial<Report> = {}): Report => ({
  kind: 'weekly-trade',
  label: 'Weekly trade',
  period: '2026-W01',
  period_detail: {
    sentence: 'Week 1 of 2026',
    start_date: '2026-02-01',
    end_date: '2026-02-07',
    end_exclusive: '2026-02-08',
  },
  as_of: '2026-03-05T10:00:00.000Z',
  basis_line: 'Basis.',
  calendar_note: 'Calendar.',
  coverage: 'Coverage.',
  head: [
    { key: 'net', label: 'Net', figure: moneyFigure(known(-5), 'USD'), against: null, foots_to: at },
    {
      key: 'rate',
      label: 'Rate',
      figure: valueFigure(12.5),
      against: { label: 'Sales', figure: moneyFigure(known(123_450), 'USD'), foots_to: { ...at, row: 'tops' } },
      foots_to: { ...at, column: 'rate' },
    },
  ],
  sections: [
    section({
      key: 'plans',
      label: 'Plans',
      columns: columnsOf({ net: ['Net units', 'units'], rate: ['Rate', 'text'] }),
    }),
    section(),
    section({ key: 'stock', label: 'Stock', absence: 'No stock.', note: null, rows: [] }),
  ],
  ...changes,
})

test('a figure prints as money, as percent or as a count; a missing one prints its reason', () => {
  expect(figureText(moneyFigure(known(123_450), 'USD'), 'money')).toBe('USD 1,234.50')
  expect(figureText(moneyFigure(known(-5), 'EUR'), 'money')).toBe('EUR -0.05')
  expect(figureText(moneyFigure(unknown('No rate.'), 'EUR'), 'money')).toBe('No rate.')
  expect(figureText(valueFigure(12.5), 'percent')).toBe('12.5 %')
  expect(figureText(valueFigure(1_234), 'units')).toBe('1,234')
  expect(figureText(valueFigure(0), 'units')).toBe('0')
  expect(figureText(valueFigure(1_234.5), 'weeks')).toBe('1234.5')
  expect(figureText(valueFigure(null), 'weeks')).toBe('')
  expect(figureText(textFigure('2026-03-01'), 'date')).toBe('2026-03-01')
  expect(figureText(textFigure(''), 'text')).toBe('')
})

test('a printed report states its head and every cell, and aligns only figures as figures', () => {
  const printed = printedReport(report(), 'Acme')
  expect(printed).toMatchObject({
    title: 'Weekly trade',
    organization: 'Acme',
    period: 'Week 1 of 2026',
    made_on: '2026-03-05',
    notes: ['Coverage.', 'Calendar.', 'Basis.'],
    head: [
      { label: 'Net', figure: 'USD -0.05', against: null },
      // The rate is printed by the format of its own column, the comparison by that of its own.
      { label: 'Rate', figure: '12.5 %', against: 'Sales: USD 1,234.50' },
    ],
  })
  const [, trade, stock] = printed.tables
  expect(trade!.columns.map(({ is_figure }) => is_figure)).toEqual([true, true, false, false])
  expect(trade!.rows).toEqual([
    { label: 'tops', is_total: false, cells: ['USD 1,234.50', '12.5 %', '2026-03-01', 'No terms.'] },
    { label: 'Total', is_total: true, cells: ['USD -0.05', '12.5 %', '2026-03-01', 'No terms.'] },
  ])
  expect(stock).toMatchObject({ label: 'Stock', absence: 'No stock.', note: null, rows: [] })
})

test('a workbook has numbers as numbers, and names the currency of a column that has one', () => {
  const sheets = workbookSheets(report())
  expect(sheets['Summary']).toEqual([
    ['Weekly trade', 'Week 1 of 2026'],
    ['As of', '2026-03-05T10:00:00.000Z'],
    ['Coverage', 'Coverage.'],
    ['Calendar', 'Calendar.'],
    ['Basis', 'Basis.'],
    [],
    ['Figure', 'Value', 'Currency', 'Against', 'Value', 'Currency'],
    ['Net', -0.05, 'USD'],
    ['Rate', 12.5, null, 'Sales', 1_234.5, 'USD'],
  ])
  const [, , trade, stock] = Object.values(sheets)
  expect(trade).toEqual([
    ['How to read it.'],
    ['', 'Net sales, USD', 'Rate', 'Due', 'Terms'],
    ['tops', 1_234.5, 12.5, '2026-03-01', 'No terms.'],
    ['Total', -0.05, 12.5, '2026-03-01', 'No terms.'],
  ])
  expect(stock).toEqual([['No stock.'], ['', 'Net sales', 'Rate', 'Due', 'Terms']])
})

test('a column of two currencies names none', () => {
  const rows = [row('tops', moneyFigure(known(1), 'USD')), row('bags', moneyFigure(known(1), 'EUR'))]
  const [, trade] = Object.values(workbookSheets(report({ sections: [section({ rows })] })))
  expect(trade![1]![1]).toBe('Net sales')
})

test('names of sheets have at most 31 characters, none that a workbook refuses, and the place in front', () => {
  const names = Object.keys(workbookSheets(report()))
  expect(names).toEqual(['Summary', '1 Plans', '2 Trade  a b  of the whole long', '3 Stock'])
  expect(names[2]).toHaveLength(31)
  // A cut behind a space takes the space off as well.
  const label = 'Trade of the week, in stores'
  expect(Object.keys(workbookSheets(report({ sections: [section({ label: `${label} and online` })] })))[1]).toBe(
    `1 ${label}`,
  )
})

test('the mail of a report states the head figures, one a line, or without any what it covers', () => {
  const named = { organization: 'Acme', schedule: 'Mondays' }
  const { subject, text } = reportMail(report(), named)
  expect(subject).toBe('Weekly trade, Week 1 of 2026: Acme')
  expect(text.split('\n\n').slice(0, 4)).toEqual([
    'Weekly trade of Acme. Week 1 of 2026.',
    'Net: USD -0.05\nRate: 12.5 % (Sales: USD 1,234.50)',
    'Coverage.',
    'The whole report is attached.',
  ])
  expect(text).toContain('report schedule Mondays')
  expect(
    reportMail(report({ head: [] }), named)
      .text.split('\n\n')
      .slice(1, 3),
  ).toEqual(['Coverage.', 'The whole report is attached.'])
})

test('a report failed if one of its mails did: the first failure is named, and how many there are', () => {
  const sent = { recipient: 'a@example.com', outcome: 'sent', reason: null }
  const refused = { recipient: 'b@example.com', outcome: 'failed', reason: '550 no such user' }
  const silent = { recipient: 'c@example.com', outcome: 'failed', reason: null }
  expect(failureOf([])).toBeNull()
  expect(failureOf([sent])).toBeNull()
  expect(failureOf([sent, refused])).toBe('The mail to b@example.com failed: 550 no such user')
  expect(failureOf([sent, silent])).toBe('The mail to c@example.com failed: no response')
  expect(failureOf([refused, sent, silent])).toBe(
    'The mail to 2 of 3 recipients failed: b@example.com: 550 no such user',
  )
})
