/** Large answers are checked and written in slices, and are those that would be written at once. */
import { type TSchema, Type } from '@sinclair/typebox'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { publicOperations, sessionOperations } from '../../server/boot/operations.ts'
import { exampleOf } from '../../server/contract/openapi/examples.ts'
import type { Operation } from '../../server/contract/operation.ts'
import type { Money as MoneyFigure } from '../../server/contract/schema.ts'
import { Money, Shape, Text, Whole } from '../../server/contract/schema.ts'
import { compileAnswer } from '../../server/pipeline/answer.ts'
import { Output, partOf, partWeightMax } from '../../server/pipeline/parts/parts.ts'
import { weightOf } from '../../server/pipeline/parts/weight.ts'
import { findFigures } from '../../server/exchange_rates/dollars.ts'
import { openapi } from '../support/document/document_check.ts'
import { newTenant } from '../support/service/tenant.ts'

setDefaultTimeout(120_000)

const operations: Operation[] = [...publicOperations, ...sessionOperations].filter(({ answer }) => answer !== undefined)

/** The value with lists of so many elements and records of so many fields. */
function enlarged(schema: TSchema, value: unknown, length: number): unknown {
  if (Array.isArray(value)) {
    const count = Math.max(value.length, Math.min(length, Number(schema.maxItems ?? length)))
    const items = (schema.items ?? {}) as TSchema
    return value.length === 0
      ? value
      : Array.from({ length: count }, (_, i) => enlarged(items, value[i % value.length], Math.ceil(length / 40)))
  }
  if (value === null || typeof value !== 'object') return value
  const fields = (schema.properties ?? {}) as Record<string, TSchema>
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, enlarged(fields[name] ?? ({} as TSchema), one, length)]),
  )
}

const anyOfShape = (schema: TSchema): TSchema =>
  Array.isArray(schema.anyOf) ? ((schema.anyOf as TSchema[]).find(({ properties }) => properties) ?? schema) : schema

const sample = ({ answer }: Operation) => exampleOf(answer as never, openapi.components.schemas, '')

test('what is written in slices is what would be written at once, for every operation', async () => {
  let large = 0
  for (const operation of operations) {
    const schema = operation.answer!
    const value = enlarged(anyOfShape(schema), sample(operation), 400)
    const writer = compileAnswer({ ...operation, desc: () => 'Done.' })
    if (!writer.isLarge(value)) continue
    let whole: string | null
    try {
      whole = writer.write(value, {})
    } catch {
      // An example that the schema of this test's larger lists does not allow.
      continue
    }
    large++
    let figures: readonly MoneyFigure[] = []
    const pieces = await writer.writeInSlices(value, {}, 'organisation', async (found) => void (figures = found))
    expect([operation.id, pieces.join('') === whole]).toEqual([operation.id, true])
    const expected: MoneyFigure[] = []
    findFigures(value, expected)
    expect([operation.id, figures.length]).toEqual([operation.id, expected.length])
  }
  expect(large).toBeGreaterThan(100)
})

/** Runs slices that end as soon as they may, and answers the most that one of them wrote. */
function longestSlice(schema: TSchema, value: unknown): number {
  const output = new Output()
  const written = () => output.pieces.reduce((sum, { length }) => sum + length, 0)
  const steps = partOf(schema).write(value, output)
  let [longest, last, step] = [0, 0, steps.next()]
  for (; !step.done; step = steps.next()) {
    output.end()
    longest = Math.max(longest, written() - last)
    last = written()
  }
  expect(step.value).toBe(true)
  output.end()
  return Math.max(longest, written() - last)
}

test('a slice may end after every row, and within a row whose lists are large', () => {
  const line = { sku: 'S', price: { cents: 1, currency: 'USD', reason: null, usd: 0.01 } }
  const Line = Shape({ sku: Text('SKU.'), price: Money('Price.') })
  const Order = Shape({ id: Whole('Number.'), lines: Type.Array(Line) })
  const orderOf = (lines: number) => ({ id: 1, lines: Array.from({ length: lines }, () => line) })
  const rowLength = JSON.stringify(line).length
  // Small rows are written whole.
  const page = { rows: Array.from({ length: 5_000 }, () => orderOf(3)) }
  expect(longestSlice(Shape({ rows: Type.Array(Order) }), page)).toBeLessThanOrEqual(
    JSON.stringify(orderOf(3)).length + 10,
  )
  expect(longestSlice(Shape({ rows: Type.Array(Order) }), { rows: [orderOf(5_000)] })).toBeLessThanOrEqual(
    rowLength + 30,
  )
  const Cells = Shape({ rows: Type.Array(Type.Record(Type.String(), Line)) })
  const record = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`k${i}`, line]))
  expect(longestSlice(Cells, { rows: [record, record] })).toBeLessThanOrEqual(rowLength + 30)
})

test('a value that does not fit its schema is refused wherever it is in a large answer', async () => {
  const Row = Shape({ n: Whole('Number.'), lines: Type.Array(Shape({ n: Whole('Number.') })) })
  const answer = Shape({ rows: Type.Array(Row), size: Whole('Rows.') })
  const operation = { ...operations[0]!, status: 200, answer, desc: () => 'Done.', unwrapped: false } as Operation
  const writer = compileAnswer(operation)
  const rows = () => Array.from({ length: 2_000 }, (_, n) => ({ n, lines: [{ n }] as { n: unknown }[] }))
  const broken: [string, unknown][] = [
    ['a row', { rows: [...rows(), { n: 'x', lines: [] }], size: 1 }],
    ['a line', { rows: [...rows(), { n: 1, lines: [{ n: 1.5 }] }], size: 1 }],
    ['a field of its own', { rows: rows(), size: null }],
    ['a field too many', { rows: rows(), size: 1, more: 1 }],
    ['a field too few', { rows: rows() }],
    [
      'a field too many in a large row',
      { rows: [{ n: 1, lines: rows().flatMap(({ lines }) => lines), more: 1 }], size: 1 },
    ],
  ]
  for (const [name, value] of broken) {
    expect([name, writer.isLarge(value)]).toEqual([name, true])
    const written = writer.writeInSlices(value, {}, 'organisation', async () => {})
    expect([
      name,
      await written.then(
        () => 'written',
        (error: Error) => error.constructor.name,
      ),
    ]).toEqual([name, 'AnswerFault'])
  }
})

/** Schemas that are checked and written at once however large their value is. */
function indivisible(schema: TSchema): TSchema[] {
  const inner = [
    ...((schema.anyOf as TSchema[] | undefined) ?? []),
    ...Object.values((schema.properties ?? {}) as Record<string, TSchema>),
    ...Object.values((schema.patternProperties ?? {}) as Record<string, TSchema>),
    ...(schema.items ? [schema.items as TSchema] : []),
  ]
  return inner.length === 0 ? [schema] : inner.flatMap(indivisible)
}

test('nothing that an operation answers is too large for a slice', () => {
  for (const { id, answer } of operations) {
    for (const part of indivisible(answer!)) {
      const weight = weightOf(part)(null, partWeightMax)
      expect([id, weight <= partWeightMax]).toEqual([id, true])
    }
  }
})

test('a page of thousands of rows is answered whole, in the order of its rows', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  await sql`
    insert into suppliers (organization_id, supplier_id, name, currency)
    select ${tenant.organization_id}, gen_random_uuid(), 'Supplier ' || lpad(n::text, 5, '0'), 'EUR'
    from generate_series(1, 3000) n`
  const { status, body, headers } = await tenant.get('/api/v1/inventory/suppliers/table?limit=10000&sort_args=name')
  expect([status, body.data?.size ?? body, headers.get('content-type')]).toEqual([200, 3_000, 'application/json'])
  const names = body.data.rows.map(({ name }: any) => name)
  expect(names).toEqual(names.toSorted())
  expect(body.message).toMatchObject({ severity: 'INFO' })
})
