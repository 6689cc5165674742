/** Reports with random further columns: each is named as not read or stops the report, and the rows stay as they are. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { normalHeader } from '../../../server/imports/mapping/headers.rules.ts'
import { sellOutFields } from '../../../server/partners/sell_out/reading/sell_out_fields.ts'
import { csv, retail } from './retail.ts'

setDefaultTimeout(120_000)

const rows = [
  [0, '0117', '771-S', 5, 3],
  [0, '0118', '771-M', 4, 2],
] as const

const read = Object.entries(sellOutFields)
  .flatMap(([name, { synonyms }]) => [name, ...synonyms])
  .map(normalHeader)
const word = fc.stringMatching(/^[a-z]{3,9}$/)
const further = fc
  .oneof(
    word,
    fc.tuple(word, fc.constantFrom('(USD)', '%', 'LY', 'in cases')).map((two) => two.join(' ')),
    fc.constantFrom('Store 0119', 'Store 0120', '2026', '2027', 'W/E 2026-11-01', 'Currency code', 'Pack', 'Region', 'Plan'),
  )
  .filter((header) => !read.includes(normalHeader(header))) // prettier-ignore
const cell = fc.oneof(
  fc.integer({ min: 0, max: 999 }).map(String),
  fc.constantFrom('USD', '12.50', 'x', '-', '2026-11-01'),
)

test('a column that is not read is named in the answer or refuses the report, and changes no row', async () => {
  const shop = await retail()
  await shop.declare()
  const { sql } = shop.tenant.service.database
  const stored = async () =>
    (
      await sql`
        select d.door_reference, r.units::int, r.on_hand::int from sell_out_rows r
        join account_doors d on d.organization_id = r.organization_id and d.door_id = r.door_id
        where r.organization_id = ${shop.tenant.organization_id} order by d.door_reference`
    ).map((row) => [row.door_reference, row.units, row.on_hand])
  const plain = csv(...(rows as never as Parameters<typeof csv>))
  expect((await shop.send(plain)).status).toBe(200)
  const before = await stored()
  expect(before).toEqual([
    ['0117', 5, 3],
    ['0118', 4, 2],
  ])
  const columns = fc.uniqueArray(fc.record({ header: further, cells: fc.tuple(cell, cell) }), {
    minLength: 1,
    maxLength: 4,
    selector: ({ header }) => normalHeader(header),
  })
  await fc.assert(
    fc.asyncProperty(columns, async (all) => {
      const [heads, ...lines] = plain.split('\n')
      const file = [
        [heads, ...all.map(({ header }) => header)],
        ...lines.map((line, i) => [line, ...all.map(({ cells }) => cells[i]!)]),
      ]
      const { status, body } = await shop.send(file.map((row) => row.join(',')).join('\n'))
      if (status === 200) for (const { header } of all) expect(body.data.ignored_columns).toContain(header)
      else expect([status, body.code]).toEqual([409, 'sell_out_refused'])
      expect(await stored()).toEqual(before)
    }),
    { numRuns: 25 },
  )
})
