/**
 * Every combination of measures, dimensions and grain that the dictionary allows answers the figures that the base
 * tables have by another route. Measures with the same facts are asked together; each is also asked by itself.
 */
import { beforeAll, expect, test } from 'bun:test'
import {
  dimensionsOf,
  domainKeys,
  domainOf,
  factsOf,
  grainsOf,
  measures as dictionary,
} from '../../../server/insight/metrics/dictionary.ts'
import { columnsOf, type DimensionKey } from '../../../server/insight/metrics/dimensions.ts'
import { sized } from '../../support/long.ts'
import { type Facts, readFacts } from './read_facts.ts'
import { type Asked, definitions, recompute } from './recompute.ts'
import { openTradingShop, type TradingShop, window } from './trading_shop.ts'

let shop: TradingShop
let facts: Facts
let queryCount = 0

beforeAll(async () => {
  shop = await openTradingShop()
  facts = await readFacts(shop)
}, 60_000)

const served = domainKeys.filter((domain) => domainOf(domain).unsupported_reason === null)

/** Dimensions of a combination; `npm run test:long` asks for as many as the service takes. */
const dimensionsMax = sized(2, 3)

/** Every subset of at most so many. */
const subsets = (keys: readonly DimensionKey[]): DimensionKey[][] =>
  keys
    .reduce<DimensionKey[][]>((all, key) => [...all, ...all.map((one) => [...one, key])], [[]])
    .filter((one) => one.length <= dimensionsMax)

const figureOf = (cell: any): string | null => {
  const value = cell !== null && typeof cell === 'object' ? cell.cents : cell
  return value === null ? null : String(value)
}

/** Asks and compares; a missing figure must have its reason. */
async function compare(domain: string, one: Asked): Promise<void> {
  const { measures, dimensions, grain } = one
  const answer = await shop.ask({
    domain,
    measures,
    dimensions,
    ...(grain === null ? {} : { grain }),
    ...(one.window === null ? {} : { time_range: { kind: 'absolute', ...one.window } }),
  })
  queryCount++
  const label = JSON.stringify({ domain, ...one })
  expect([label, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([label, 200, ''])
  const { rows, row_count, is_truncated } = answer.body.data
  expect([row_count, is_truncated]).toEqual([rows.length, false])
  const found = new Map<string, Record<string, string | null>>()
  const unexplained: unknown[] = []
  for (const row of rows) {
    const keys = dimensions.map((key) => row[columnsOf(key as DimensionKey).id])
    found.set(
      JSON.stringify([row.period_start ?? null, ...keys]),
      Object.fromEntries(measures.map((key) => [key, figureOf(row[key])])),
    )
    for (const key of measures) {
      const reason = row[key]?.reason ?? row[`${key}_reason`] ?? null
      if ((reason === null) !== (figureOf(row[key]) !== null)) unexplained.push({ key, row })
    }
  }
  expect([label, unexplained]).toEqual([label, []])
  const expected = recompute(facts, one)
  expect([label, found.size]).toEqual([label, rows.length])
  expect([label, Object.fromEntries(found)]).toEqual([label, Object.fromEntries(expected)])
}

test('the second route defines every measure of the dictionary', () => {
  expect(Object.keys(definitions).toSorted()).toEqual([...dictionary.keys()].toSorted())
})

for (const domain of served)
  test(`every combination of ${domain} equals the figures of the base tables`, async () => {
    const own = domainOf(domain)
    const range = own.supports_time_range ? window : null
    const groups = Map.groupBy(own.measures, (key) => factsOf([dictionary.get(key)!]).join(' '))
    for (const measures of groups.values()) {
      const list = measures.map((key) => dictionary.get(key)!)
      const grains = own.supports_time_range ? [null, ...grainsOf(list)] : [null]
      for (const dimensions of subsets(dimensionsOf(list)))
        for (const grain of grains) await compare(domain, { measures, dimensions, grain, window: range })
      for (const measure of measures)
        await compare(domain, { measures: [measure], dimensions: [], grain: null, window: range })
    }
  }, 240_000)

test('measures of different facts are answered together, each as it is by itself', async () => {
  for (const domain of served) {
    const own = domainOf(domain)
    const range = own.supports_time_range ? window : null
    const every = own.measures.slice(0, 20)
    const dividable = every.filter((key) => grainsOf([dictionary.get(key)!]).length > 0)
    for (const dimensions of subsets(dimensionsOf(every.map((key) => dictionary.get(key)!))))
      await compare(domain, { measures: every, dimensions, grain: null, window: range })
    if (range === null) continue
    for (const grain of ['day', 'week', 'month'] as const)
      for (const dimensions of subsets(dimensionsOf(dividable.map((key) => dictionary.get(key)!))))
        await compare(domain, { measures: dividable, dimensions, grain, window: range })
  }
  console.log(`${queryCount} combinations were asked`)
}, 240_000)
