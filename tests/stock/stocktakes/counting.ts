/** Counts of stock as the tests of this folder make them. */
import { expect } from 'bun:test'
import { type Catalogue, type Fixture, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

export interface Shop {
  tenant: Tenant
  ids: Catalogue
}

/** Three variants over two locations: TEE-S 10 and 4 at 5.00, TEE-M 20 at 6.25, CAP none and no cost. */
export const shopFixture: Fixture = {
  locations: ['Back room', 'Shop floor'],
  suppliers: ['Northern Knits', 'Cap Works'],
  products: [
    {
      title: 'Tee',
      variants: [
        {
          sku: 'TEE-S',
          unit_cost: '5.0000',
          suppliers: [{ supplier: 'Northern Knits' }],
          stock: { 'Back room': 10, 'Shop floor': 4 },
        },
        {
          sku: 'TEE-M',
          unit_cost: '6.2500',
          suppliers: [{ supplier: 'Northern Knits' }],
          stock: { 'Back room': 20 },
        },
      ],
    },
    { title: 'Cap', variants: [{ sku: 'CAP', suppliers: [{ supplier: 'Cap Works' }] }] },
  ],
}

export async function openShop(fixture: Fixture = shopFixture): Promise<Shop> {
  const tenant = await newTenant()
  return { tenant, ids: await setFixture(tenant, fixture) }
}

export async function create({ tenant, ids }: Shop, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await tenant.post('/api/v1/stocktakes', {
    name: 'Autumn count',
    counted_on: '2026-11-20',
    location_ids: [ids.locations['Back room']],
    include_all_variants: true,
    ...more,
  })
  expect(answer.status).toBe(200)
  return answer.body.data.id
}

/** What was counted, as `sku @ location` to units. */
export type Counts = Record<string, number>

export const countsOf = ({ ids }: Shop, counts: Counts) =>
  Object.entries(counts).map(([words, counted_quantity]) => {
    const [sku, location] = words.split(' @ ')
    return {
      variant_id: ids.variants[sku!],
      location_id: ids.locations[location ?? 'Back room'],
      counted_quantity,
    }
  })

export async function count(shop: Shop, stocktake_id: string, counts: Counts): Promise<void> {
  const body = { counts: countsOf(shop, counts) }
  const answer = await shop.tenant.patch(`/api/v1/stocktakes/${stocktake_id}/counts`, body)
  expect([answer.status, answer.text]).toEqual([204, ''])
}

export const post = ({ tenant }: Shop, stocktake_id: string) => tenant.post(`/api/v1/stocktakes/${stocktake_id}/post`)

export async function read({ tenant }: Shop, stocktake_id: string): Promise<any> {
  const answer = await tenant.get(`/api/v1/stocktakes/${stocktake_id}`)
  expect(answer.status).toBe(200)
  return answer.body.data
}

/** The lines of a count by `sku @ location`. */
export async function readLines({ tenant }: Shop, stocktake_id: string): Promise<Record<string, any>> {
  const answer = await tenant.get(`/api/v1/stocktakes/${stocktake_id}/table?limit=10000`)
  expect(answer.status).toBe(200)
  return Object.fromEntries(answer.body.data.rows.map((row: any) => [`${row.sku} @ ${row.location_name}`, row]))
}

export async function onHand({ tenant, ids }: Shop, sku: string, location = 'Back room'): Promise<number | null> {
  const [level] = await tenant.service.database.sql<{ on_hand: number }[]>`
    select on_hand from stock_levels where organization_id = ${tenant.organization_id}
      and variant_id = ${ids.variants[sku]!} and location_id = ${ids.locations[location]!}`
  return level?.on_hand ?? null
}

export const unknownId = '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'

/** A count of another organisation, which answers as one that never was. */
export const foreignStocktake = async (): Promise<string> => create(await openShop())
