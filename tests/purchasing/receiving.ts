/** Helpers for receiving: approved orders, deliveries, stock levels and events. */
import { expect } from 'bun:test'
import { newSession } from '../support/service/session.ts'
import type { OrderFixture } from './order_fixture.ts'

/** An approved order of 24 C-S at 17.25 and 6 C-M at 21 from Forge, which sells in the organisation's currency. */
export async function approved(fixture: OrderFixture, body: Record<string, unknown> = {}): Promise<string> {
  const { variants, suppliers } = fixture.ids
  const id = await fixture.order({
    supplier_id: suppliers.Forge,
    line_items: [
      { variant_id: variants['C-S'], quantity: 24, unit_cost: 17.25 },
      { variant_id: variants['C-M'], quantity: 6, unit_cost: 21 },
    ],
    ...body,
  })
  const answer = await fixture.tenant.post(fixture.at(`/${id}/approve`))
  if (answer.status !== 200) throw new Error(answer.text)
  return id
}

export const arrived = (fixture: OrderFixture, ...lines: [sku: string, units: number][]) => ({
  line_items: lines.map(([sku, received_quantity]) => ({ variant_id: fixture.ids.variants[sku], received_quantity })),
})
export const record = (fixture: OrderFixture, id: string, body: unknown) =>
  fixture.tenant.post(fixture.at(`/${id}/deliveries`), body)
export const lineFigures = (order: any) =>
  order.line_items.map((line: any) => [line.sku, line.delivered_quantity, line.outstanding_quantity])

export async function level({ tenant, ids }: OrderFixture, sku: string) {
  const [row] = await tenant.service.database.sql<
    { on_hand: number; incoming: number; average_cost: string | null; moves: number }[]
  >`
    select l.on_hand, l.incoming, l.average_cost, l.sequence as moves from stock_levels l
    where l.organization_id = ${tenant.organization_id} and l.variant_id = ${ids.variants[sku]!}
      and l.location_id = ${ids.locations.Main!}`
  return [row!.on_hand, row!.incoming, row!.average_cost === null ? null : Number(row!.average_cost), row!.moves]
}

export async function listen(fixture: OrderFixture, ...types: string[]): Promise<() => Promise<[string, any][]>> {
  const session = await newSession(fixture.tenant)
  for (const type of types)
    expect((await session.post('/api/v1/webhooks', { hook_url: 'http://127.0.0.1:9/hook', type })).status).toBe(201)
  return async () => {
    const rows = await fixture.tenant.service.database.sql<{ event: string; body: string }[]>`
      select event, body from webhook_events where organization_id = ${fixture.tenant.organization_id} order by event_id`
    return rows.map(({ event, body }) => [event, JSON.parse(body)])
  }
}
