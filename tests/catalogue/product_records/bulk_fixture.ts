/** Product records compared and written as an import does it, on the connections of the service, with their statements counted. */
import { makeSql, type Query } from '../../../db/client/connection.ts'
import { openDatabase } from '../../../db/client/database.ts'
import type { ProductDiffOptions, ProductRecord } from '../../../server/catalogue/product_records/product_record.ts'
import type { ProductUndo } from '../../../server/catalogue/product_records/batch.model.ts'
import { diffProducts } from '../../../server/catalogue/product_records/diff_products.ts'
import { undoProducts } from '../../../server/catalogue/product_records/undo_products.ts'
import { writeProducts } from '../../../server/catalogue/product_records/write_products.ts'
import type { Sql } from '../../../server/contract/sql.ts'
import type { Tenant } from '../../support/service/tenant.ts'

/** The same transaction, with every statement that is sent counted. */
function counting(tx: Sql): { sql: Sql; sent: () => number } {
  let sent = 0
  const { handler } = tx`select` as unknown as Query
  const sql = makeSql((query) => {
    sent++
    handler(query)
  })
  return { sql, sent: () => sent }
}

export function openImport(tenant: Tenant) {
  const database = openDatabase(tenant.service.database.url)
  const { organization_id } = tenant
  const context = () => ({
    organization_id,
    actor: 'import',
    now: new Date().toISOString(),
    currency: 'USD',
    time_zone: 'UTC',
  })
  return {
    close: () => database.close(),
    preview: (records: readonly ProductRecord[]) =>
      database.snapshot((tx) => diffProducts(tx, context(), records, { locks: false })),
    /** Writes what is not refused, as a batch of an import. */
    write: (records: readonly ProductRecord[], options: ProductDiffOptions = {}) =>
      database.write(async (tx) => {
        const { sql, sent } = counting(tx)
        const diffs = await diffProducts(sql, context(), records, options)
        const comparing = sent()
        const writes = diffs.flatMap((diff) => ('write' in diff ? [diff.write] : []))
        const undos = (await writeProducts(sql, context(), writes)).map(({ undo }) => undo)
        return { diffs, undos, statements: { comparing, writing: sent() - comparing } }
      }),
    /** An undo is stored as JSON between the two. */
    undo: (undos: readonly ProductUndo[]) =>
      database.write((tx) => undoProducts(tx, context(), JSON.parse(JSON.stringify(undos)))),
  }
}
