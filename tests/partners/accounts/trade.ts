/** A merchant with a member who keeps its accounts. */
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession } from '../../support/service/session.ts'
import { type Answer, newTenant } from '../../support/service/tenant.ts'

export const accountsPath = '/api/v1/wholesale/accounts'
export const listsPath = '/api/v1/wholesale/price-lists'

export async function merchant() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    products: [{ title: 'Jumper', variants: [{ sku: 'J-S' }, { sku: 'J-M' }, { sku: 'J-L' }] }],
  })
  const member = await newSession(tenant)
  const create = (name: string, more: object = {}) => member.post(accountsPath, { name, ...more })
  const account = async (name: string, more: object = {}): Promise<string> =>
    (await create(name, more)).body.data.trading_partner_id
  const list = async (name: string, more: object = {}): Promise<string> =>
    (await member.post(listsPath, { name, ...more })).body.data.price_list_id
  return { tenant, ids, member, create, account, list }
}

export const faultOf = ({ status, body }: Answer) => [status, body.code, body.data?.field]
export const refused = (field: string) => [400, 'bad_request', field]
