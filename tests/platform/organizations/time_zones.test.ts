/** Which time zones are accepted: those that both the runtime and PostgreSQL list, wherever a request names one. */
import { expect, test } from 'bun:test'
import { testDatabase } from '../../support/database.ts'
import { sized } from '../../support/long.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'

/** Names that Intl takes besides those that it lists; PostgreSQL has the names of tzdata, of which most are among them. */
const earlierNames = ['US/Pacific-New', 'Canada/East-Saskatchewan', 'Etc/Unknown', 'EUROPE/LISBON', 'Europe/lisbon']
const areaAndPlace = (name: string) => name === 'UTC' || /^[A-Z][a-zA-Z_]+\//.test(name)

function isKnownToRuntime(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

test('every time zone of the runtime is accepted if PostgreSQL lists it, and otherwise refused by its field', async () => {
  const tenant = await newTenant()
  const person = await newSession(tenant)
  const { sql } = tenant.service.database
  const listed = new Set((await sql<{ name: string }[]>`select name from pg_timezone_names`).map(({ name }) => name))
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), ...listed, ...earlierNames])].filter(areaAndPlace)
  // Those on which the two disagree, and a sample of the others; in the long run all of them.
  const isAgreed = (name: string) => listed.has(name) && isKnownToRuntime(name)
  const testedNames = names.filter((name, i) => !isAgreed(name) || i % sized(20, 1) === 0)
  const path = `/api/v1/organizations/${tenant.organization_id}`
  const answers: [string, number, string | undefined][] = []
  for (const time_zone of testedNames) {
    const { status, body } = await person.patch(path, { time_zone })
    answers.push([time_zone, status, body.data.field])
  }
  expect(answers).toEqual(
    testedNames.map((name) => (isAgreed(name) ? [name, 200, undefined] : [name, 400, 'time_zone'])),
  )
  expect(answers.filter(([, status]) => status === 400).length).toBeGreaterThanOrEqual(earlierNames.length)
}, 120_000)

test('a time zone that PostgreSQL does not know is refused wherever a request names one', async () => {
  const tenant = await newTenant()
  const person = await newSession(tenant)
  const time_zone = 'US/Pacific-New'
  expect(isKnownToRuntime(time_zone)).toBe(true)
  const refused = { rule: 'must be the IANA name of a time zone', allowed: ['UTC', 'names such as Europe/Lisbon'] }
  const schedule = {
    name: 'Weekly',
    report: 'weekly-trade',
    recipients: ['a@example.com'],
    weekdays: ['monday'],
    time: '07:00',
  }
  const schedules = '/api/v1/finance/report-schedules'
  const made = (await person.post(schedules, schedule)).body.data
  for (const answer of [
    await person.post('/api/v1/organizations', { name: 'Pacific', time_zone }),
    await person.patch(`/api/v1/organizations/${tenant.organization_id}`, { time_zone }),
    await person.post(schedules, { ...schedule, time_zone }),
    await person.patch(`${schedules}/${made.schedule_id}`, { time_zone }),
  ])
    expect([answer.status, answer.body.data]).toEqual([400, { field: 'time_zone', ...refused }])
})

test('the database refuses a time zone that it does not know, and rows that hold one can still change', async () => {
  const { sql, unchecked } = await testDatabase()
  const { organization_id } = await newTenant()
  const set = (time_zone: string) =>
    sql`update organizations set time_zone = ${time_zone} where organization_id = ${organization_id}`
  for (const name of ['US/Pacific-New', 'Etc/Foo+3', 'europe/lisbon', ''])
    await expect(set(name).execute()).rejects.toMatchObject({
      code: '23514',
      constraint_name: 'organizations_time_zone_known',
    })
  await unchecked`update organizations set time_zone = 'US/Pacific-New' where organization_id = ${organization_id}`
  await sql`
    update organizations set name = 'Renamed', time_zone = time_zone where organization_id = ${organization_id}`
  await set('Europe/Lisbon')
})
