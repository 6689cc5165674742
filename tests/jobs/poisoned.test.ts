/** One organisation whose rows raise beside a healthy one: whatever the job, the work of the healthy one is done. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openDatabase, type Database } from '../../db/client/database.ts'
import { allJobs } from '../../server/boot/jobs.ts'
import { runWhenDue } from '../../server/jobs/job.ts'
import { readTenantTables } from '../sql/check/tenancy.ts'
import { separateDatabase, type TestDatabase } from '../support/database.ts'
import { createRecords } from '../support/fixtures/records/create_records.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

setDefaultTimeout(180_000)

let database: TestDatabase
let service: TestService
let db: Database
let poisoned: Tenant
let healthy: Tenant
let tables: string[]

beforeAll(async () => {
  database = await separateDatabase('poisoned_organisation')
  service = await startService({}, database)
  db = openDatabase(database.url, { write_slots: 2 })
  // The ids of the poisoned one come first.
  poisoned = await newTenant({ service, plan: 'pro' })
  healthy = await newTenant({ service, plan: 'pro' })
  for (const tenant of [poisoned, healthy]) await createRecords(tenant)
  tables = [...(await readTenantTables())].toSorted()
})

afterAll(async () => {
  await db.close()
  await service.stop()
  await database.stop()
})

/** The rows of the healthy organisation by table, as a checksum each. */
async function rowsOf({ organization_id }: Tenant): Promise<Map<string, string>> {
  const rows = await database.sql.unsafe<{ name: string; checksum: string }[]>(
    tables
      .map(
        (name) => `select '${name}' as name, coalesce(md5(string_agg(t::text, '' order by t::text)), '') as checksum
          from "${name}" t where t.organization_id = '${organization_id}'`,
      )
      .join(' union all '),
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** Inserts a row: what must be there, and has no default, is a value of its type. Times are long past. */
async function seed({ organization_id }: Tenant, table: string, values: Record<string, string> = {}): Promise<void> {
  const { unchecked } = database
  const columns = await unchecked<{ name: string; type: string }[]>`
    select column_name as name, udt_name as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null
      and is_identity = 'NO' and is_generated = 'NEVER' order by ordinal_position`
  const byType: Record<string, string> = {
    uuid: 'gen_random_uuid()',
    timestamptz: `'2001-01-01'`,
    date: `'2001-01-01'`,
    bytea: 'sha256(gen_random_uuid()::text::bytea)',
    jsonb: `'[]'`,
    _text: `'{}'`,
    bool: 'false',
    int2: '1',
    int4: '1',
    int8: '1',
    numeric: '1',
  }
  const row: Record<string, string> = Object.fromEntries(columns.map(({ name, type }) => [name, byType[type] ?? `'x'`]))
  Object.assign(row, values, { organization_id: `'${organization_id}'` })
  await unchecked.unsafe(
    `insert into "${table}" (${Object.keys(row)
      .map((name) => `"${name}"`)
      .join(', ')})
    values (${Object.values(row).join(', ')})`,
  )
}

const longAgo = `'2001-01-01'`

/** Work of a job that the records of an organisation do not bring. */
const work: Record<string, (tenant: Tenant) => Promise<unknown>> = {
  fold_stock_values: (tenant) => seed(tenant, 'stock_value_changes'),
  move_sell_out_sums: (tenant) => seed(tenant, 'sell_out_category_changes'),
  sum_forecast_errors: (tenant) => seed(tenant, 'weekly_forecasts', { week_start: `'2001-01-08'` }),
  generate_orders: (tenant) => seed(tenant, 'purchase_generation_settings', { auto_generate: 'true' }),
  make_costs_known: async (tenant) => {
    const { organization_id } = tenant
    await database.unchecked`
      insert into exchange_rates (organization_id, currency, rate_date, organization_currency_per_unit)
      values (${organization_id}, 'SEK', '2001-01-01', 0.1)`
    await database.unchecked`
      insert into unrated_arrivals (organization_id, movement_id, variant_id, location_id, currency, arrived_on,
        stated_unit_cost)
      select organization_id, movement_id, variant_id, location_id, 'SEK', '2001-01-02', 1 from stock_movements
      where organization_id = ${organization_id} and quantity_delta > 0 order by movement_id limit 1`
  },
  resolve_stock_exceptions: ({ organization_id }) => database.unchecked`
    insert into exceptions (organization_id, exception_id, kind, severity, subject_type, subject_id, sentence, opened_at)
    select organization_id, gen_random_uuid(), 'stock_negative', 'warning', 'sales_order', order_id::text, 'x', now()
    from sales_orders where organization_id = ${organization_id} limit 1`,
  expire_ship_windows: ({ organization_id }) => database.unchecked`
    update sales_orders set ship_window_end = ${'2001-01-01'} where organization_id = ${organization_id}`,
  advise_inventory: ({ organization_id }) => database.unchecked`
    insert into account_edi_profiles (organization_id, trading_partner_id, edi_qualifier, edi_id, documents_taken, version)
    select organization_id, trading_partner_id, 'ZZ', upper(left(md5(organization_id::text), 12)), '{846}', '4010'
    from account_items where organization_id = ${organization_id} limit 1`,
  report_edi_deadlines: (tenant) =>
    seed(tenant, 'exceptions', { kind: `'edi_deadline'`, severity: `'warning'`, subject_type: `'edi_document'` }),
  delete_webhook_deliveries: (tenant) => seed(tenant, 'webhooks', { deleted_at: longAgo, is_active: 'false' }),
  delete_imports: (tenant) =>
    seed(tenant, 'imports', { updated_at: longAgo, state: `'needs_mapping'`, task: `'preview'` }),
  delete_remembered_writes: (tenant) => seed(tenant, 'remembered_writes'),
  delete_remembered_session_writes: (tenant) => seed(tenant, 'remembered_session_writes'),
  delete_key_usage: (tenant) => seed(tenant, 'key_usage'),
  delete_audit_events: (tenant) => seed(tenant, 'audit_events', { at: longAgo, actor_kind: `'user'` }),
  delete_mails: (tenant) => seed(tenant, 'mails', { kind: `'report'`, state: `'failed'` }),
  delete_edi_inventory_advices: (tenant) => seed(tenant, 'edi_inventory_advices'),
  delete_invitations: (tenant) => seed(tenant, 'invitations', { role: `'member'` }),
  delete_portal_sessions: (tenant) => seed(tenant, 'portal_sessions'),
  delete_portal_invitations: (tenant) => seed(tenant, 'portal_invitations'),
  delete_uploads: (tenant) => seed(tenant, 'uploads', { uploaded_at: longAgo }),
  delete_personal_uploads: (tenant) => seed(tenant, 'uploads', { served_at: longAgo, file_key: `'served'` }),
  clear_staged_uploads: (tenant) => seed(tenant, 'staged_uploads'),
  erase_edi_content: (tenant) =>
    seed(tenant, 'edi_interchanges', { direction: `'inbound'`, state: `'read'`, created_at: longAgo }),
  erase_edi_unreadable: (tenant) =>
    seed(tenant, 'edi_interchanges', {
      direction: `'inbound'`,
      state: `'rejected'`,
      created_at: longAgo,
      arrived_content: `'kept'`,
    }),
  erase_edi_records: (tenant) =>
    seed(tenant, 'edi_documents', {
      direction: `'outbound'`,
      network: `'edi_network'`,
      state: `'sent'`,
      created_at: longAgo,
      record: `'{}'`,
    }),
  delete_organization_exports: (tenant) =>
    seed(tenant, 'organization_exports', { state: `'ready'`, expires_at: longAgo }),
  delete_report_deliveries: (tenant) =>
    seed(tenant, 'report_deliveries', { state: `'delivered'`, created_at: longAgo, delivered_at: longAgo }),
  async fail_stranded_reports(tenant) {
    const receipt_id = `'${crypto.randomUUID()}'`
    await seed(tenant, 'report_deliveries', { receipt_id, state: `'sending'`, as_of: longAgo })
    await seed(tenant, 'report_delivery_mails', { receipt_id, outcome: `'queued'` })
  },
}

/** Their rows belong to no organisation, and nothing refers to them. */
const unowned = [
  'delete_allowances',
  'delete_sessions',
  'delete_session_allowances',
  'delete_password_resets',
  'delete_used_totp_codes',
  'delete_verification',
]
/** Errors of forecasts are summed of those that the job before makes. */
const isFirst = (name: string) => name === 'forecast'

/** Whatever is changed of the organisation raises, and so does every statement that computes its day. */
async function poison({ organization_id }: Tenant): Promise<void> {
  const { sql, unchecked } = database
  await unchecked`update organizations set time_zone = 'Europe/Atlantis' where organization_id = ${organization_id}`
  await sql.unsafe(`
    create function refuse_poisoned() returns trigger language plpgsql as $$
      begin
        if (case when tg_op = 'DELETE' then old.organization_id else new.organization_id end) = '${organization_id}' then
          raise exception 'poisoned';
        end if;
        return case when tg_op = 'DELETE' then old else new end;
      end $$`)
  for (const name of tables)
    await sql.unsafe(`
      create trigger refuse_poisoned before insert or update or delete on "${name}" for each row
        execute function refuse_poisoned()`)
}

test('every job fails at an organisation whose rows raise, and does the work of the one beside it', async () => {
  for (const make of Object.values(work)) for (const tenant of [poisoned, healthy]) await make(tenant)
  await poison(poisoned)
  const jobs = allJobs(service.running!.context).filter(({ name }) => !unowned.includes(name))
  const ends: string[][] = []
  for (const job of jobs.toSorted((a, b) => Number(isFirst(b.name)) - Number(isFirst(a.name)))) {
    const before = await rowsOf(healthy)
    await database.sql`delete from job_runs`
    const isWhole = await runWhenDue(db, job)
    const after = await rowsOf(healthy)
    const isChanged = tables.some((name) => before.get(name) !== after.get(name))
    ends.push([job.name, isWhole ? 'succeeded' : 'failed', isChanged ? 'healthy done' : 'healthy left out'])
  }
  const wanted = ends.map(([name]) => [name!, 'failed', 'healthy done'])
  expect(ends).toEqual(wanted)
})
