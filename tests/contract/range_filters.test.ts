/** Pairs of parameters that bound days or times, of every read. */
import { expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { publicOperations, sessionOperations } from '../../server/boot/operations.ts'
import type { Operation } from '../../server/contract/operation.ts'
import { planRequest, targetOf } from '../support/document/requests.ts'
import { newSession } from '../support/service/session.ts'
import { call, newTenant } from '../support/service/tenant.ts'

const lastOf: readonly [RegExp, readonly string[]][] = [
  [/^start_date$/, ['end_date']],
  [/^(.*)since$/, ['until', 'to']],
  [/^(.+_|)from$/, ['until', 'to']],
]

/** Every pair by its names alone, with the type of its values. */
function pairsOf({ query }: Operation): [string, string, boolean][] {
  const properties = (query?.properties ?? {}) as Record<string, TSchema>
  return Object.keys(properties).flatMap((first) =>
    lastOf.flatMap(([pattern, names]) => {
      const prefix = pattern.exec(first)?.[1] ?? ''
      const last = pattern.test(first)
        ? names.map((name) => prefix + name).find((name) => name in properties)
        : undefined
      return last === undefined ? [] : [[first, last, properties[first]!.format === 'date-time'] as const]
    }),
  ) as [string, string, boolean][]
}

const pairs = [...publicOperations, ...sessionOperations]
  .filter(({ method }) => method === 'GET')
  .flatMap((operation) => pairsOf(operation).map((pair) => ({ operation, pair })))

test('a last day before the first one is refused naming both, and one and the same day is not', async () => {
  const tenant = await newTenant()
  const { user_token } = await newSession(tenant, { role: 'admin' })
  const named = pairs.map(({ operation, pair: [first, last] }) => `${operation.id} ${first} ${last}`)
  expect(named).toEqual(
    expect.arrayContaining([
      'orders.list ship_from ship_until',
      'movements.list since until',
      'session.list_payments paid_from paid_to',
      'session.list_invoice_balances due_from due_to',
      'session.list_supplier_invoices due_from due_to',
      'session.list_exchange_rates since until',
    ]),
  )
  const wrong: Record<string, string> = {}
  for (const { operation, pair } of pairs) {
    const [first, last, isTime] = pair
    const read = (from: string, until: string) => {
      const end = isTime ? 'T00:00:00Z' : ''
      const target = targetOf(planRequest(operation, tenant.organization_id), {
        [first]: from + end,
        [last]: until + end,
      })
      return call(tenant.service, 'GET', target, {
        key: operation.session === undefined ? tenant.api_key : user_token,
        headers: { 'X-Organization-ID': tenant.organization_id },
      })
    }
    const [reversed, equal] = [await read('2026-01-02', '2026-01-01'), await read('2026-01-01', '2026-01-01')]
    const { desc } = reversed.body.message
    const isNamed = reversed.status === 400 && desc.includes(first) && desc.includes(last)
    if (!isNamed) wrong[`${operation.id} ${last} reversed`] = reversed.text.slice(0, 300)
    // The last time of a window is outside it: between equal times there is nothing.
    if ([first, last].includes(equal.body.data?.field) && !isTime)
      wrong[`${operation.id} ${last} equal`] = equal.text.slice(0, 300)
  }
  expect(wrong).toEqual({})
})
