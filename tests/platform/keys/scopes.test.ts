import { expect, test } from 'bun:test'
import { publicOperations } from '../../support/service/service.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'

/** The matrix as it is published: word, verbs and rung. */
const matrix: Record<string, [string, string, string]> = {
  products: ['Products', 'read', 'every_plan'],
  pim: ['Product data', 'read', 'essentials_plus'],
  inventory: ['Stock', 'read', 'every_plan'],
  suppliers: ['Suppliers', 'read write', 'every_plan'],
  purchase_orders: ['Purchase orders', 'read write', 'every_plan'],
  sales: ['Sales', 'read', 'every_plan'],
  orders: ['Orders', 'read write', 'every_plan'],
  returns: ['Returns', 'read write', 'every_plan'],
  stocktakes: ['Stocktakes', 'read write', 'every_plan'],
  sandbox: ['Sandbox', 'read write', 'every_plan'],
  movements: ['Movements', 'read', 'every_plan'],
  accounts: ['Accounts', 'read', 'essentials_plus'],
  order_book: ['Order book', 'read write', 'essentials_plus'],
  sell_out: ['Sell-out', 'read write', 'essentials_plus'],
  planning: ['Planning', 'read', 'pro'],
  cash: ['Cash', 'read', 'pro'],
  reports: ['Reports', 'read', 'pro'],
  metrics: ['Metrics', 'read', 'every_plan'],
}

const reached: Record<string, string[]> = {
  starter: [],
  essentials: ['every_plan'],
  essentials_plus: ['every_plan', 'essentials_plus'],
  pro: ['every_plan', 'essentials_plus', 'pro'],
}

test('the scope matrix is the published one, for a member on any plan', async () => {
  for (const plan of ['starter', 'essentials', 'essentials_plus', 'pro'] as const) {
    const member = await newSession(await newTenant({ plan }), { role: 'member' })
    const answer = await member.get('/api/v1/developer/scopes')
    expect(answer.status).toBe(200)
    const { resources, ...rest } = answer.body.data
    expect(rest).toEqual({ plan, public_api_included: plan !== 'starter' })
    expect(resources.map((one: any) => one.resource)).toEqual(Object.keys(matrix))
    for (const one of resources) {
      const [word, verbs, sold_with] = matrix[one.resource]!
      expect([one.word, one.sold_with]).toEqual([word, sold_with])
      expect(one.scopes).toEqual(verbs.split(' ').map((verb) => `${one.resource}:${verb}`))
      expect(one.included).toBe(reached[plan]!.includes(sold_with))
      expect(one.gate === null).toBe(sold_with === 'every_plan')
      if (one.gate) expect(one.gate).toMatchObject({ sold_with, included: one.included })
    }
  }
})

test('its counts are those of the mounted operations', async () => {
  const member = await newSession(await newTenant(), { role: 'member' })
  const { resources } = (await member.get('/api/v1/developer/scopes')).body.data
  const total = resources.reduce((sum: number, one: any) => sum + one.operations, 0)
  expect(total).toBe(publicOperations.length)
  for (const one of resources)
    expect(one.operations).toBe(publicOperations.filter(({ id }) => id.startsWith(`${one.resource}.`)).length)
})
