import { expect, test } from 'bun:test'
import { domainsOf } from '../../../server/partners/retailers/domains.rules.ts'
import { openRetailerShop } from './retailer_shop.ts'

test('contacts come with the domains of the account, without those of mail providers', async () => {
  const shop = await openRetailerShop()
  const contactsPath = `/api/v1/wholesale/accounts/${shop.account_id}/contacts`
  const add = async (body: object) => (await shop.admin.post(contactsPath, body)).body.data.contact_id
  const ines = await add({ name: 'Inês', email: 'Ines@Nordhaus.example', contact_type: 'buyer', is_main: true })
  const anton = await add({ name: 'Anton', email: 'anton@gmail.com', phone: '+49 30 1', role: 'Planner' })
  await add({ name: 'Zoe' })
  await shop.placed({
    ordered_at: '2026-10-05T10:00:00Z',
    trading_partner_id: shop.account_id,
    sales_channel_id: shop.channel_id,
    lifecycle: 'open',
    customer: { email: 'ines@nordhaus.example', name: 'Ines Carvalho' },
    lines: [{ sku: 'J-S', quantity: 1, unit_price_cents: 100 }],
  })
  const answer = await shop.read('/contacts')
  expect(answer).toMatchObject({
    name: 'Nordhaus',
    trading_partner_id: shop.account_id,
    domains: ['nordhaus.example'],
    domains_reason: null,
  })
  expect(answer.contacts.map(({ id, name }: any) => [id, name]).slice(0, 2)).toEqual([
    [ines, 'Inês'],
    [anton, 'Anton'],
  ])
  expect(answer.contacts[0]).toEqual({
    id: ines,
    name: 'Inês',
    email: 'Ines@Nordhaus.example',
    phone: null,
    role: null,
    department: null,
    contact_type: 'buyer',
    last_interaction_date: '2026-10-05',
    last_interaction_reason: null,
    is_main: true,
  })
  expect(answer.contacts.slice(1).map((one: any) => [one.last_interaction_date, one.last_interaction_reason])).toEqual([
    [null, "No order was placed with the contact's e-mail address."],
    [null, 'The contact has no e-mail address on file.'],
  ])
})

test('an account without a telling address has no domains, with a reason', async () => {
  const shop = await openRetailerShop()
  const { domains, domains_reason, contacts } = await shop.read('/contacts')
  expect([domains, domains_reason, contacts]).toEqual([
    [],
    'No contact or customer of the account has a known e-mail address.',
    [],
  ])
  expect(domainsOf(['a@gmail.com', 'b@GMX.de'], [])).toEqual({
    domains: [],
    domains_reason: 'The known e-mail addresses of the account are with public mail providers.',
  })
  expect(domainsOf(['a@B.example'], ['b.example', 'a.example', 'yahoo.com'])).toEqual({
    domains: ['a.example', 'b.example'],
    domains_reason: null,
  })
})
