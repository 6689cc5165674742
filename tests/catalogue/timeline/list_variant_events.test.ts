import { expect, test } from 'bun:test'
import { recordChanges } from '../../support/document/changes.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { eventsFixture, kindsOf } from './events_fixture.ts'

test("a variant's timeline holds its own changes and its product's, newest first, and no sibling's", async () => {
  const { tenant, ids } = await eventsFixture()
  const answer = await tenant.get(`/api/v1/variants/${ids.variants['C-S']}/events`)
  expect(answer.status).toBe(200)
  expect(answer.body.data).toMatchObject({ size: 4, offset: 0, filtered_max_size: 4 })
  expect(kindsOf(answer)).toEqual(['status_changed', 'price_changed', 'created', 'created'])
  const { rows } = answer.body.data
  expect(rows[1]).toEqual({
    event_id: rows[1].event_id,
    kind: 'price_changed',
    occurred_at: '2026-03-02T09:30:00.25+00:00',
    actor: 'user:Ada',
    product_id: ids.products.Coat!,
    product_title: 'Coat',
    variant_id: ids.variants['C-S']!,
    sku: 'C-S',
    variant_title: 'Coat S',
    field: 'price_cents',
    previous_value: '8900',
    value: '7900',
  })
  expect(rows[0]).toMatchObject({ variant_id: null, sku: null, variant_title: null, value: 'ARCHIVED' })
  expect(rows.map((row: any) => row.variant_id)).toEqual([
    null,
    ids.variants['C-S']!,
    // Of one instant: the later recorded first.
    ids.variants['C-S']!,
    null,
  ])
  const recorded = await tenant.service.database.sql<{ event_id: number }[]>`
    select event_id::float8 as event_id from catalogue_events
    where organization_id = ${tenant.organization_id} and occurred_at = ${rows[2].occurred_at} order by entry desc`
  const ofThatInstant = recorded.map(({ event_id }) => event_id)
  expect(ofThatInstant.indexOf(rows[2].event_id)).toBeLessThan(ofThatInstant.indexOf(rows[3].event_id))
})

test('kind, since and until narrow the timeline; since is included and until is not', async () => {
  const { tenant, ids } = await eventsFixture()
  const path = `/api/v1/variants/${ids.variants['C-S']}/events`
  expect(kindsOf(await tenant.get(`${path}?kind=price_changed,status_changed`))).toEqual([
    'status_changed',
    'price_changed',
  ])
  const period = 'since=2026-03-02T09:30:00.250Z&until=2026-03-03T10:00:00Z'
  const narrowed = await tenant.get(`${path}?${period}`)
  expect(kindsOf(narrowed)).toEqual(['price_changed'])
  expect(narrowed.body.data.filtered_max_size).toBe(1)
  expect(kindsOf(await tenant.get(`${path}?since=2026-03-03T12:00:00%2B02:00`))).toEqual(['status_changed'])
})

test('pages of a timeline neither skip nor repeat, across both of its sources', async () => {
  const { tenant, ids } = await eventsFixture()
  await recordChanges(
    tenant,
    ids,
    Array.from({ length: 20 }, (_, i) => ({
      product: 'Coat',
      ...(i % 3 === 0 ? {} : { sku: 'C-S' }),
      kind: 'updated',
      value: String(i),
      occurred_at: '2026-03-09T00:00:00Z',
    })),
  )
  const seen: string[] = []
  for (let offset = 0; offset < 24; offset += 7) {
    const page = await tenant.get(`/api/v1/variants/${ids.variants['C-S']}/events?limit=7&offset=${offset}`)
    expect(page.body.data.filtered_max_size).toBe(24)
    for (const row of page.body.data.rows) seen.push(row.value)
  }
  expect(seen.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, i) => String(19 - i)))
  expect(seen.length).toBe(24)
})

test('unreadable parameters are refused by name', async () => {
  const { tenant, ids } = await eventsFixture()
  const path = `/api/v1/variants/${ids.variants['C-S']}/events`
  for (const [query, field] of [
    ['kind=price_changed,teleported', 'kind'],
    ['since=yesterday', 'since'],
    ['since=2026-02-30T00:00:00Z', 'since'],
    ['since=2026-03-02T00:00:00Z&until=2026-03-02T00:00:00Z', 'until'],
    ['limit=101', 'limit'],
    ['offset=-1', 'offset'],
  ] as const) {
    const answer = await tenant.get(`${path}?${query}`)
    expect([query, answer.status]).toEqual([query, 400])
    expect(answer.body.data.field).toStartWith(field)
  }
})

test("an unknown variant, and another organisation's, is refused alike", async () => {
  const { ids } = await eventsFixture()
  const stranger = await newTenant()
  for (const variant_id of [ids.variants['C-S'], crypto.randomUUID(), 'nonsense']) {
    const answer = await stranger.get(`/api/v1/variants/${variant_id}/events`)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('variant_not_on_file')
  }
})
