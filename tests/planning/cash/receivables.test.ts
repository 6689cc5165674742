/** Committed money in of the cash gate, from invoices that the service issued. */
import { expect, test } from 'bun:test'
import { committedOf } from '../../../server/planning/cash/receivables.rules.ts'
import { cents, invoicesPath, openInvoicedShop } from '../../selling/invoices/invoiced_shop.ts'
import { draws, gatePath, inDays, today, weekOf } from './cash_fixture.ts'

test('issued invoices come in during the week of their due date; void and past due ones are not counted', async () => {
  const shop = await openInvoicedShop()
  const { tenant } = shop
  const read = async (query = '') => (await tenant.get(`${gatePath}${query}`)).body.data
  expect(await read()).toMatchObject({
    committed_in_source: null,
    committed_in_usd: null,
    committed_in_later_usd: null,
    committed_in_reason: 'No invoice was issued in the last 365 days.',
  })
  const invoices: any[] = []
  for (let i = 0; i < 5; i++) {
    const order = await shop.wholesale({
      lines: [{ sku: 'J-S', quantity: 1, discount_cents: i }],
    })
    await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
    invoices.push(await shop.invoiced(order))
  }
  const due = async (at: number, day: string | null) => {
    await tenant.service.database.sql`
      update invoices set due_on = ${day}
      where organization_id = ${tenant.organization_id} and invoice_id = ${invoices[at].invoice_id}`
  }
  await due(0, today)
  await due(1, inDays(20))
  await due(2, inDays(400))
  await due(3, inDays(-1))
  await due(4, null)
  const [a, b, c, d, e] = invoices.map((invoice) => cents(invoice).total / 100)
  const answer = await read()
  expect(answer).toMatchObject({
    committed_in_source: 'receivables',
    committed_in_reason: null,
    committed_in_later_usd: c,
  })
  expect(answer.committed_in_usd).toEqual(draws({ 0: a!, [weekOf(inDays(20))]: b! }))
  const left = answer.not_measured.filter(({ subject }: any) => subject === 'receivable')
  expect(left.map(({ name, amount }: any) => [name, amount.usd])).toEqual([
    ['Invoices past due', d],
    ['Invoices without a due date', e],
  ])
  const [rows] = await tenant.service.database.sql<{ cents: number }[]>`
    select sum(total_cents)::int as cents from invoices
    where organization_id = ${tenant.organization_id} and state = 'issued'`
  const sum = [...answer.committed_in_usd, c, d, e].reduce((all: number, one: number) => all + Math.round(one * 100), 0)
  expect(sum).toBe(rows!.cents)
  const credit = (at: number, amount_cents: number) =>
    shop.admin.post(`${invoicesPath}/${invoices[at].invoice_id}/credit-notes`, { reason: 'Late', amount_cents })
  const note = await credit(1, 1000)
  expect((await read()).committed_in_usd[weekOf(inDays(20))]).toBeCloseTo(b! - 10, 6)
  await shop.admin.post(`/api/v1/sales/credit-notes/${note.body.data.credit_note_id}/cancel`, { reason: 'No' })
  expect((await read()).committed_in_usd[weekOf(inDays(20))]).toBe(b!)
  expect((await credit(3, invoices[3].total.cents)).status).toBe(201)
  const past = (await read()).not_measured.filter(({ subject }: any) => subject === 'receivable')
  expect(past.map(({ name }: any) => name)).toEqual(['Invoices without a due date'])
  expect((await shop.voided(invoices[0])).status).toBe(200)
  expect((await read()).committed_in_usd[0]).toBe(0)
  expect(await read('?include_projection=false')).toMatchObject({
    committed_in_source: null,
    committed_in_reason: 'Money in was not requested.',
    projected_in_source: null,
  })
})

test('an amount without an exchange rate is listed, and not counted', () => {
  const weeks = [{ start: '2026-11-16', end: '2026-11-22' }]
  const toUsd = (amount: number, currency: string) => (currency === 'EUR' ? null : amount)
  const fact = { due: '2026-11-22', currency: 'EUR', cents: 5 }
  const only = committedOf([fact], weeks, toUsd)
  expect([only.source, only.weekly_cents, only.not_measured.map(({ reason }) => reason)]).toEqual([
    null,
    null,
    ['No exchange rate between EUR and USD is stored.'],
  ])
  const both = committedOf([fact, { ...fact, currency: 'USD' }], weeks, toUsd)
  expect([both.weekly_cents, both.later_cents, both.not_measured.length]).toEqual([[5], 0, 1])
})
