/**
 * Agreements with the accounts: terms, contacts, a price list, and how EDI reaches those that send no orders over it.
 */
import { addDays } from '../../../server/calendar/days.ts'
import { createAccountContact } from '../../../server/partners/accounts/contacts.ts'
import { createAccount } from '../../../server/partners/accounts/create.ts'
import { setEdiProfile } from '../../../server/partners/accounts/edi_profile.ts'
import { updateAccount } from '../../../server/partners/accounts/update.ts'
import { createPriceList } from '../../../server/partners/price_lists/price_lists.ts'
import { setPrices } from '../../../server/partners/price_lists/prices.ts'
import type { Desk } from '../desk.ts'
import { firstNames, lastNames } from '../vocabulary.ts'

const terms = [
  { account_tier: 'key', payment_terms: 'net_30', fill_rate_target_pct: 97, cancellation_term: 'not_cancellable' },
  { account_tier: 'core', payment_terms: 'net_60', fill_rate_target_pct: 95, cancellation_term: 'until_shipped' },
  {
    account_tier: 'growing',
    payment_terms: '2_10_net_30',
    fill_rate_target_pct: 90,
    cancellation_term: 'notice_period',
    cancellation_notice_days: 45,
    cancellation_term_note: 'Pre-season orders only.',
  },
]
const contacts = [
  { role: 'Head of buying', department: 'Buying', contact_type: 'buyer', is_main: true },
  { role: 'Inbound planner', department: 'Logistics', contact_type: 'logistics' },
]
const pricesMax = 60

/** A wholesale list of the first variants, at half their price. */
async function writePriceList(desk: Desk, at: string, valid_from: string): Promise<string> {
  const { sql, organization_id } = desk
  const prices = await sql<{ variant_id: string; price_cents: number }[]>`
    select variant_id, round(price_cents * 0.5)::float8 as price_cents from variants
    where organization_id = ${organization_id} and price_cents is not null and archived_at is null
    order by sku limit ${pricesMax}`
  const body = { name: 'Wholesale', valid_from }
  const { price_list_id } = await desk.run<{ price_list_id: string }>(createPriceList, { body, at })
  await desk.run(setPrices, { params: { price_list_id }, body: { prices: [...prices] }, at })
  return price_list_id
}

const slug = (name: string) => name.toLowerCase().replaceAll(/[^a-z]+/g, '-')
/** Host key of a host that does not exist: the demo never connects to it. */
const host_key = `SHA256:${'A'.repeat(43)}`

async function connect(desk: Desk, trading_partner_id: string, name: string, at: string, transport: string) {
  const edi_id = slug(name).replaceAll('-', '').toUpperCase().slice(0, 15)
  const sftp = {
    host: `edi.${slug(name)}.example`,
    port: 22,
    user_name: 'supplier',
    password: 'demo',
    host_key,
    out_folder: '/in',
  }
  const body = {
    edi_qualifier: 'ZZ',
    edi_id,
    version: '5010',
    documents_taken: ['810', '856'],
    transport,
    ...(transport === 'sftp' ? { connection: { sftp } } : {}),
  }
  await desk.run(setEdiProfile, { params: { trading_partner_id }, body, at })
}

export async function agreeTerms(desk: Desk, today: string, account_ids: readonly string[]): Promise<void> {
  const { sql, organization_id } = desk
  const at = `${addDays(today, -100)}T09:00:00Z`
  const price_list_id = await writePriceList(desk, at, addDays(today, -100))
  for (const [i, trading_partner_id] of account_ids.entries()) {
    const params = { trading_partner_id }
    const body = { ...terms[i % terms.length]!, buyer_id: `00492${17 + i}`, transit_time_days: 3 + i, price_list_id }
    const { name } = await desk.run<{ name: string }>(updateAccount, { params, body, at })
    for (const [j, contact] of contacts.entries()) {
      const first = firstNames[(i * 2 + j) % firstNames.length]!
      const person = `${first} ${lastNames[(i * 3 + j) % lastNames.length]!}`
      const email = `${first.toLowerCase()}@${slug(name)}.example`
      const phone = `+351 22 000 01${i}${j}`
      await desk.run(createAccountContact, { params, body: { name: person, email, phone, ...contact }, at })
    }
  }
  const [third] = await sql<{ trading_partner_id: string; name: string }[]>`
    select trading_partner_id, name from trading_partners
    where organization_id = ${organization_id} and trading_partner_id = ${account_ids[2] ?? null}`
  if (third !== undefined && desk.secrets !== null)
    await connect(desk, third.trading_partner_id, third.name, at, 'sftp')
  const opened = { name: 'Coastline Outfitters', account_reference: 'A-400', payment_terms: 'net_30', price_list_id }
  const { trading_partner_id } = await desk.run<{ trading_partner_id: string }>(createAccount, { body: opened, at })
  await connect(desk, trading_partner_id, opened.name, at, 'folder')
}
