/** Rows of one product that do not follow each other are one product, wherever batches end. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { importKind } from '../../server/imports/kind.ts'
import { workbook } from '../files/spreadsheet_files.ts'
import { readCatalogue } from '../catalogue/imports/read_catalogue.ts'
import { addKind, openImporter } from './rig.ts'

setDefaultTimeout(60_000)

const caseOf = (file: string) => readFileSync(join(import.meta.dir, 'cases', file))

test('rows of a product that stand apart are one product with all its variants', async () => {
  const importer = await openImporter()
  const done = await importer.imported(caseOf('rows_of_a_product_apart.csv'), { kind: undefined })
  expect(done.result).toMatchObject({ records: { created: 2, refused: 0 }, rows: { created: 3 } })
  const products = await readCatalogue(importer.tenant)
  expect(
    products.map(({ title, variants }) => [title, variants.map(({ sku }: { sku: string }) => sku)]).toSorted(),
  ).toEqual([
    ['Belt', ['BE-1']],
    ['Scarf', ['SC-RED', 'SC-BLK']],
  ])
  const again = await importer.imported(caseOf('rows_of_a_product_apart.csv'), { kind: undefined })
  expect(again.result.records).toMatchObject({ created: 0, changed: 0, unchanged: 2, refused: 0 })
})

test('a fault in one row refuses the whole product, with its rows elsewhere', async () => {
  const importer = await openImporter()
  const file = caseOf('rows_of_a_product_apart.csv').toString().replace('Black,39.00', 'Black,twelve')
  const done = await importer.imported(file, { kind: undefined })
  expect(done.result.records).toMatchObject({ created: 1, refused: 1 })
  expect(
    (await importer.report(done.import_id)).map(({ row_number, outcome, field }) => [row_number, outcome, field]),
  ).toEqual([
    ['2', 'refused', ''],
    ['4', 'refused', 'price'],
    ['3', 'created', ''],
  ])
  expect((await readCatalogue(importer.tenant)).map(({ title }) => title)).toEqual(['Belt'])
})

interface Style {
  style: string
  sizes: string[]
}

/** Batches of three rows. */
function stylesKind() {
  const written: Style[] = []
  const kind = importKind({
    name: 'test_apart',
    title: 'Styles of the tests',
    description: 'Collects styles.',
    fields: {
      style: { type: 'code', description: 'Name of the style.' },
      size: { type: 'text', description: 'Size.', required: true },
    },
    join_by: 'style',
    joins_apart: true,
    batch_rows: 3,
    toRecord: ({ values, rows }): Style => ({
      style: values.style ?? '',
      sizes: rows.map((row) => `${row.row_number} ${row.values.size}`),
    }),
    nameOf: ({ style }: Style) => style,
    keyOf: ({ style }: Style) => style || null,
    diff: async (_sql, _context, records: readonly Style[]) =>
      records.map((write) => ({ outcome: 'created' as const, write })),
    async write(_sql, _context, writes: readonly Style[]) {
      written.push(...writes)
      return writes.map(() => ({ undo: {} }))
    },
  })
  addKind(kind)
  return written
}

/** Deterministic: the rows of every run are the same. */
function randomRows(count: number, styles: number, seed: number): [string, string][] {
  let state = seed
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
  return Array.from({ length: count }, (_, i) => {
    const style = next() % (styles + 1)
    return [style === styles ? '' : `style é ${style}`, `${i}-${'x'.repeat(next() % 40)}`]
  })
}

const expectedOf = (rows: readonly [string, string][]) => {
  const styles = new Map<string, string[]>()
  const alone: string[][] = []
  for (const [i, [style, size]] of rows.entries()) {
    const text = `${i + 2} ${size}`
    if (style === '') alone.push([text])
    else styles.set(style, [...(styles.get(style) ?? []), text])
  }
  return { styles, alone }
}

for (const [format, encode] of [
  ['CSV in UTF-8', (rows: string[][]) => rows.map((row) => row.join(',')).join('\r\n')],
  ['CSV in Windows-1252', (rows: string[][]) => Buffer.from(rows.map((row) => row.join(',')).join('\n'), 'latin1')],
  ['a workbook', (rows: string[][]) => workbook(rows)],
] as const)
  test(`no row is lost and none is doubled, in ${format}`, async () => {
    const importer = await openImporter()
    for (const [count, styles, seed] of [
      [1, 1, 1],
      [4, 1, 2],
      [40, 5, 3],
      [120, 30, 4],
    ] as const) {
      const written = stylesKind()
      const rows = randomRows(count, styles, seed)
      const file = encode([['Style', 'Size'], ...rows.map((row) => [...row])])
      const done = await importer.imported(file, { kind: 'test_apart' })
      const expected = expectedOf(rows)
      expect(done.result.rows).toMatchObject({ created: count, refused: 0 })
      expect(new Map(written.filter(({ style }) => style !== '').map(({ style, sizes }) => [style, sizes]))).toEqual(
        expected.styles,
      )
      expect(written.filter(({ style }) => style === '').map(({ sizes }) => sizes)).toEqual(expected.alone)
      expect(written).toHaveLength(expected.styles.size + expected.alone.length)
      const report = await importer.report(done.import_id)
      expect(report.map(({ row_number }) => Number(row_number)).toSorted((a, b) => a - b)).toEqual(
        rows.map((_, i) => i + 2),
      )
    }
  })

test('a scan that goes on in another turn remembers the products before it', async () => {
  const written = stylesKind()
  const importer = await openImporter()
  const rows = randomRows(60, 8, 7)
  const file = ['Style,Size', ...rows.map((row) => row.join(','))].join('\n')
  const { import_id } = await importer.create(file, { kind: 'test_apart' })
  await importer.step(import_id, 'preview')
  await importer.work({ slice_seconds: 0 })
  await importer.step(import_id, 'run')
  await importer.work({ slice_seconds: 0 })
  expect((await importer.get(import_id)).result.rows).toMatchObject({ created: 60 })
  expect(new Map(written.filter(({ style }) => style !== '').map(({ style, sizes }) => [style, sizes]))).toEqual(
    expectedOf(rows).styles,
  )
})
