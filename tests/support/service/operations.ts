/**
 * Operations of the tests, behind the same pipeline. They test features that no operation of the catalogue uses yet, such
 * as the 30-day record of key-required writes, and are in no document.
 */
import { operation } from '../../../server/contract/operation.ts'
import { bookMovements } from '../../../server/ledger/book.ts'
import { Id, Shape, Text, Type, Whole } from '../../../server/contract/schema.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import { variantsTable } from '../../../server/catalogue/variants/variants_table.ts'
import { exportableTable, ExportLink, exportTable } from '../../../server/tables/export_table.ts'
import { readPage } from '../../../server/tables/page.ts'
import { Page, tableQuery } from '../../../server/tables/table.ts'

/** A key-required write that counts its runs in a location's name. */
const requiredWrite = operation({
  id: 'orders.test_required',
  route: 'POST /api/v1/tests/required',
  summary: 'Run once for each Idempotency-Key',
  description: 'Renames a location to the note and appends a mark, so that a second run would show.',
  idempotency: 'required',
  body: Shape({ location_id: Id('The location to mark.'), note: Text('What to write.', { maxLength: 200 }) }),
  answer: Shape({ name: Text('The name after this run.') }),
  async run({ sql, caller, body }) {
    const [row] = await sql<{ name: string }[]>`
      update locations set name = name || ${body.note}
      where organization_id = ${caller.organization_id} and location_id = ${body.location_id} returning name`
    return { name: row?.name ?? '' }
  },
})

/** A read over every account, which account-bound keys may not call. */
const aggregateRead = operation({
  id: 'order_book.test_aggregate',
  route: 'GET /api/v1/tests/aggregate',
  summary: 'Read over every account',
  description: 'Counts the accounts.',
  account: 'aggregate',
  answer: Shape({ accounts: Whole('How many accounts there are.') }),
  async run({ sql, caller }) {
    const [row] = await sql<{ accounts: number }[]>`
      select count(*)::int as accounts from trading_partners where organization_id = ${caller.organization_id}`
    return row!
  },
})

/** A read with an account in its query. */
const accountRead = operation({
  id: 'accounts.test_account',
  route: 'GET /api/v1/tests/account',
  summary: 'Read one account',
  description: 'Echoes the account it was given.',
  query: Type.Object({ trading_partner_id: Id('The account.') }),
  answer: Shape({ trading_partner_id: Text('The account.') }),
  async run({ query }) {
    return { trading_partner_id: query.trading_partner_id }
  },
})

/** Takes one unit of each listed variant, all or nothing. */
const take = operation({
  id: 'orders.test_take',
  route: 'POST /api/v1/tests/take',
  summary: 'Take one unit of each variant',
  description: 'Books one unit out for each line, in the order given; refused conflict where nothing is left.',
  body: Shape({ location_id: Id('Where from.'), variant_ids: Type.Array(Id('The variant.'), { maxItems: 100 }) }),
  answer: Shape({ movement_ids: Type.Array(Whole('The ledger row.')) }),
  refusals: ['conflict'],
  async run({ sql, caller, body, now, request_id }) {
    const { organization_id, currency } = caller
    const document = { type: 'fulfilment_request', id: request_id, name: 'Take' } as const
    const booked = await bookMovements(
      sql,
      { organization_id, actor: 'test', now, currency, floor: 'available' },
      body.variant_ids.map((variant_id, line) => ({
        variant_id,
        location_id: body.location_id,
        kind: 'fulfilment' as const,
        quantity_delta: -1,
        document,
        document_line_id: `${variant_id} ${line}`,
      })),
    )
    return { movement_ids: booked.map(({ movement_id }) => movement_id) }
  },
})

/** Writes three related rows in three statements, under the given name. */
const triple = operation({
  id: 'orders.test_triple',
  route: 'POST /api/v1/tests/triple',
  summary: 'Write three rows that belong together',
  description: 'Each row in a statement of its own; all three in one transaction.',
  body: Shape({ name: Text('Under which name.', { maxLength: 100 }) }),
  answer: Shape({ transaction: Text('The transaction that wrote them.') }),
  async run({ sql, caller, body }) {
    for (const _row of [1, 2, 3]) {
      await sql`
        insert into locations (organization_id, location_id, name)
        values (${caller.organization_id}, gen_random_uuid(), ${body.name} || ' #' || gen_random_uuid())`
    }
    const [row] = await sql<{ transaction: string }[]>`select pg_current_xact_id()::text as transaction`
    return row!
  },
})

/** A write with a shorter time limit that waits for a lock of the test. */
const hasty = operation({
  id: 'orders.test_hasty',
  route: 'POST /api/v1/tests/hasty',
  summary: 'Write within half a second',
  description: 'Renames a location once the advisory lock of its organisation is free.',
  transaction_seconds_max: 0.5,
  body: Shape({ location_id: Id('The location to rename.') }),
  answer: Shape({ name: Text('Its name.') }),
  async run({ sql, caller, body }) {
    const [row] = await sql<{ name: string }[]>`
      update locations set name = 'Hasty'
      where organization_id = ${caller.organization_id} and location_id = ${body.location_id} returning name`
    await sql`select pg_advisory_xact_lock(hashtextextended(${caller.organization_id}, 7))`
    return row!
  },
})

/** A table with an export, independent of the catalogue's exports. */
const exportingRead = operation({
  id: 'products.test_export',
  route: 'GET /api/v1/tests/export',
  summary: 'Page or export the variants',
  description: 'A page of variants, or the address of their export.',
  query: tableQuery(variantsTable, { export: Type.Optional(Type.Boolean()) }),
  answer: Type.Union([Page(variantsTable.row), ExportLink]),
  async run(call) {
    if (call.query.export) return exportTable(call, exportableTable(variantsTable))
    return readPage(call.sql, variantsTable, call.caller.organization_id, call.query)
  },
})

export const testOperations: readonly Operation[] = [
  requiredWrite,
  aggregateRead,
  accountRead,
  take,
  triple,
  hasty,
  exportingRead,
]
