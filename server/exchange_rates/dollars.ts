/**
 * `usd` of money figures. Records are made without rates; before a response, an event or an export leaves, its figures
 * in other currencies are converted at the rates in force on the current day of the organisation. A figure in US dollars
 * has its `usd` from the start, so only figures in other currencies cost a read: one for each response.
 */
import type { TSchema } from '@sinclair/typebox'
import Big from 'big.js'
import { tenThousandthsOf } from '../contract/money.ts'
import { exactAmount, type Money } from '../contract/schema.ts'
import type { Sql } from '../contract/sql.ts'
import { isSliceOver, nextSlice } from '../queue/slices.ts'
import { ratesInForce } from './rates_in_force.ts'

/** Collects the money figures of a value. */
type Find = (value: unknown, figures: Money[]) => void

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isFigure = (value: object): value is Money => 'usd' in value && 'cents' in value

/** Finds the figures of a value of any shape. */
export function findFigures(value: unknown, figures: Money[]): void {
  if (!isObject(value)) return
  if (isFigure(value)) figures.push(value)
  else for (const inner of Object.values(value)) findFigures(inner, figures)
}

/** Finds the figures of values of a schema without looking at other fields; null if it has none. */
export function figuresOf(schema: TSchema): Find | null {
  const options = schema.anyOf as TSchema[] | undefined
  if (options !== undefined) {
    const finds = options.flatMap((option) => figuresOf(option) ?? [])
    return finds.length > 1 ? findFigures : (finds[0] ?? null)
  }
  if (schema.items) return inEach(figuresOf(schema.items as TSchema), (value) => value as unknown[])
  if (schema.patternProperties) {
    const [inner] = Object.values(schema.patternProperties as Record<string, TSchema>)
    return inEach(figuresOf(inner!), (value) => Object.values(value as object))
  }
  const properties = schema.properties as Record<string, TSchema> | undefined
  if (properties === undefined) return null
  if ('usd' in properties && 'cents' in properties) return findFigures
  const inner = Object.entries(properties).flatMap(([name, one]) => {
    const find = figuresOf(one)
    return find === null ? [] : [{ name, find }]
  })
  if (inner.length === 0) return null
  return (value, figures) => {
    if (!isObject(value)) return
    for (const { name, find } of inner) find(value[name], figures)
  }
}

const inEach = (find: Find | null, listOf: (value: unknown) => readonly unknown[]): Find | null =>
  find === null
    ? null
    : (value, figures) => {
        if (isObject(value)) for (const one of listOf(value)) find(one, figures)
      }

/** US dollars for one unit of a currency, as an exact fraction. */
interface Factor {
  numerator: bigint
  denominator: bigint
}

const rateScale = Big(10).pow(10)
const whole = (rate: string) => BigInt(Big(rate).times(rateScale).toFixed(0))

/** Half away from zero; null beyond exact numbers. */
function convert(parts: bigint, { numerator, denominator }: Factor): number | null {
  const size = (2n * (parts < 0n ? -parts : parts) * numerator + denominator) / (2n * denominator)
  const rounded = Number(parts < 0n ? -size : size)
  return Number.isSafeInteger(rounded) ? rounded : null
}

function usdOf(figure: Money, factor: Factor): number | null {
  const amount = figure[exactAmount]
  const [parts, scale] =
    amount === undefined ? [BigInt(figure.cents!), 100] : [BigInt(tenThousandthsOf(amount)), 10_000]
  const converted = convert(parts, factor)
  return converted === null ? null : converted / scale
}

async function readFactors(sql: Sql, organization_id: string, currencies: readonly string[]) {
  const requests = ['USD', ...currencies].map((currency) => ({ currency, day: null }))
  const [dollar, ...rates] = (await ratesInForce(sql, organization_id, requests)).map((rate) =>
    rate === null ? null : whole(rate.organization_currency_per_unit),
  )
  return rates.map((rate) =>
    rate === null || rate === undefined || !dollar ? null : { numerator: rate, denominator: dollar },
  )
}

/** Converted without a look at the clock: a millisecond. */
const figuresAtOnce = 1_000

/** Fills in `usd` of figures, reading each rate once however often it is called. */
export function dollarsFor(sql: Sql, organization_id: string): (figures: readonly Money[]) => Promise<void> {
  const factors = new Map<string, Factor | null>()
  return async (figures) => {
    const open = figures.filter(({ cents, currency, usd }) => usd === null && cents !== null && currency !== null)
    const unread = [...new Set(open.map(({ currency }) => currency!))].filter((currency) => !factors.has(currency))
    if (unread.length > 0) {
      const read = await readFactors(sql, organization_id, unread)
      for (const [at, currency] of unread.entries()) factors.set(currency, read[at]!)
    }
    const isLong = open.length > figuresAtOnce
    for (const figure of open) {
      if (isLong && isSliceOver()) await nextSlice(organization_id)
      const factor = factors.get(figure.currency!)
      if (factor) figure.usd = usdOf(figure, factor)
    }
  }
}
