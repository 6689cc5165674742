/** Report schedules over HTTP, and the mails, receipts and events of their runs. */
import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openMail } from '../../../server/mail/mail.ts'
import { insertMails } from '../../../server/mail/queue.ts'
import type { Worker } from '../../../server/queue/worker.ts'
import { headerOf, type MailServer, partsOf, startMailServer } from '../../documents/mail_server.ts'
import { announced, besideTheirReads } from '../../support/document/event_reads.ts'
import { pdfPages } from '../../support/pdf.ts'
import { startService, testService, type TestService } from '../../support/service/service.ts'
import { newSession } from '../../support/service/session.ts'
import { refusal } from '../planning_fixture.ts'
import {
  comeDue,
  create,
  daily,
  deliveries,
  newOffice,
  receiptsOf,
  schedules,
  startReporting,
} from './schedule_fixture.ts'

let mailServer: MailServer
let mailing: TestService
let worker: Worker
/** Without a mail server. */
let storing: Worker
beforeAll(async () => {
  mailServer = await startMailServer()
  mailing = await startService({ SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM: 'reports@example.com' })
  worker = startReporting(mailing.settings)
})
afterAll(async () => {
  await worker.stop()
  await storing?.stop()
  await mailing.stop()
  await mailServer.stop()
})

const newAddresses = (count: number) => Array.from({ length: count }, () => `${crypto.randomUUID()}@shop.example`)
const mailsTo = (address: string) => mailServer.mails.filter(({ to }) => to.includes(address))
const events = async (office: Awaited<ReturnType<typeof newOffice>>) => announced(office.tenant)

test('a due report is mailed once to each recipient as PDF and workbook, and its receipt is sent as an event', async () => {
  const office = await newOffice(mailing)
  const recipients = newAddresses(2)
  const { schedule_id } = await create(office, { recipients })
  await comeDue(office, schedule_id)
  await worker.settle()
  await worker.settle()
  const [receipt, ...others] = await receiptsOf(office)
  expect(others).toEqual([])
  expect(receipt).toMatchObject({
    schedule_id,
    status: 'delivered',
    failure: null,
    recipients,
    schedule_name: daily.name,
  })
  expect(receipt.outcomes.map(({ recipient, outcome }: any) => [recipient, outcome])).toEqual(
    recipients.map((one) => [one, 'sent']),
  )
  for (const address of recipients) {
    const [mail, ...again] = mailsTo(address)
    expect(again).toEqual([])
    expect(headerOf(mail!.raw, 'Subject')).toContain('Test organisation')
    const [text, pdf, xlsx] = partsOf(mail!.raw)
    expect(text!.body.toString()).toContain(daily.name)
    expect((await pdfPages(new Uint8Array(pdf!.body))).join(' ')).toContain('Test organisation')
    expect(XLSX.read(xlsx!.body).SheetNames[0]).toBe('Summary')
    expect([pdf!.body.length, xlsx!.body.length]).toEqual(receipt.files.map((file: any) => file.byte_count))
  }
  const sent = await events(office)
  expect(sent.map(({ event }) => event)).toEqual(['report.delivered'])
  const [records, reads] = await besideTheirReads(office.tenant, sent)
  expect(records).toEqual(reads)
  const schedule = (await office.admin.get(`${schedules}/${schedule_id}`)).body.data
  expect(Date.parse(schedule.next_run_at)).toBeGreaterThan(Date.now())
})

test('a file of a receipt is downloaded byte for byte as it was mailed', async () => {
  const office = await newOffice(mailing)
  const recipients = newAddresses(1)
  const { schedule_id } = await create(office, { recipients, formats: ['pdf'] })
  await comeDue(office, schedule_id)
  await worker.settle()
  await worker.settle()
  const [{ receipt_id, files }] = (await receiptsOf(office)) as [any]
  const link = await office.admin.get(`${deliveries}/${receipt_id}/files/${files[0].file_id}`)
  const { pathname, search } = new URL(link.body.data.export_url)
  const bytes = await (await fetch(`${mailing.base_url}${pathname}${search}`)).arrayBuffer()
  expect(Buffer.from(bytes).equals(partsOf(mailsTo(recipients[0]!)[0]!.raw)[1]!.body)).toBe(true)
})

test('a mail server that refuses one recipient for good fails the report once and names the reason', async () => {
  const office = await newOffice(mailing)
  const { schedule_id } = await create(office, { recipients: newAddresses(1) })
  await comeDue(office, schedule_id)
  mailServer.refusing.push({ code: 550, words: 'No such mailbox' })
  await worker.settle()
  await worker.settle()
  const [receipt] = await receiptsOf(office)
  expect(receipt).toMatchObject({ status: 'failed', delivered_at: null })
  expect(receipt.failure).toContain('No such mailbox')
  expect(receipt.outcomes[0]).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('550') })
  const sent = await events(office)
  expect(sent.map(({ event }) => event)).toEqual(['report.failed'])
  const [records, reads] = await besideTheirReads(office.tenant, sent)
  expect(records).toEqual(reads)
})

test('a mail server that is away for all attempts fails the report once', async () => {
  const office = await newOffice(mailing)
  const { sql } = mailing.database
  const { schedule_id } = await create(office, { recipients: newAddresses(1) })
  await comeDue(office, schedule_id)
  for (let i = 0; i < 4; i++) {
    mailServer.refusing.push({ code: 450, words: 'Try again later' })
    await worker.settle()
    await worker.settle()
    const [receipt] = await receiptsOf(office)
    expect([i, receipt.status]).toEqual([i, i < 3 ? 'sending' : 'failed'])
    await sql`
      update mails set next_attempt_at = now() where organization_id = ${office.tenant.organization_id} and state = 'queued'`
  }
  expect((await events(office)).map(({ event }) => event)).toEqual(['report.failed'])
})

test('of reports that were missed only the newest is mailed; each of the others fails once', async () => {
  const office = await newOffice(mailing)
  const recipients = newAddresses(1)
  const { schedule_id } = await create(office, { recipients })
  await comeDue(office, schedule_id, 72)
  await worker.settle()
  await worker.settle()
  const receipts = await receiptsOf(office)
  expect(receipts.length).toBeGreaterThanOrEqual(3)
  expect(receipts.map(({ status }) => status)).toEqual(['delivered', ...receipts.slice(1).map(() => 'failed')])
  expect(receipts.at(-1).failure).toContain('was not running')
  expect(mailsTo(recipients[0]!)).toHaveLength(1)
  const sent = (await events(office)).map(({ event }) => event)
  expect(sent.filter((event) => event === 'report.failed')).toHaveLength(receipts.length - 1)
  expect(sent.filter((event) => event === 'report.delivered')).toHaveLength(1)
})

test('without a mail server a report is stored and counts as delivered; its files can be downloaded', async () => {
  const service = await testService()
  const office = await newOffice()
  const { schedule_id } = await create(office)
  await worker.stop()
  storing = startReporting(service.settings)
  await comeDue(office, schedule_id)
  await storing.settle()
  await storing.stop()
  worker = startReporting(mailing.settings)
  const [receipt] = await receiptsOf(office)
  expect(receipt).toMatchObject({ status: 'delivered', outcomes: [{ outcome: 'stored' }, { outcome: 'stored' }] })
  expect(receipt.files).toHaveLength(2)
  expect((await events(office)).map(({ event }) => event)).toEqual(['report.delivered'])
})

test('a report that is refused fails with the sentence of the refusal; so does one that the plan excludes', async () => {
  const office = await newOffice(mailing)
  const { schedule_id } = await create(office, { report: 'open-to-buy', parameters: { period: 'current' } })
  await mailing.database.sql`
    update report_schedules set report = 'weekly-trade', parameters = ${JSON.stringify({ plan_id: crypto.randomUUID() })}::text::jsonb
    where organization_id = ${office.tenant.organization_id}`
  await comeDue(office, schedule_id)
  await worker.settle()
  const [refused] = await receiptsOf(office)
  expect(refused).toMatchObject({ status: 'failed', files: [], outcomes: [], as_of: null })
  await mailing.database.sql`
    update organizations set plan = 'essentials' where organization_id = ${office.tenant.organization_id}`
  await comeDue(office, schedule_id)
  await mailing.database.sql`
    update report_deliveries set due_at = due_at - interval '1 hour' where organization_id = ${office.tenant.organization_id}`
  await worker.settle()
  const [excluded] = await receiptsOf(office)
  expect(excluded.failure).toContain('Pro')
  expect((await events(office)).map(({ event }) => event)).toEqual(['report.failed', 'report.failed'])
})

test('a schedule is changed, paused, resumed, sent at once and archived', async () => {
  const office = await newOffice(mailing)
  const { admin } = office
  const made = await create(office, { days_of_month: [31], time: '23:30', report: 'weekly-trade' })
  const path = `${schedules}/${made.schedule_id}`
  expect(made).toMatchObject({ state: 'active', weekdays: null, days_of_month: [31], formats: ['pdf', 'xlsx'] })
  const paused = (await admin.patch(path, { state: 'paused', name: 'Monthly' })).body.data
  expect(paused).toMatchObject({ state: 'paused', next_run_at: null, name: 'Monthly' })
  const resumed = (await admin.patch(path, { state: 'active', weekdays: ['monday'], time_zone: 'Asia/Tokyo' })).body
    .data
  expect(resumed).toMatchObject({ state: 'active', weekdays: ['monday'], days_of_month: null })
  expect(new Date(Date.parse(resumed.next_run_at) + 9 * 3_600_000).getUTCDay()).toBe(1)
  const sent = await admin.post(`${path}/send`)
  expect([sent.status, sent.body.data.status]).toEqual([201, 'queued'])
  await worker.settle()
  await worker.settle()
  expect(await receiptsOf(office, `?schedule_id=${made.schedule_id}&status=delivered`)).toHaveLength(1)
  expect((await admin.post(`${path}/archive`)).body.data).toMatchObject({ state: 'archived', next_run_at: null })
  expect((await admin.get(schedules)).body.data.rows).toEqual([])
  expect((await admin.get(`${schedules}?include_archived=true`)).body.data.rows).toHaveLength(1)
  for (const answer of [
    await admin.post(`${path}/archive`),
    await admin.post(`${path}/send`),
    await admin.patch(path, { name: 'Again' }),
  ])
    expect(refusal(answer)).toEqual([409, 'conflict'])
})

test('a change keeps what is already due, and what is due runs as the schedule was', async () => {
  const office = await newOffice(mailing)
  const [before, after] = [newAddresses(1), newAddresses(1)]
  const { schedule_id } = await create(office, { recipients: before })
  await comeDue(office, schedule_id)
  expect((await office.admin.patch(`${schedules}/${schedule_id}`, { recipients: after })).status).toBe(200)
  await worker.settle()
  await worker.settle()
  expect([mailsTo(before[0]!).length, mailsTo(after[0]!).length]).toEqual([1, 0])
})

test('what a schedule lacks or must not have is refused by field; members only read', async () => {
  const office = await newOffice(mailing)
  const { admin, tenant } = office
  const refused: [object, [number, string]][] = [
    [{ parameters: { period: 'current' } }, [400, 'parameters.period']],
    [{ report: 'open-to-buy', parameters: { cut: 'channel' } }, [400, 'parameters.cut']],
    [{ report: 'weekly-trade', parameters: { period: 'next' } }, [400, 'parameters.period']],
    [{ report: 'weekly-trade', parameters: { plan_id: crypto.randomUUID() } }, [400, 'parameters.plan_id']],
    [{ days_of_month: [1], weekdays: ['monday'] }, [400, 'days_of_month']],
    [{ weekdays: undefined }, [400, 'weekdays']],
    [{ time: '24:00' }, [400, 'time']],
    [{ time_zone: 'Mars/Base' }, [400, 'time_zone']],
    [{ recipients: ['a@shop.example', 'A@shop.example'] }, [400, 'recipients[1]']],
    [{ recipients: ['a@shop.example, b@shop.example'] }, [400, 'recipients[0]']],
    [{ recipients: newAddresses(21) }, [400, 'recipients']],
  ]
  for (const [changes, expected] of refused)
    expect([changes, refusal(await admin.post(schedules, { ...daily, ...changes }))]).toEqual([changes, expected])
  const { schedule_id } = await create(office)
  expect(refusal(await admin.patch(`${schedules}/${schedule_id}`, {}))).toEqual([400, 'body'])
  const member = await newSession(tenant, { role: 'member' })
  expect(refusal(await member.post(schedules, daily))).toEqual([403, 'admin_required'])
  expect((await member.get(`${schedules}/${schedule_id}`)).status).toBe(200)
})

test('an organisation keeps 500 schedules, and needs Pro', async () => {
  const office = await newOffice(mailing)
  const { schedule_id } = await create(office)
  await mailing.database.sql`
    insert into report_schedules (organization_id, schedule_id, name, report, parameters, recipients, formats, weekdays,
      time, time_zone, state, created_by)
    select organization_id, gen_random_uuid(), name, report, parameters, recipients, formats, weekdays, time, time_zone,
      'archived', created_by
    from report_schedules, generate_series(1, 499) where organization_id = ${office.tenant.organization_id}`
  expect(refusal(await office.admin.post(schedules, daily))).toEqual([409, 'conflict'])
  await mailing.database.sql`
    update organizations set plan = 'essentials' where organization_id = ${office.tenant.organization_id}`
  for (const answer of [
    await office.admin.post(schedules, daily),
    await office.admin.patch(`${schedules}/${schedule_id}`, { name: 'Other' }),
    await office.admin.post(`${schedules}/${schedule_id}/send`),
  ])
    expect(refusal(answer)).toEqual([403, 'plan_excludes'])
})

test('another organisation finds neither schedule, receipt nor file', async () => {
  const office = await newOffice(mailing)
  const { schedule_id } = await create(office, { recipients: newAddresses(1) })
  await comeDue(office, schedule_id)
  await worker.settle()
  await worker.settle()
  const [{ receipt_id, files }] = (await receiptsOf(office)) as [any]
  const { admin } = await newOffice(mailing)
  for (const answer of [
    await admin.get(`${schedules}/${schedule_id}`),
    await admin.patch(`${schedules}/${schedule_id}`, { name: 'Mine' }),
    await admin.post(`${schedules}/${schedule_id}/send`),
    await admin.post(`${schedules}/${schedule_id}/archive`),
    await admin.get(`${deliveries}/${receipt_id}`),
    await admin.get(`${deliveries}/${receipt_id}/files/${files[0].file_id}`),
  ])
    expect(refusal(answer)).toEqual([404, 'not_found'])
  expect((await admin.get(schedules)).body.data.rows).toEqual([])
  expect((await admin.get(`${deliveries}?schedule_id=${schedule_id}`)).body.data.rows).toEqual([])
})

test("an organisation's thousand queued mails do not delay the mail of another", async () => {
  const [large, small] = [await newOffice(mailing), await newOffice(mailing)]
  const { sql } = mailing.database
  const { prepare } = openMail(mailing.settings)
  const mailOf = ({ tenant: { organization_id } }: typeof large, recipient: string) =>
    prepare({ kind: 'report', organization_id, recipient, subject: 'Report', text: 'Attached.', minutes: 60 })
  const [crowd, [address]] = [new Set(newAddresses(1_000)), newAddresses(1)]
  await worker.stop()
  await insertMails(
    sql as never,
    [...crowd].map((one) => mailOf(large, one)),
  )
  await sql`
    update mails set next_attempt_at = now() - interval '1 hour' where organization_id = ${large.tenant.organization_id}`
  await insertMails(sql as never, [mailOf(small, address!)])
  worker = startReporting(mailing.settings)
  while (mailsTo(address!).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const place = mailServer.mails.findIndex(({ to }) => to.includes(address!))
  const before = mailServer.mails.slice(0, place).filter(({ to }) => crowd.has(to[0]!))
  // Four of an organisation are sent at once; the other organisation's mail is among the first.
  expect(before.length).toBeLessThan(40)
  await sql`delete from mails where organization_id = ${large.tenant.organization_id}`
  await worker.settle()
})
