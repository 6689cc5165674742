/** Files with titles and instructions above their headers, as systems and people write them. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { type Cell, sheetsBook, workbook } from '../../files/spreadsheet_files.ts'
import { openShop, sampleOf } from './shop.ts'

setDefaultTimeout(120_000)

const square = (): string[][] => {
  const [headers, ...rows] = sampleOf('square_items.csv').trimEnd().split('\n')
  const cells = (line: string) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell!.replaceAll('"', ''))
  return [headers!, ...rows].map((line) => cells(line).slice(0, headers!.split(',').length))
}

const instructions: Cell[][] = [
  ['Square item library'],
  ['Do not edit the column Token. Rows whose token is blank become new items.', 'SKU must be unique.'],
  [],
]

test("Square's workbook is read below its instructions, as the file without them is", async () => {
  const { importer, created, sql, organization_id } = await openShop()
  const file = workbook([...instructions, ...square()]) as never
  const { data } = (await created(file)).body
  expect(data).toMatchObject({ state: 'ready', kind: 'products', profile: 'Square item library export' })
  expect(data.rows_above).toEqual([
    { row_number: 1, text: 'Square item library' },
    {
      row_number: 2,
      text: 'Do not edit the column Token. Rows whose token is blank become new items. | SKU must be unique.',
    },
  ])
  const { import_id } = data
  for (const step of ['preview', 'run'] as const) {
    await importer.step(import_id, step)
    await importer.work()
  }
  const done = await importer.get(import_id)
  expect(done).toMatchObject({ state: 'completed', result: { rows: { created: square().length - 1, refused: 0 } } })
  expect(done.rows_above).toHaveLength(2)
  const [first] = await importer.report(import_id)
  expect(first!.row_number).toBe('5')
  const variants = await sql`select sku from variants where organization_id = ${organization_id} order by sku`
  expect(variants.map(({ sku }) => sku)).toContain('LINEN-NAVY-S')
  const again = (await created(sampleOf('square_items.csv'))).body.data
  expect(again.rows_above).toEqual([])
})

test('a CSV file is read below a title, whether spreadsheets padded it with delimiters or not', async () => {
  const { importer } = await openShop()
  const files = [
    'Stock of 29 November\n\nSKU;Title;Price\nA-1;"Cap, red";12,50\nA-2;Hat;1.300,00\n',
    'Export of the shop;;\nSKU;Title;Price\nA-3;Cap;12,50\nA-4;Hat;1.300,00\n',
  ]
  for (const [i, file] of files.entries()) {
    const file_key = await importer.upload(file, 'file.csv')
    const made = (await importer.session.post('/api/v1/imports', { file_key, kind: 'products' })).body.data
    expect(made.columns.map(({ header, field }: any) => [header, field])).toEqual([
      ['SKU', 'sku'],
      ['Title', 'title'],
      ['Price', 'price'],
    ])
    expect(made.rows_above.map(({ row_number }: any) => row_number)).toEqual([1])
    const columns = made.columns.map(({ header, field }: any) => ({ header, field }))
    await importer.session.put(`/api/v1/imports/${made.import_id}/mapping`, { mapping: { columns } })
    for (const step of ['preview', 'run'] as const) {
      await importer.step(made.import_id, step)
      await importer.work()
    }
    const done = await importer.get(made.import_id)
    expect([i, done.state, done.result.rows.created]).toEqual([i, 'completed', 2])
  }
})

test('titles whose headers nobody knows are told by the one cell that they have', async () => {
  const { created } = await openShop()
  const file = workbook([
    ['Lagerliste'],
    ['Artikelnr', 'Bezeichnung', 'Bestand'],
    ['A-1', 'Mütze', 3],
    ['A-2', 'Hut', 4],
  ])
  const { data } = (await created(file as never, { kind: 'products' })).body
  expect(data.rows_above).toEqual([{ row_number: 1, text: 'Lagerliste' }])
  expect(data.columns.map(({ header }: any) => header)).toEqual(['Artikelnr', 'Bezeichnung', 'Bestand'])
})

test('a file of one column keeps its first row as header, and a file of people shows no titles', async () => {
  const { created } = await openShop()
  const one = (await created('Artikel\nMill; Sons\nNorth; South\n', { kind: 'products' })).body.data
  expect([one.rows_above, one.columns.map(({ header }: any) => header)]).toEqual([[], ['Artikel']])
  const people = 'Customers of Ann Lee\nEmail,First name,Last name,Country\nann@example.com,Ann,Lee,US\n'
  const { data } = (await created(people, { kind: 'customers' })).body
  expect(data.rows_above).toEqual([{ row_number: 1, text: null }])
})

test('a sheet of instructions before the sheet of records is passed over', async () => {
  const { created } = await openShop()
  const { data } = (await created(sheetsBook({ Instructions: instructions, Items: square() }) as never)).body
  expect(data).toMatchObject({ state: 'ready', profile: 'Square item library export', rows_above: [] })
})
