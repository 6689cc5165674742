/** A write that changes nothing leaves every row unchanged, including `updated_at`, and sends no event. */
import { Value } from '@sinclair/typebox/value'
import type { TSchema } from '@sinclair/typebox'
import { expect, test } from 'bun:test'
import type { Operation } from '../../server/contract/operation.ts'
import { sessionOperations } from '../../server/boot/operations.ts'
import { listenToAll } from '../support/document/event_reads.ts'
import { idFor, idsOf, kindIn } from '../support/document/foreign.ts'
import { copiedRecords } from '../support/fixtures/records/create_records.ts'
import { planRequest, sent, targetOf } from '../support/document/requests.ts'
import { changedRows, rowImages } from '../support/document/row_images.ts'
import { publicOperations } from '../support/service/service.ts'
import { newSession } from '../support/service/session.ts'
import { copiedSessionRecords, openSessionFixture, unheardAddress } from '../support/fixtures/session_fixture.ts'
import { type Answer, call, newTenant, type Tenant } from '../support/service/tenant.ts'

const writes = [...publicOperations, ...sessionOperations].filter(({ verb }) => verb === 'write')

/** Repeating these is intentional: each call creates, counts or sends something. */
const actsAnew = new Set([
  'session.create_demand_event',
  'session.advise_inventory',
  'session.create_report_schedule',
  'session.send_report_schedule',
  'session.resend_portal_invitation',
  'session.publish_buy_plan',
  'session.lock_commitment_plan',
  'session.record_shipment',
  'session.credit_invoice',
  'session.inspect_returned_units',
  'session.record_supplier_payment',
  'session.record_payment',
  'session.apply_payment',
  'session.pay_out_payment',
  'suppliers.create_contact_note',
  'purchase_orders.create',
  'purchase_orders.bulk',
  'purchase_orders.duplicate',
  'purchase_orders.manufacturing_bulk',
  'orders.create',
  'session.split_order',
  'session.duplicate_order',
  'stocktakes.create',
  'returns.create',
  'returns.receive',
  'session.create_organization',
  'session.create_sandbox',
  'session.invite',
  'session.mint_key',
  'session.upload_file',
  'session.create_import',
  'session.add_basket_items',
  'session.create_bill_of_materials',
  'session.create_stock_adjustment',
  'session.record_supplier_signal',
  'session.rotate_webhook_secret',
  'session.create_report_secret',
  'session.test_webhook',
  'session.redeliver',
])

interface Asking {
  tenant: Tenant
  ids: ReadonlyMap<string, string>
  /** Sends the request with the key, or with a session. */
  ask: (operation: Operation, body?: unknown) => Promise<Answer>
}

/** The invitation that the sample request accepts. */
const exampleToken = 'inv_4fTqW0bZ8nYkR2mVx6LdP1sHjC9eG3a7Uo5tXw2Qy8E'

/** Names that exist only on a reader's own machine. */
function reachable(body: unknown, invitation_token = ''): unknown {
  if (body === undefined) return body
  const text = JSON.stringify(body)
    .replaceAll(exampleToken, invitation_token)
    .replaceAll('https://hooks.example.com/service', unheardAddress)
    .replaceAll('https://wms.example.com/inbounds', unheardAddress)
    .replaceAll('https://books.example.com/invoices', unheardAddress)
  return JSON.parse(text)
}

async function asking(operation: Operation): Promise<Asking> {
  const tenant = await newTenant()
  const fixture =
    operation.surface === 'session' ? await openSessionFixture(tenant, operation.id, copiedSessionRecords) : null
  if (fixture === null) await copiedRecords(tenant, operation.id)
  await listenToAll(tenant)
  const ids = fixture?.ids ?? (await idsOf(tenant))
  const user_token = fixture?.user_token ?? (await newSession(tenant)).user_token
  return {
    tenant,
    ids,
    ask(target, body) {
      const planned = planRequest(target, tenant.organization_id, (name) => idFor(ids, kindIn(target, name)))
      const plan = { ...planned, body: reachable(planned.body, fixture?.invitation_token) }
      const { headers, ...request } = sent(body === undefined ? plan : { ...plan, body }, target)
      return call(tenant.service, target.method, targetOf(plan), {
        ...request,
        key: target.surface === 'session' ? user_token : tenant.api_key,
        headers: { ...headers, 'X-Organization-ID': tenant.organization_id },
      })
    },
  }
}

const outcome = ({ status, text }: Answer, changed: readonly string[]) =>
  changed.length > 0 ? changed : status < 500 ? 'nothing changed' : text

/** The part of a read record that the body accepts: each field that it has and whose value is valid. */
function takenBack(schema: TSchema, read: any): unknown {
  if (Array.isArray(schema.anyOf)) {
    const fits = schema.anyOf.map((one: TSchema) => takenBack(one, read))
    return fits.find((one: unknown) => one !== undefined)
  }
  // A record of names has no fields of its own.
  if ('patternProperties' in schema) return Value.Check(schema, read) ? read : undefined
  if (schema.type === 'object' && read !== null && typeof read === 'object') {
    const fields = Object.entries((schema.properties ?? {}) as Record<string, TSchema>)
    const fieldsToRestore = fields.map(
      ([name, one]) => [name, name in read ? takenBack(one, read[name]) : undefined] as const,
    )
    return Object.fromEntries(fieldsToRestore.filter(([, value]) => value !== undefined))
  }
  if (schema.type === 'array' && Array.isArray(read)) return read.map((one) => takenBack(schema.items as TSchema, one))
  return Value.Check(schema, read) ? read : undefined
}

const all = new Map([...publicOperations, ...sessionOperations].map((one) => [one.id, one]))

/**
 * The read of the record that an update changes, if it is not the GET of the same path, and the record's place in it.
 */
const reads: Record<string, { of: string; record?: (data: any, ids: ReadonlyMap<string, string>) => unknown }> = {
  'stocktakes.record_counts': {
    of: 'stocktakes.list_lines',
    record: ({ rows }) => ({ counts: rows.filter((row: any) => row.counted_quantity !== null) }),
  },
  'purchase_orders.update_generation_settings': {
    of: 'session.get_generation_settings',
    record: (data) => ({ ...data, enabled: data.auto_generate }),
  },
  'session.change_membership': {
    of: 'session.list_memberships',
    record: (data, ids) => data.find(({ user_id }: any) => user_id === ids.get('user_id')),
  },
  'session.update_account_door': { of: 'session.list_account_doors', record: ({ rows }) => rows[0] },
  'session.update_account_contact': { of: 'session.get_account', record: ({ contacts }) => contacts[0] },
  'session.set_account_edi_profile': { of: 'session.get_account', record: ({ edi_profile }) => edi_profile },
  'session.set_import_mapping': { of: 'session.get_import', record: ({ mapping }) => ({ mapping }) },
  'session.change_basket_item': { of: 'session.list_basket_items', record: ({ rows }) => rows[0] },
  'session.edit_buy_plan_cells': {
    of: 'planning.get_buy_plan_side',
    record: ({ cells }) => ({
      cells: cells.map(({ figures, ...cell }: any) => ({ ...cell, sales_cents: figures.sales_plan.cents })),
    }),
  },
  'session.set_cash_settings': {
    of: 'session.get_cash_settings',
    record: ({ opening_balance, cash_floor, ...rest }) => ({
      ...rest,
      opening_balance_cents: opening_balance.cents,
      cash_floor_cents: cash_floor.cents,
    }),
  },
  'session.declare_commitment_total': {
    of: 'planning.get_commitment_money',
    record: ({ company_declaration }) => company_declaration,
  },
  'session.state_recorded_through': {
    of: 'session.list_sales_coverage',
    record: ({ channels }, ids) => {
      const channel = channels.find(({ sales_channel_id }: any) => sales_channel_id === ids.get('sales_channel_id'))
      return { recorded_through: channel.stated_through, note: channel.note ?? undefined }
    },
  },
  'session.set_forecast_overrides': {
    of: 'session.list_forecast_overrides',
    record: (_overrides, ids) => ({
      reason: 'There is none to remove',
      entries: [
        {
          variant_id: ids.get('variant_id'),
          sales_channel_id: ids.get('sales_channel_id'),
          week_start: '2027-03-01',
          units: null,
        },
      ],
    }),
  },
  'session.update_forecast_config': { of: 'sales.get_forecast_config' },
}

function readFor({ id, path }: Operation) {
  const known = reads[id]
  const operation = known
    ? all.get(known.of)
    : [...all.values()].find((one) => one.method === 'GET' && one.path === path)
  return operation && { operation, record: known?.record ?? ((data: unknown) => data) }
}

/** Sends back what the record's read returns; null if that changes nothing. */
async function faultOfUnchanged(operation: Operation, { tenant, ids, ask }: Asking): Promise<unknown> {
  const read = readFor(operation)
  if (read === undefined) return 'has no read'
  const { data } = (await ask(read.operation)).body
  const body = takenBack(operation.body as TSchema, read.record(data, ids))
  const before = await rowImages(tenant)
  const answer = await ask(operation, body)
  const result = outcome(answer, changedRows(before, await rowImages(tenant)))
  if (answer.status !== operation.status) return answer.text
  return result === 'nothing changed' && Object.keys(body as object).length > 0 ? null : { body, result }
}

/** Sends the sample request twice; null if the second one changes nothing. */
async function faultOfRepeated(operation: Operation, { tenant, ask }: Asking): Promise<unknown> {
  const first = await ask(operation)
  if (first.status !== operation.status) return `${first.status} ${first.text.slice(0, 200)}`
  const before = await rowImages(tenant)
  const again = await ask(operation)
  const result = outcome(again, changedRows(before, await rowImages(tenant)))
  return result === 'nothing changed' ? null : result
}

test('an update with unchanged values, and a repeated write, leave every row and the outbox as they were', async () => {
  const found: Record<string, unknown> = {}
  for (const operation of writes) {
    const isUpdate = operation.method === 'PATCH' || operation.method === 'PUT'
    const isRepeated = !actsAnew.has(operation.id)
    if (!isUpdate && !isRepeated) continue
    const one = await asking(operation)
    // An update without effect leaves the records as they were for what follows.
    const fault =
      (isUpdate ? await faultOfUnchanged(operation, one) : null) ??
      (isRepeated ? await faultOfRepeated(operation, one) : null)
    if (fault !== null) found[operation.id] = fault
  }
  expect(found).toEqual({})
}, 240_000)
