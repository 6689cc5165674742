/** The order fixture with a connected warehouse: connecting, approving and pushing orders. */
import { newSession, type Session } from '../support/service/session.ts'
import { type OrderFixture, orderFixture } from './order_fixture.ts'

export const connectionsPath = '/api/v1/warehouse-connections'
export const token = 'wms_5mQ2c8Zr1vK9'

export interface WarehouseFixture extends OrderFixture {
  admin: Session
  connect: (url: string, location?: string) => Promise<string>
  push: (id: string) => ReturnType<OrderFixture['tenant']['post']>
  approved: (body?: Record<string, unknown>) => Promise<string>
}

export async function warehouseFixture(): Promise<WarehouseFixture> {
  const fixture = await orderFixture()
  const admin = await newSession(fixture.tenant)
  const push = (id: string) => fixture.tenant.post(fixture.at(`/${id}/push-to-wms`))
  return {
    ...fixture,
    admin,
    push,
    async connect(url, location = 'Main') {
      const location_id = fixture.ids.locations[location]
      const made = await admin.post(connectionsPath, {
        name: `${location} WMS`,
        location_id,
        url,
        bearer_token: token,
      })
      if (made.status !== 201) throw new Error(made.text)
      return made.body.data.connection_id
    },
    async approved(body) {
      const id = await fixture.order(body)
      await fixture.tenant.post(fixture.at(`/${id}/approve`))
      return id
    },
  }
}
