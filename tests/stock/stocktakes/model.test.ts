import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { moveStock, type Fixture } from '../../support/fixtures/catalogue.ts'
import { uploadFile } from '../../support/fixtures/files.ts'
import { countsOf, openShop, readLines, type Shop } from './counting.ts'

/**
 * Random histories against a plain model in memory: what the ledger holds, what each open count has seen, what a posted
 * one has frozen. After every step the levels, the lines and the totals agree with it.
 */
const skus = ['A', 'B', 'C', 'D'] as const
const places = ['Back room', 'Shop floor'] as const
/** D has no cost, so that its variance has no value. Whole cents keep the model's sums exact. */
const costs: Record<string, number | null> = { A: 5, B: 6.25, C: 0.5, D: null }
const fixture: Fixture = {
  locations: [...places],
  products: [
    {
      title: 'Thing',
      variants: skus.map((sku) => ({ sku, unit_cost: costs[sku] === null ? null : String(costs[sku]) })),
    },
  ],
}

interface ModelLine {
  system: number
  counted: number | null
  /** On hand at posting less what was counted; null until then. */
  moved: number | null
}
interface ModelCount {
  id: string
  is_posted: boolean
  lines: Map<string, ModelLine>
}
interface Model {
  on_hand: Map<string, number>
  counts: ModelCount[]
}

type Entry = { sku: string; place: string; quantity: number }
type CreateStep = { does: 'create'; locations: string[]; skus: string[] | null }
type CountStep = { does: 'count' | 'import'; which: number; entries: Entry[] }
type EndStep = { does: 'post' | 'delete'; which: number }
type MoveStep = { does: 'move'; entries: Entry[] }
type Step = CreateStep | CountStep | EndStep | MoveStep

const word = ({ sku, place }: { sku: string; place: string }) => `${sku} @ ${place}`
const entry = (min: number, max: number) =>
  fc.record({
    sku: fc.constantFrom(...skus),
    place: fc.constantFrom(...places),
    quantity: fc.integer({ min, max }),
  })
const entries = (min: number, max: number) =>
  fc.uniqueArray(entry(min, max), { minLength: 1, maxLength: 4, selector: word })
const which = fc.nat(3)

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constant('create' as const),
    locations: fc.uniqueArray(fc.constantFrom<string>(...places), { minLength: 1 }),
    skus: fc.option(fc.uniqueArray(fc.constantFrom<string>(...skus), { minLength: 1 })),
  }),
  fc.record({ does: fc.constantFrom('count' as const, 'import' as const), which, entries: entries(0, 30) }),
  fc.record({ does: fc.constantFrom('post' as const, 'post' as const, 'delete' as const), which }),
  fc.record({ does: fc.constant('move' as const), entries: entries(-10, 20) }),
)

async function createStep(shop: Shop, model: Model, { locations, skus: named }: CreateStep) {
  const selection = named ? { variant_ids: named.map((sku) => shop.ids.variants[sku]) } : { include_all_variants: true }
  const answer = await shop.tenant.post('/api/v1/stocktakes', {
    name: 'x',
    counted_on: '2026-11-20',
    location_ids: locations.map((place) => shop.ids.locations[place]),
    ...selection,
  })
  const lines = (named ?? [...skus]).flatMap((sku) => locations.map((place) => word({ sku, place })))
  model.counts.push({
    id: answer.body.data.id,
    is_posted: false,
    lines: new Map(lines.map((line) => [line, { system: model.on_hand.get(line) ?? 0, counted: null, moved: null }])),
  })
}

/** Counting takes all or nothing; a file skips what it does not know. */
async function countStep(shop: Shop, model: Model, one: CountStep) {
  const count = model.counts[one.which % model.counts.length]
  if (count === undefined) return
  const known = one.entries.filter((each) => count.lines.has(word(each)))
  const path = `/api/v1/stocktakes/${count.id}`
  if (one.does === 'count') {
    const counts = countsOf(shop, Object.fromEntries(one.entries.map((each) => [word(each), each.quantity])))
    const answer = await shop.tenant.patch(`${path}/counts`, { counts })
    const isTaken = !count.is_posted && known.length === one.entries.length
    expect(answer.status).toBe(isTaken ? 204 : 400)
    if (!isTaken) return
  } else {
    const rows = one.entries.map(({ sku, place, quantity }) => `${sku},${place},${quantity}`)
    const s3_key = await uploadFile(shop.tenant, ['sku,place,units', ...rows].join('\n'))
    const mappings = { sku: 'sku', location: 'place', counted_quantity: 'units' }
    const answer = await shop.tenant.post(`${path}/import`, { s3_key, mappings })
    expect(answer.status).toBe(count.is_posted ? 400 : 200)
    if (count.is_posted) return
    expect([answer.body.data.updated, answer.body.data.skipped]).toEqual([known.length, rows.length - known.length])
  }
  for (const each of known) {
    const line = count.lines.get(word(each))!
    line.system = model.on_hand.get(word(each)) ?? 0
    line.counted = each.quantity
  }
}

async function endStep(shop: Shop, model: Model, one: EndStep) {
  const count = model.counts[one.which % model.counts.length]
  if (count === undefined) return
  if (one.does === 'delete') {
    const answer = await shop.tenant.delete(`/api/v1/stocktakes/${count.id}`)
    expect(answer.status).toBe(count.is_posted ? 400 : 204)
    if (!count.is_posted) model.counts = model.counts.filter((other) => other !== count)
    return
  }
  const can = !count.is_posted && [...count.lines.values()].some(({ counted }) => counted !== null)
  expect((await shop.tenant.post(`/api/v1/stocktakes/${count.id}/post`)).status).toBe(can ? 200 : 400)
  if (!can) return
  count.is_posted = true
  for (const [words, line] of count.lines) {
    if (line.counted === null) continue
    const on_hand = model.on_hand.get(words) ?? 0
    const variance = line.counted - line.system
    line.moved = on_hand - line.system
    if (variance !== 0) model.on_hand.set(words, on_hand + variance)
  }
}

async function moveStep(shop: Shop, model: Model, one: MoveStep) {
  const moves = one.entries.filter(({ quantity }) => quantity !== 0)
  await moveStock(
    shop.tenant,
    shop.ids,
    moves.map(({ sku, place, quantity }) => ({
      sku,
      location: place,
      kind: quantity > 0 ? ('receipt' as const) : ('fulfilment' as const),
      quantity,
      unit_cost: costs[sku] === null ? null : String(costs[sku]),
    })),
  )
  for (const each of moves) model.on_hand.set(word(each), (model.on_hand.get(word(each)) ?? 0) + each.quantity)
}

function take(shop: Shop, model: Model, one: Step): Promise<void> {
  switch (one.does) {
    case 'create':
      return createStep(shop, model, one)
    case 'count':
    case 'import':
      return countStep(shop, model, one)
    case 'post':
    case 'delete':
      return endStep(shop, model, one)
    case 'move':
      return moveStep(shop, model, one)
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

function totalsOf({ lines, is_posted }: ModelCount) {
  const all = [...lines].map(([words, line]) => ({ cost: costs[words[0]!] ?? null, ...line }))
  const counted = all.filter((line) => line.counted !== null)
  const variance = (line: ModelLine) => line.counted! - line.system
  const unknown = counted.some((line) => line.cost === null && variance(line) !== 0)
  return {
    status: is_posted ? 'posted' : 'open',
    line_count: all.length,
    counted_line_count: counted.length,
    system_total: sum(all.map(({ system }) => system)),
    counted_total: sum(counted.map((line) => line.counted!)),
    variance_total: sum(counted.map(variance)),
    variance_value_total: unknown ? null : sum(counted.map((line) => variance(line) * (line.cost ?? 0))),
  }
}

async function compare(shop: Shop, model: Model): Promise<void> {
  const { tenant } = shop
  const levels = await tenant.service.database.sql<{ words: string; on_hand: number; moved: number }[]>`
    select v.sku || ' @ ' || o.name as words, l.on_hand, (select coalesce(sum(m.quantity_delta), 0)::int
      from stock_movements m where m.organization_id = l.organization_id and m.variant_id = l.variant_id
        and m.location_id = l.location_id) as moved
    from stock_levels l
    join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
    join locations o on o.organization_id = l.organization_id and o.location_id = l.location_id
    where l.organization_id = ${tenant.organization_id}`
  const held = Object.fromEntries(levels.map(({ words, on_hand }) => [words, on_hand]))
  for (const { on_hand, moved } of levels) expect(on_hand).toBe(moved)
  expect(held).toEqual(Object.fromEntries(model.on_hand))
  const table = await tenant.get('/api/v1/stocktakes/table?limit=100')
  const rows = new Map<string, any>(table.body.data.rows.map((row: any) => [row.id, row]))
  expect([...rows.keys()].sort()).toEqual(model.counts.map(({ id }) => id).sort())
  for (const count of model.counts) expect(rows.get(count.id)).toMatchObject(totalsOf(count))
  const last = model.counts.at(-1)
  if (last === undefined) return
  const lines = await readLines(shop, last.id)
  for (const [words, { system, counted, moved }] of last.lines) {
    expect(lines[words]).toMatchObject({
      system_quantity: system,
      counted_quantity: counted,
      variance_quantity: counted === null ? null : counted - system,
      moved_quantity: last.is_posted ? moved : (model.on_hand.get(words) ?? 0) - system,
    })
  }
}

test('levels, lines and totals agree with a plain model after every step of any history', async () => {
  const runs = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
    const shop = await openShop(fixture)
    const model: Model = { on_hand: new Map(), counts: [] }
    for (const one of steps) {
      await take(shop, model, one)
      await compare(shop, model)
    }
  })
  await fc.assert(runs, {
    numRuns: 20,
    interruptAfterTimeLimit: 8_000,
    markInterruptAsFailure: false,
    seed: 20_261_121,
  })
})
