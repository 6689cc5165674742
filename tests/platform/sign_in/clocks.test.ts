/** The database's clock decides: a process whose own clock is minutes off ends no session early or late, and tells true times. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { fileURLToPath } from 'node:url'
import { sessionTokenHash } from '../../../server/pipeline/admit_session.ts'
import { testEnvironment } from '../../support/service/service.ts'
import { type ServiceProcess, startServiceProcess } from '../../support/service/service_process.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const preload = fileURLToPath(new URL('../../support/service/clock_off.ts', import.meta.url))
const apartSecondsMax = 30
const processes: ServiceProcess[] = []
let tenant: Tenant

beforeAll(async () => {
  tenant = await newTenant()
})
afterAll(() => Promise.all(processes.map((one) => one.stop())))

async function startOff(seconds: number): Promise<string> {
  const environment = { ...testEnvironment(tenant.service.database), CLOCK_OFF_SECONDS: String(seconds) }
  const started = await startServiceProcess(environment, { preload })
  processes.push(started)
  return started.base_url
}

const ask = async (base: string, path: string, token: string, init: RequestInit = {}) => {
  const response = await fetch(base + path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } })
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

/** Seconds from the database's present to an instant. */
async function secondsTo(instant: string): Promise<number> {
  const [row] = await tenant.service.database.sql<{ seconds: number }[]>`
    select extract(epoch from ${instant}::timestamptz - now())::float8 as seconds`
  return row!.seconds
}

const isThere = async (token: string): Promise<boolean> => {
  const rows = await tenant.service.database.sql`select from session where token = ${sessionTokenHash(token)}`
  return rows.length === 1
}

for (const off of [400, -400]) {
  test(`a process whose clock is ${off} s off`, async () => {
    const base = await startOff(off)

    const live = await newSession(tenant, { expires_in_seconds: 200 })
    const held = await ask(base, '/auth/get-session', live.user_token)
    expect(held.body?.session.userId).toBe(live.user_id)
    // Asking renews a session that ends within six days: it then lasts seven.
    const lasts = await secondsTo(held.body.session.expiresAt)
    expect(Math.abs(lasts - 7 * 86_400)).toBeLessThan(apartSecondsMax)
    expect(await isThere(live.user_token)).toBe(true)
    const over = await newSession(tenant, { expires_in_seconds: -200 })
    expect((await ask(base, '/auth/get-session', over.user_token)).body).toBeNull()

    const answer = await ask(base, '/api/v1/variants/table', tenant.api_key)
    expect(answer.status).toBe(200)
    const admin = await newSession(tenant)
    const request_id = answer.headers.get('x-request-id')!
    const usage = `/api/v1/developer/keys/${tenant.api_key_id}/usage?request_id=${request_id}`
    let rows: any[] = []
    for (let tries = 0; tries < 100 && rows.length === 0; tries++) {
      rows = (await admin.get(usage)).body.data.rows
      if (rows.length === 0) await new Promise((settle) => setTimeout(settle, 50))
    }
    expect(rows).toHaveLength(1)
    expect(Math.abs(await secondsTo(rows[0].at))).toBeLessThan(apartSecondsMax)
  })
}
