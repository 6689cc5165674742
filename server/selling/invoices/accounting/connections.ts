import { hostOf, recordAudit } from '../../../audit/record.ts'
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuse, refuseField } from '../../../contract/refusals.ts'
import { Flag, Id, Line, Shape, Text, Type } from '../../../contract/schema.ts'
import { countedPage } from '../../../tables/page.ts'
import { Page, pagingQuery } from '../../../tables/table.ts'
import { deleteFeed, insertFeed } from '../../payments/accounting/feeds.store.ts'
import { AccountingConnection, readConnection, selectConnections } from './connection.store.ts'

const service = 'sales'
const limit_default = 50

export const listAccountingConnections = sessionOperation({
  id: 'session.list_accounting_connections',
  route: 'GET /api/v1/accounting-connections',
  summary: 'List accounting connections',
  description:
    'Returns the connections to accounting systems that receive invoices, newest first. Tokens are never returned.',
  service,
  needs: 'admin',
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      is_active: Type.Optional(Flag('true returns only active connections, false only inactive ones.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(AccountingConnection),
  async run({ sql, caller: { organization_id }, query: { offset = 0, limit = limit_default, is_active } }) {
    return countedPage(
      offset,
      selectConnections(sql, organization_id, { is_active, limit, offset }),
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from accounting_connections
        where organization_id = ${organization_id}
          and (${is_active ?? null}::boolean is null or is_active = ${is_active ?? null})`,
    )
  },
})

export const createAccountingConnection = sessionOperation({
  id: 'session.create_accounting_connection',
  route: 'POST /api/v1/accounting-connections',
  summary: 'Create an accounting connection',
  desc: ({ name }) => `Invoices are now posted to ${name}.`,
  description:
    'Connects an accounting system: every invoice issued from now on is posted to it as JSON, `{invoice_id, revision, invoice}`, with `invoice` as `GET /api/v1/sales/invoices/{invoice_id}` returns it, without `ledger` and `edi`. Voiding an invoice posts it again under the next revision. Each request carries `Authorization: Bearer` with the token, and an `Idempotency-Key` that names invoice and revision. Requests arrive at least once: upsert by `invoice_id`, and ignore a revision that is not higher than the stored one. Any 2xx accepts the invoice; `external_id` and `external_url` of a JSON response are shown on it. 400, 409, 410, 413, 415 and 422 reject it for good; anything else is retried after 1 minute, 10 minutes and 1 hour. The URL must use https, contain no user name, and resolve only to public addresses; this is checked again at every attempt. The token is stored encrypted and never returned. With `payments_url`, the payments that the system records are read back. An organisation has at most one active connection.',
  service,
  needs: 'admin',
  status: 201,
  body: Shape({
    name: Line('Display name of the connection.', {
      maxLength: limits.name_length_max,
      examples: ['Harbour Books'],
    }),
    url: Text('URL to which invoices are posted.', {
      minLength: 1,
      maxLength: 2_000,
      examples: ['https://books.example.com/invoices'],
    }),
    payments_url: Type.Optional(
      Text(
        'URL from which payments are read every five minutes with GET and the token, a page at a time: `?limit=100`, and from the second page on `after` with the cursor that the page before answered. The response is `{payments, next}`: at most 100 payments in their newest state, oldest change first, and the cursor of the next page, or null for the same again. A payment is as `POST /api/v1/sales/payments` takes it, with its `external_id`, and with `withdrawn_on` and `reason` once it was withdrawn: it is then reversed on that day. A payment that names what is unknown, or more than is open, opens an exception and holds up no other. The same payment stated again changes nothing.',
        { minLength: 1, maxLength: 2_000, examples: ['https://books.example.com/payments'] },
      ),
    ),
    bearer_token: Text('Token that the accounting system expects after `Authorization: Bearer`.', {
      minLength: 8,
      maxLength: 2_000,
      pattern: '^[\\x21-\\x7e]+$',
      'x-rule': 'must be ASCII without spaces and control characters',
      examples: ['acc_5mQ2c8Zr1vK9'],
    }),
  }),
  answer: AccountingConnection,
  refusals: ['conflict'],
  conflict: 'Invoices are already posted over another active connection.',
  // The host name is resolved before the transaction opens, so that no transaction waits for DNS.
  prepare: async ({ body: { url, payments_url }, webhooks }) => ({
    url: await webhooks.checkAddress(url),
    payments_url: payments_url === undefined ? null : await webhooks.checkAddress(payments_url),
  }),
  async run({ sql, caller, body: { name, url, payments_url, bearer_token }, prepared, webhooks }) {
    const { organization_id, user_id } = caller
    for (const field of ['url', 'payments_url'] as const) {
      const address = prepared[field]
      if (address !== null && 'rule' in address) refuseField(field, address.rule)
    }
    if (name.trim() === '') refuseField('name', 'must not be blank')
    await checkFree(sql, organization_id)
    const accounting_connection_id = uuidv7()
    await sql`
      insert into accounting_connections (organization_id, accounting_connection_id, name, url, encrypted_token, created_by)
      values (${organization_id}, ${accounting_connection_id}, ${name.trim()}, ${url},
        ${webhooks.encrypt(bearer_token, accounting_connection_id)}, ${user_id})`
    if (payments_url !== undefined) await insertFeed(sql, organization_id, accounting_connection_id, payments_url)
    await recordAudit(sql, caller, {
      kind: 'connection.created',
      subject_id: accounting_connection_id,
      subject: name.trim(),
      sentence: `Accounting connection ${name.trim()} to ${hostOf(url)} created.`,
    })
    return readConnection(sql, organization_id, accounting_connection_id)
  },
})

/** Locks the organisation's row, so that of two concurrent connections the second sees the first. */
async function checkFree(sql: Sql, organization_id: string): Promise<void> {
  await sql`select from organizations where organization_id = ${organization_id} for no key update`
  const [sameName] = await sql<{ name: string }[]>`
    select name from accounting_connections where organization_id = ${organization_id} and is_active`
  if (sameName !== undefined)
    refuse('conflict', { desc: `Invoices are already posted to ${sameName.name}. Deactivate that connection first.` })
}

export const deactivateAccountingConnection = sessionOperation({
  id: 'session.deactivate_accounting_connection',
  route: 'POST /api/v1/accounting-connections/{accounting_connection_id}/deactivate',
  summary: 'Deactivate an accounting connection',
  desc: ({ name }) => `The connection to ${name} is deactivated.`,
  description:
    'Deactivates a connection. Nothing more is sent or read over it, and queued invoices fail with an exception; post them again once another system is connected. It stays listed and cannot be activated again; deactivating it twice changes nothing.',
  service,
  needs: 'admin',
  params: Shape({ accounting_connection_id: Id('The connection.') }),
  answer: AccountingConnection,
  refusals: ['not_found'],
  async run({ sql, caller, params: { accounting_connection_id }, now }) {
    const { organization_id } = caller
    const { count } = await sql`
      update accounting_connections set is_active = false, deactivated_at = ${now}
      where organization_id = ${organization_id} and accounting_connection_id = ${accounting_connection_id} and is_active`
    await deleteFeed(sql, organization_id, accounting_connection_id)
    const connection = await readConnection(sql, organization_id, accounting_connection_id)
    if (count > 0)
      await recordAudit(sql, caller, {
        kind: 'connection.removed',
        subject_id: accounting_connection_id,
        subject: connection.name,
        sentence: `Accounting connection ${connection.name} deactivated.`,
      })
    return connection
  },
})
