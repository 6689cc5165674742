/** Layouts of reports: weeks or stores across, and what titles say of all rows. */
import { expect, test } from 'bun:test'
import {
  isReportHeader,
  namesWeek,
  otherMeasure,
  titledPeriod,
  turned,
  unknownTitleOf,
} from '../../../../server/partners/sell_out/reading/report_layout.rules.ts'

const rows = (...lines: string[]) =>
  lines.map((line, i) => ({ row_number: i + 2, cells: line.split('|').map((text) => text || null) }))

test('a header has two known names, or one beside weeks or stores across', () => {
  const is = (line: string) => isReportHeader(line.split('|').map((text) => text || null))
  expect([is('SKU|units_sold'), is('SKU|2026-11-08|2026-11-15'), is('SKU|Store 1|Store 2')]).toEqual([true, true, true])
  expect([
    is('SKU|x'),
    is('x|y'),
    is('2026-11-08|2026-11-15'),
    is('SKU|2026-11-08'),
    is('SKU|Store 1'),
    is('SKU|'),
  ]).toEqual(Array.from({ length: 6 }, () => false))
})

test('weeks, days and stores across become a row for each cell, with the week of its block', async () => {
  const week = { week_start: '2026-11-02', week_end: '2026-11-08' }
  const read = async (header: string) => {
    const dated = [{ ...rows('A|5|3')[0]!, week }, rows('A|5|3')[0]!]
    const table = {
      headers: header.split('|'),
      first_rows: rows('A|5|3'),
      async *rows() {
        yield dated
      },
    }
    const found = turned(table)
    const all: { cells: readonly (string | null)[]; week?: object }[] = []
    for await (const some of found.rows()) all.push(...some)
    return [found.headers, found.first_rows.map(({ cells }) => cells), all.map((one) => [one.cells, one.week])]
  }
  const across = (name: string, one: string, other: string) => {
    const cells = [['A', one, '5'], ['A', other, '3']] // prettier-ignore
    const all = [...cells.map((row) => [row, week]), ...cells.map((row) => [row, undefined])]
    return [['SKU', name, 'Units'], cells, all]
  }
  expect(await read('SKU|2026-11-08|2026-11-22')).toEqual(across('Week ending', '2026-11-08', '2026-11-22'))
  expect(await read('SKU|2026-11-08|2026-11-09')).toEqual(across('Date', '2026-11-08', '2026-11-09'))
  expect(await read('SKU|Store 1|Store 2')).toEqual(across('Store', '1', '2'))
  for (const plain of ['SKU|2026-11-08|2026-11-11', 'SKU|2026-11-08|2026-11-08', 'units_sold|Store 1|Store 2', 'door|Store 1|Store 2'])
    expect([plain, (await read(plain))[0]]).toEqual([plain, plain.split('|')])
}) // prettier-ignore

test('titles state the week of a report by its first or its last day, and only one', () => {
  const period = (...titles: string[]) => titledPeriod({ titles: rows(...titles) })
  const week = { week_start: '2026-11-09', week_end: '2026-11-15' }
  for (const title of ['Week ending 2026-11-15', 'W/E: 2026-11-15', 'Week starting 2026-11-09', 'w/c 2026-11-09', 'Week ending|2026-11-15'])
    expect([title, period(title)]).toEqual([title, week])
  expect(period('Sales', 'Week ending 2026-11-15', 'Week beginning 2026-11-09')).toEqual(week)
  for (const none of [['Sales'], ['Week ending soon'], ['Week ending 01/02/2026'], ['Week ending 2026-11-15', 'Week ending 2026-11-22'], []])
    expect([none, period(...none)]).toEqual([none, null])
  expect(['Week ending soon', 'w/c x', 'Weekly'].map(namesWeek)).toEqual([true, true, false])
}) // prettier-ignore

const context = { currency: 'EUR', names: ['Meridian & Co'] }

test('a title is known where each of its words is, or it is a fact of the report, its week or its currency', () => {
  const named = (...titles: string[]) => unknownTitleOf(rows(...titles), context)
  const known = ['Sales', 'Weekly sales report', 'Sales in EUR', 'Sales in €', 'Sales of MERIDIAN & CO', 'Week ending 2026-11-15', 'Weekly sales|Week starting 2026-11-09', 'Sales and stock report', 'Page 1 of 2', 'Printed on 2026-11-16 08:00', 'Vendor: 40021', 'Verkaufsbericht Meridian & Co', 'Rapport hebdomadaire des ventes', '---', 'Ladies']
  expect(known.filter((title) => named(title) !== null)).toEqual([])
  expect([named(), named(...known)]).toEqual([null, null])
  const unknown = ['Quantities in cartons', 'Forecast', 'Returns report', 'Stock report', 'Returns', 'Previous week', 'Sales YTD', 'Store 12', 'Sales in USD', 'Sales in £', 'EUR and USD', 'Sales x 12', 'Sales 5', 'Sales %', 'Week ending soon', 'Sales week 46', 'Budget', 'Preliminary sales', 'Verkäufe in Dutzend', 'Ventes prévues', 'Vendor: all', 'Printed twice']
  for (const title of unknown) expect([title, named('Sales', title)]).toEqual([title, title])
  expect(named('Store|12')).toBe('Store 12')
  expect(named(`Store ${'x'.repeat(130)}`)).toHaveLength(120)
  expect(unknownTitleOf(rows('Sales of Meridian & Co'), { currency: 'EUR', names: [] })).toBe('Sales of Meridian & Co')
}) // prettier-ignore

test('a header of a figure may say another unit or another currency', () => {
  const others = ['Units (dozens)', 'Qty CTN', 'Units x12', 'Sold per 12', 'Menge Kartons', "Units ('000)"].map((header) => otherMeasure(header, 'EUR'))
  expect(others).toEqual(Array.from({ length: 6 }, () => 'unit'))
  expect(['Sales GBP', 'Sales (usd)', 'Sales £'].map((header) => otherMeasure(header, 'EUR'))).toEqual(['currency', 'currency', 'currency'])
  expect(['Units', 'Sales EUR', 'Sales €', 'Net Sales', 'Qty sold', 'Sales'].map((header) => otherMeasure(header, 'EUR'))).toEqual([null, null, null, null, null, null])
}) // prettier-ignore
