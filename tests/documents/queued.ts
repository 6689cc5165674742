/** Queued documents for warehouses, inserted as rows: more, and for more locations, than orders could create. */
import type postgres from 'postgres'
import { uuidv7 } from 'uuidv7'
import type { SecretBox } from '../../server/secrets/secret_box.ts'

/** Inserts an order, and `each` documents about it for a warehouse at every URL. */
export async function queueInbounds(
  sql: postgres.Sql<{}>,
  secrets: SecretBox,
  organization_id: string,
  urls: readonly string[],
  each: number,
): Promise<void> {
  const purchase_order_id = uuidv7()
  const warehouses = urls.map((url) => ({ url, connection_id: uuidv7(), location_id: uuidv7() }))
  for (const { location_id } of warehouses)
    await sql`insert into locations (organization_id, location_id, name) values (${organization_id}, ${location_id}, ${location_id})`
  await sql`
    insert into purchase_orders (organization_id, purchase_order_id, name, order_type, status, location_id, currency)
    values (${organization_id}, ${purchase_order_id}, 'PO-1', 'purchase', 'approved', ${warehouses[0]!.location_id}, 'USD')`
  for (const { url, connection_id, location_id } of warehouses) {
    await sql`
      insert into warehouse_connections (organization_id, connection_id, name, location_id, url, encrypted_token)
      values (${organization_id}, ${connection_id}, 'Harbour', ${location_id}, ${url},
        ${secrets.encrypt('token', connection_id)})`
    const payload = JSON.stringify({ connection_id, message: { inbound: connection_id } })
    await sql`
      insert into outbound_documents (organization_id, document_id, channel, purchase_order_id, name, revision, state,
        recipient, concurrency_key, payload, fingerprint, created_by, next_attempt_at)
      select ${organization_id}, gen_random_uuid(), 'warehouse', ${purchase_order_id}, 'PO-1', n, 'queued', 'Harbour',
        ${`warehouse ${connection_id}`}, ${payload}::text::jsonb, n::text, 'tests', now()
      from generate_series(1, ${each}) n`
  }
  await sql`select pg_notify('outbound_documents', '')`
}
