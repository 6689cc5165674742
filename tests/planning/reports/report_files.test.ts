import * as XLSX from '@e965/xlsx'
import { expect, test } from 'bun:test'
import { pdfPages } from '../../support/pdf.ts'
import { type Planning, refusal } from '../planning_fixture.ts'
import { newYear2023, read, section } from './reports_fixture.ts'

const path = (kind: string, query = '') => `/api/v1/finance/reports/${kind}/file${query}`

async function download({ tenant, session }: Planning, kind: string, query: string) {
  const linkResponse = await session.get(path(kind, query))
  if (linkResponse.status !== 200) throw new Error(linkResponse.text)
  const { export_url, file_name, row_count } = linkResponse.body.data
  const { pathname, search } = new URL(export_url)
  const response = await fetch(`${tenant.service.base_url}${pathname}${search}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { file_name, row_count, type: response.headers.get('content-type'), bytes }
}

const reports = {
  'weekly-trade': '?week=2023-W53',
  'open-to-buy': '?fiscal_year=2023',
  'cash-from-the-buy': '?as_of=2024-01-10',
} as const

test.each(Object.entries(reports))('the workbook of %s has the figures of the report', async (kind, query) => {
  const planning = await newYear2023()
  const report = await read(planning, kind, query)
  const { file_name, row_count, bytes } = await download(planning, kind, `${query}&format=xlsx`)
  expect(file_name).toBe(`${kind}-${query.split('=')[1]}.xlsx`)
  expect(row_count).toBe(report.sections.flatMap(({ rows }: any) => rows).length)
  const book = XLSX.read(bytes)
  expect(book.SheetNames.length).toBe(report.sections.length + 1)
  for (const [i, { rows, columns }] of report.sections.entries()) {
    const sheet = XLSX.utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[i + 1]!]!, {
      header: 1,
      blankrows: false,
    })
    const shown = rows.map(({ label, cells }: any) => [
      label,
      ...columns.map(({ key }: any) => {
        const { reason, text, cents, value } = cells[key]
        return reason ?? text ?? (cents === null ? value : cents / 100)
      }),
    ])
    expect(rows.length === 0 ? [] : sheet.slice(-rows.length)).toEqual(shown)
  }
})

test.each(Object.entries(reports))('the PDF of %s states its head figures and its tables', async (kind, query) => {
  const planning = await newYear2023()
  const report = await read(planning, kind, query)
  const { type, bytes } = await download(planning, kind, query)
  expect(type).toBe('application/pdf')
  const text = (await pdfPages(bytes)).join(' ')
  expect(text).toContain(`${report.label} Test organisation, ${report.period_detail.sentence}`)
  for (const { label, figure } of report.head) {
    expect(text).toContain(label)
    if (figure.cents !== null)
      expect(text).toContain((figure.cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }))
  }
  for (const { label } of report.sections) expect(text).toContain(label)
  expect(section(report, report.sections[0].key)).toBeDefined()
})

test('a report that does not exist, and parameters that it lacks or does not have, are refused', async () => {
  const { session } = await newYear2023()
  const refused = {
    [path('sales')]: [404, 'not_found'],
    [path('open-to-buy')]: [400, 'fiscal_year'],
    [path('weekly-trade')]: [400, 'week'],
    [path('open-to-buy', '?fiscal_year=2023&week=2023-W53')]: [400, 'week'],
    [path('cash-from-the-buy', '?cut=channel')]: [400, 'cut'],
    [path('cash-from-the-buy', '?format=csv')]: [400, 'format'],
    [path('cash-from-the-buy', '?as_of=1899-01-01')]: [400, 'as_of'],
    [path('weekly-trade', '?week=2022-W53')]: [400, 'week'],
  }
  for (const [target, expected] of Object.entries(refused))
    expect([target, refusal(await session.get(target))]).toEqual([target, expected])
})
