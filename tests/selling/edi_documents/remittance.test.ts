/** Remittance advices (820): what is paid and deducted is held for a person and shown on the invoices; nothing is booked. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { acceptAll, type EdiShop, openEdiShop, order850 } from '../edi_orders/edi_shop.ts'

setDefaultTimeout(60_000)

/** A sent invoice of 150.00. */
async function billed(shop: EdiShop, number: string) {
  const draft = await shop.drafted(...order850(number, 'PO1*1*6*EA*25.00*PE*SK*771-S'))
  const order = (await shop.act(draft, 'confirm', acceptAll(draft))).body.data
  await shop.ship(order, { lines: [{ sku: 'J-S', quantity: 6 }] })
  const invoice = (await shop.act(order, 'invoice')).body.data
  await shop.tenant.service.database.sql`
    update edi_documents set state = 'sent', next_attempt_at = null
    where organization_id = ${shop.tenant.organization_id} and direction = 'outbound' and state = 'queued'`
  return invoice
}
const documentsPath = '/api/v1/wholesale/edi/documents'
const shown = async (shop: EdiShop, type: string) =>
  (await shop.admin.get(`${documentsPath}?document_type=${type}`)).body.data.rows as any[]
const balance = async ({ tenant }: EdiShop) => {
  const [row] = await tenant.service.database.sql`
    select count(*)::int as payments from customer_payments where organization_id = ${tenant.organization_id}`
  return row!.payments
}
const bpr = (amount: string, direction = 'C') => `BPR*I*${amount}*${direction}*ACH************20261128`

test('a payment for an invoice is held in words, shown on its 810, and discarded as read', async () => {
  const shop = await openEdiShop()
  const { name } = await billed(shop, 'PO-70')
  const [outcome] = await shop.receive([
    '820',
    bpr('140.00'),
    'TRN*1*TRACE-9',
    'CUR*PR*USD',
    'REF*EV*77',
    'DTM*097*20261127',
    'N1*PR*Nordhaus',
    'ENT*1',
    `RMR*IV*${name}**140.00*150.00**01*-10.00`,
    'DTM*003*20261101',
  ])
  const sentence = `Nordhaus pays 140.00 USD on 2026-11-28 (TRACE-9): 140.00 for ${name} (open is 150.00; stated as 150.00; deduction -10.00, reason 01).`
  const facts = { number: 'TRACE-9', day: '2026-11-28', items: [{ reference: name, paid: '140' }] }
  expect(outcome).toEqual({ state: 'held', sentence, facts })
  const [advice] = await shown(shop, '820')
  expect([advice.state, advice.sentence]).toEqual(['held', sentence])
  const about = String(advice.document_id)
  expect(await shop.exceptions(about)).toEqual([['edi_held', sentence]])
  expect((await shown(shop, '810')).map((one) => [one.state, one.sentence])).toEqual([
    ['sent', 'Nordhaus pays 140.00 on 2026-11-28 (TRACE-9), as its remittance advice says.'],
  ])
  expect(await balance(shop)).toBe(0)
  expect((await shop.admin.post(`${documentsPath}/${about}/discard`, { reason: 'Recorded' })).status).toBe(200)
  expect(await shop.exceptions(about)).toEqual([])
})

test('deductions of an item stay with it, those before the items and after the next entity are of none', async () => {
  const shop = await openEdiShop()
  const { name } = await billed(shop, 'PO-71')
  const sentenceOf = async (...segments: string[]) => (await shop.receive(['820', ...segments]))[0]!.sentence
  expect(await sentenceOf(bpr('145'), `RMR*IV*${name}**150`, 'ADX*-5*22*CM*CB-1')).toBe(
    `Nordhaus pays 145.00 on 2026-11-28: 150.00 for ${name} (deduction -5.00, reason 22, CB-1).`,
  )
  expect(await sentenceOf(bpr('140'), 'ADX*-4*22', `RMR*IV*${name}**150`, 'ENT*2', 'ADX*-6*23')).toStartWith(
    `Nordhaus pays 140.00 on 2026-11-28: deduction -4.00, reason 22; deduction -6.00, reason 23; 150.00 for ${name} (paid 150.00 by the advice of 2026-11-28 (document `,
  )
})

test('what is not on file, not understood, of another account or a debit is named', async () => {
  const [shop, other] = [await openEdiShop(), await openEdiShop()]
  const { name } = await billed(other, 'PO-72')
  const [outcome] = await shop.receive([
    '820',
    bpr('5', 'D'),
    `RMR*IV*${name}**5`,
    'IT1*1*2*EA*2.5',
    'SAC*A*D240***500',
  ])
  expect(outcome!.sentence).toBe(
    `Nordhaus pays -5.00 on 2026-11-28: 5.00 for ${name} (no invoice of that number is on file). Its items and deductions add up to 5.00, and -5.00 is paid: nothing explains the difference of 10.00. Not understood: “IT1*1*2*EA*2.5”, “SAC*A*D240***500”.`,
  )
  expect((await shown(other, '810')).map(({ sentence }) => sentence)).toEqual([expect.not.stringContaining('pays')])
  // Numbers of the account have any characters.
  const [odd] = await shop.receive(['820', bpr('5'), 'RMR*IV*A,"{B}**5'])
  expect(odd!.sentence).toContain('5.00 for A,"{B} (no invoice')
  // A day that is none is named, too.
  for (const day of ['X', '261128', '20261131', '20261301']) {
    const [empty] = await shop.receive(['820', `BPR*I*5*C*ACH************${day}`])
    expect(empty!.sentence).toBe(
      `Nordhaus pays 5.00: for nothing that it names. Its items and deductions add up to 0.00, and 5.00 is paid: nothing explains the difference of 5.00. Not understood: “BPR16 ${day}”.`,
    )
  }
})

test('references, days and parties are passed over where they change nothing, and named otherwise', async () => {
  const shop = await openEdiShop()
  const notUnderstood = async (...segments: string[]) =>
    /Not understood: (.*)\.$/.exec((await shop.receive(['820', bpr('0'), ...segments]))[0]!.sentence)?.[1] ?? null
  const party = ['N1*PE*Merchant', 'N2*Co', 'N3*Road 1', 'N4*City', 'PER*CN*X*TE*1']
  expect(await notUnderstood(...party, 'REF*VR*9', 'DTM*097*20261127')).toBeNull()
  const item = (...segments: string[]) => notUnderstood('RMR*IV*A-1**0', ...segments)
  expect(await item('REF*PO*4', 'REF*BM*4', 'DTM*003*20261101', 'DTM*004*20261001')).toBeNull()
  expect(await item('REF*IV*A-2')).toBe('“REF*IV*A-2”')
  expect(await item('DTM*234*20261215', 'N1*ST*Elsewhere', 'N4*City')).toBe('“DTM*234*20261215”, “N1*ST*Elsewhere”')
})

test('an invoice that two items pay says their sum', async () => {
  const shop = await openEdiShop()
  const { name } = await billed(shop, 'PO-73')
  await shop.receive(['820', bpr('150'), `RMR*IV*${name}**100`, `RMR*IV*${name}**50`])
  expect((await shown(shop, '810')).map(({ sentence }) => sentence)).toEqual([
    'Nordhaus pays 150.00 on 2026-11-28, as its remittance advice says.',
  ])
  await shop.receive(['820', bpr('100'), `RMR*IV*${name}**100`, `RMR*IV*${name}`])
  expect((await shown(shop, '810')).map(({ sentence }) => sentence)).toEqual([
    'Nordhaus pays it on 2026-11-28, as its remittance advice says.',
  ])
})

test('a credit memo says what is taken off for it, and an invoice of another account says nothing', async () => {
  const [shop, other] = [await openEdiShop(), await openEdiShop()]
  const { name, invoice_id } = await billed(shop, 'PO-74')
  const theirs = await billed(other, 'PO-74')
  expect(theirs.name).toBe(name)
  const credited = await shop.admin.post(`/api/v1/sales/invoices/${invoice_id}/credit-notes`, {
    reason: 'Late',
    amount_cents: 1000,
  })
  const note = credited.body.data
  await shop.tenant.service.database.sql`
    update edi_documents set state = 'sent', next_attempt_at = null
    where organization_id = ${shop.tenant.organization_id} and state = 'queued'`
  const [advised] = await shop.receive(['820', bpr('140'), `RMR*IV*${name}**150`, `RMR*CM*${note.name}**-10`])
  expect(advised!.sentence).toBe(
    `Nordhaus pays 140.00 on 2026-11-28: 150.00 for ${name}; -10.00 for credit note ${note.name}.`,
  )
  const [strange] = await other.receive(['820', bpr('-10'), `RMR*CM*${note.name}**-10`])
  expect(strange!.sentence).toContain(`-10.00 for CM ${note.name} (no invoice of that number is on file)`)
  expect((await shown(shop, '810')).map(({ sentence }) => sentence).toSorted()).toEqual([
    'Nordhaus pays -10.00 on 2026-11-28, as its remittance advice says.',
    'Nordhaus pays 150.00 on 2026-11-28, as its remittance advice says.',
  ])
  expect((await shown(other, '810')).map(({ sentence }) => sentence)).toEqual([expect.not.stringContaining('pays')])
})

test('an advice without its payment, or an item without a number, breaks the standard', async () => {
  const shop = await openEdiShop()
  for (const segments of [
    ['RMR*IV*X**5'],
    [bpr(''), 'RMR*IV*X**5'],
    [bpr('5'), 'RMR*IV***5'],
    [bpr('5'), 'ADX**01'],
    [bpr('five')],
  ])
    expect(
      await shop.receive(['820', ...segments]).then(
        () => null,
        (error: Error) => error.constructor.name,
      ),
    ).toBe('X12Error')
})

test('an invoice that is paid twice, in one advice or in two, or above what is open, is named by the exception', async () => {
  const shop = await openEdiShop()
  const { name } = await billed(shop, 'PO-75')
  const send = async (trace: string, amount: string, ...items: string[]) => {
    const [outcome] = await shop.receive(['820', bpr(amount), `TRN*1*${trace}`, 'CUR*PR*USD', ...items])
    const [{ document_id }] = await shown(shop, '820')
    expect(await shop.exceptions(String(document_id))).toEqual([['edi_held', outcome!.sentence]])
    return { document_id, sentence: outcome!.sentence }
  }
  const paid = (amount: string) => `RMR*IV*${name}**${amount}`
  const first = await send('T-1', '150.00', paid('150.00'))
  expect(first.sentence).toBe(`Nordhaus pays 150.00 USD on 2026-11-28 (T-1): 150.00 for ${name}.`)
  const second = await send('T-2', '150.00', paid('150.00'))
  expect(second.sentence).toContain(
    `150.00 for ${name} (paid 150.00 by the advice T-1 of 2026-11-28 (document ${first.document_id}), too)`,
  )
  const again = await send('T-1', '150.00', paid('150.00'))
  expect(again.sentence).toEndWith(`The payment T-1 was advised before (document ${first.document_id}).`)
  const twice = await send('T-4', '300.00', paid('150.00'), paid('150.00'))
  expect(twice.sentence).toContain(`(150.00 more than is open; named 2 times, for 300.00 in all; paid `)
  const above = await send('T-5', '160.00', paid('160.00'))
  expect(above.sentence).toContain(`160.00 for ${name} (open is 150.00; 10.00 more than is open; paid `)
  expect(await balance(shop)).toBe(0)
})
