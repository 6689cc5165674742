/** Reports of real delivering processes that are killed while they compute and mail, and of two that run at once. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type MailServer, startMailServer } from '../../documents/mail_server.ts'
import { announced } from '../../support/document/event_reads.ts'
import { startService, testEnvironment, type TestService } from '../../support/service/service.ts'
import { type ServiceProcess, startServiceProcess } from '../../support/service/service_process.ts'
import { comeDue, create, newOffice, receiptsOf } from './schedule_fixture.ts'

setDefaultTimeout(240_000)

let mailServer: MailServer
let mailing: TestService
let environment: Record<string, string>
const running = new Set<ServiceProcess>()
beforeAll(async () => {
  mailServer = await startMailServer()
  const mail = { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM: 'reports@example.com' }
  mailing = await startService(mail)
  environment = { ...testEnvironment(mailing.database), ...mail, DELIVERIES: 'true' }
})
afterAll(async () => {
  for (const one of running) one.child.kill('SIGKILL')
  await mailing.stop()
  await mailServer.stop()
})

/** One that still runs, or a new one: starting it takes longer than what it delivers here. */
const oneDelivering = async (): Promise<ServiceProcess> => [...running][0] ?? (await startDelivering())

async function startDelivering(): Promise<ServiceProcess> {
  const started = await startServiceProcess(environment)
  running.add(started)
  return started
}

async function kill(one: ServiceProcess): Promise<void> {
  const ended = new Promise((resolve) => one.child.once('exit', resolve))
  one.child.kill('SIGKILL')
  await ended
  running.delete(one)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10))
}

const newAddresses = (count: number) => Array.from({ length: count }, () => `${crypto.randomUUID()}@shop.example`)

/** Leases of killed processes end at once. */
async function endLeases({ database: { sql } }: TestService): Promise<void> {
  await sql`update report_deliveries set leased_until = now() - interval '1 second', next_attempt_at = now() where state = 'queued'`
  await sql`update mails set next_attempt_at = now() where state = 'queued'`
}

/** When the first process is killed: as soon as these hold. */
const moments: Record<
  string,
  (sql: TestService['database']['sql'], schedule_id: string) => PromiseLike<readonly unknown[]>
> = {
  'once the report is due and claimed': (sql, schedule_id) =>
    sql`select from report_deliveries where schedule_id = ${schedule_id} and leased_until is not null`,
  'once the mails are queued': (sql, schedule_id) =>
    sql`select from report_deliveries where schedule_id = ${schedule_id} and state = 'sending'`,
  'once the schedule has moved on': (sql, schedule_id) =>
    sql`select from report_schedules where schedule_id = ${schedule_id} and next_run_at > now()`,
}

test.each(Object.entries(moments))(
  'a process that is killed %s sends each report once in the end',
  async (_moment, isReached) => {
    const office = await newOffice(mailing)
    const { sql } = mailing.database
    const recipients = newAddresses(3)
    const { schedule_id } = await create(office, { recipients })
    const first = await oneDelivering()
    await comeDue(office, schedule_id)
    await until(async () => (await isReached(sql, schedule_id)).length > 0)
    await kill(first)
    await endLeases(mailing)
    await startDelivering()
    await until(async () => {
      const [receipt] = await receiptsOf(office)
      return ['delivered', 'failed'].includes(receipt?.status)
    })
    const receipts = await receiptsOf(office)
    expect(receipts.map(({ status }) => status)).toEqual(['delivered'])
    // A mail that was accepted while its process was killed is sent again with the same Message-ID.
    for (const address of recipients) {
      const ids = mailServer.mails
        .filter(({ to }) => to.includes(address))
        .map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)![1])
      expect([new Set(ids).size, ids.length <= 2]).toEqual([1, true])
    }
    expect((await announced(office.tenant)).map(({ event }) => event)).toEqual(['report.delivered'])
  },
)

test('two processes at once send every report of twelve schedules once', async () => {
  const office = await newOffice(mailing)
  await Promise.all([oneDelivering(), startDelivering()])
  expect(running.size).toBe(2)
  const made = []
  for (let i = 0; i < 12; i++) made.push(await create(office, { name: `Cash ${i}`, recipients: newAddresses(1) }))
  await Promise.all(made.map(({ schedule_id }) => comeDue(office, schedule_id)))
  await until(async () => (await receiptsOf(office, '?status=delivered')).length === 12)
  for (const one of running) await kill(one)
  expect(await receiptsOf(office)).toHaveLength(12)
  for (const { recipients } of made)
    expect(mailServer.mails.filter(({ to }) => to.includes(recipients[0]))).toHaveLength(1)
  expect((await announced(office.tenant)).map(({ event }) => event)).toEqual(Array(12).fill('report.delivered'))
})
