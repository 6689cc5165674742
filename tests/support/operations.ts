/**
 * Operations of the tests, behind the same door: they prove what no operation of the catalogue needs yet, such as the
 * 30-day record of the key-required writes. They stand beside the catalogue and are in no document.
 */
import { operation } from '../../server/contract/operation.ts'
import { Id, Shape, Text, Type, Whole } from '../../server/contract/schema.ts'
import type { Operation } from '../../server/contract/operation.ts'

/** A key-required write that counts how often it ran, as a location's name. */
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

/** A read over every account, which an account-bound key may not make. */
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

/** A read that names one account in its query. */
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

export const test_operations: readonly Operation[] = [requiredWrite, aggregateRead, accountRead]
