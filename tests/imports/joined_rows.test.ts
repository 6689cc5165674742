/** Rows that make up one record are joined by one field, wherever batches end. */
import { expect, test } from 'bun:test'
import { importKind } from '../../server/imports/kind.ts'
import { addKind, openImporter } from './rig.ts'

interface Style {
  style: string
  title: string
  sizes: string[]
}

const seen: Style[] = []

const styles = importKind({
  name: 'test_styles',
  title: 'Styles of the tests',
  description: 'Collects styles.',
  fields: {
    style: { type: 'code', description: 'Name of the style.', required: true, synonyms: ['handle'] },
    title: { type: 'text', description: 'Title.', required: true, per: 'record' },
    size: { type: 'text', description: 'Size.' },
  },
  join_by: 'style',
  batch_rows: 3,
  toRecord: ({ values, rows }): Style => ({
    style: values.style,
    title: values.title,
    sizes: rows.flatMap((row) => row.values.size ?? []),
  }),
  nameOf: ({ style }: Style) => style,
  keyOf: ({ style }: Style) => style,
  diff: async (_sql, _context, records: readonly Style[]) =>
    records.map((write) => ({ outcome: 'created' as const, write })),
  async write(_sql, _context, writes: readonly Style[]) {
    seen.push(...writes)
    return writes.map(() => ({ undo: {} }))
  },
})

test('rows with one handle are one record, also across batches, and rows of a handle that are apart are refused', async () => {
  const importer = await openImporter()
  addKind(styles)
  const file = [
    'Handle,Title,Size',
    'tee,Tee,S',
    'tee,,M',
    'tee,,L',
    'tee,,XL',
    'cap,Cap,',
    'shirt,,S',
    'sock,Sock,S',
    'sock,Socks,M',
    'tee,Tee,XXL',
  ]
  const done = await importer.imported(file.join('\n'), { kind: 'test_styles' })
  expect(done.result.records).toMatchObject({ created: 2, refused: 3 })
  expect(seen).toEqual([
    { style: 'tee', title: 'Tee', sizes: ['S', 'M', 'L', 'XL'] },
    { style: 'cap', title: 'Cap', sizes: [] },
  ])
  const report = await importer.report(done.import_id)
  expect(report.map(({ row_number, outcome, rule }) => [row_number, outcome, rule])).toEqual([
    ['2', 'created', ''],
    ['3', 'created', ''],
    ['4', 'created', ''],
    ['5', 'created', ''],
    ['6', 'created', ''],
    ['7', 'refused', 'is required'],
    ['8', 'refused', ''],
    ['9', 'refused', 'differs from the value Sock of another row of the same record'],
    ['10', 'refused', 'is in row 2 and again in row 10; keep one of them'],
  ])
  expect((await importer.step(done.import_id, 'undo')).status).toBe(409)
})
