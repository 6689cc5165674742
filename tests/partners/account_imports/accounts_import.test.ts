/** Accounts from a file: doors and contacts in rows, unchanged again, changed by cell, refused by row, and undone. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { workbook } from '../../files/spreadsheet_files.ts'
import { openImporter } from '../../imports/rig.ts'
import { accountsPath, merchant } from '../accounts/trade.ts'

setDefaultTimeout(60_000)

const kind = { kind: 'accounts' }
const header =
  'Account number,Account name,Payment terms,Currency,Fill rate,Door number,Door name,Door type,Door country,Contact,Email,Phone,Contact type'
const fileOf = (rows: readonly string[]) => [header, ...rows].join('\n')
const rows = [
  'C-1,Meridian Stores,net_30,EUR,95.5,0117,Porto Center,store,PT,Inês Carvalho,ines@meridian.example,+351 22 000,buyer',
  'C-1,,,,,0200,Lisbon DC,dc,PT,Umut Aydin,,+351 22 001,logistics',
  'C-2,Nordhaus,,,,,,,,,,,',
]

async function opened() {
  const shop = await merchant()
  const importer = await openImporter(shop.tenant)
  const accounts = async () => {
    const { body } = await shop.member.get(accountsPath)
    return Promise.all(
      body.data.rows.map(async ({ trading_partner_id: id }: any) => {
        const account = (await shop.member.get(`${accountsPath}/${id}`)).body.data
        const doors = (await shop.member.get(`${accountsPath}/${id}/doors`)).body.data.rows
        return {
          id,
          name: account.name,
          reference: account.account_reference,
          terms: [account.payment_terms, account.currency, account.fill_rate_target_pct],
          doors: doors.map((door: any) => [
            door.door_reference,
            door.name,
            door.kind,
            door.country_code,
            door.is_active,
          ]),
          contacts: account.contacts.map((one: any) => [one.name, one.email, one.phone, one.contact_type]),
        }
      }),
    ) as Promise<any[]>
  }
  const undo = async ({ import_id }: any) => {
    await importer.step(import_id, 'undo')
    await importer.work()
    return importer.get(import_id)
  }
  return { ...shop, importer, accounts, undo }
}

test('accounts come in with doors and contacts, are unchanged again, change by cell, and are undone', async () => {
  const { importer, accounts, undo, member } = await opened()
  const other = await opened()
  const first = await importer.imported(fileOf(rows), kind)
  expect(first.result).toMatchObject({ records: { created: 2, refused: 0 }, rows: { created: 3 } })
  const before = await accounts()
  expect(before).toMatchObject([
    {
      name: 'Meridian Stores',
      reference: 'C-1',
      terms: ['net_30', 'EUR', 95.5],
      doors: [
        ['0117', 'Porto Center', 'store', 'PT', true],
        ['0200', 'Lisbon DC', 'dc', 'PT', true],
      ],
      contacts: [
        ['Inês Carvalho', 'ines@meridian.example', '+351 22 000', 'buyer'],
        ['Umut Aydin', null, '+351 22 001', 'logistics'],
      ],
    },
    { name: 'Nordhaus', reference: 'C-2', terms: [null, 'USD', null], doors: [], contacts: [] },
  ])
  const again = await importer.imported(fileOf(rows), kind)
  expect(again.result.records).toMatchObject({ created: 0, changed: 0, unchanged: 2, refused: 0 })

  const corrected = [rows[0]!.replace('net_30', 'net_60').replace('+351 22 000', '099'), rows[1]!, rows[2]!]
  const changed = await importer.imported(fileOf([...corrected, 'C-3,Ostrava,,,,A1,,,,,,,']), kind)
  expect(changed.result.records).toMatchObject({ created: 1, changed: 1, unchanged: 1 })
  const report = await importer.report(changed.import_id)
  expect(
    report
      .filter(({ outcome, field }) => outcome === 'changed' && field !== '')
      .map(({ field, previous_value, value }) => `${field} ${previous_value} ${value}`)
      .toSorted(),
  ).toEqual(["contact_phone '+351 22 000 099", 'payment_terms net_30 net_60'])
  expect((await accounts()).find(({ name }) => name === 'Ostrava').doors).toEqual([['A1', 'A1', 'store', null, true]])

  expect(await undo(changed)).toMatchObject({ state: 'undone', undo_result: { records: { undone: 2 } } })
  expect(await accounts()).toEqual(before)
  // Nordhaus has got a contact since: it stays, and the other account goes.
  await member.post(`${accountsPath}/${before[1].id}/contacts`, { name: 'New' })
  expect(await undo(first)).toMatchObject({
    state: 'partly_undone',
    undo_result: { records: { undone: 1, refused: 1 } },
  })
  expect((await accounts()).map(({ name }) => name)).toEqual(['Nordhaus'])
  expect(await other.accounts()).toEqual([])
})

test('an account whose door has reported sell-out since stays when its import is undone', async () => {
  const { importer, accounts, undo, tenant } = await opened()
  const first = await importer.imported(fileOf(rows), kind)
  const [{ id }] = (await accounts()) as [{ id: string }]
  const { sql } = tenant.service.database
  await sql`
    insert into sell_out_reports (organization_id, trading_partner_id, period_start, period_end, door_id, currency)
    select organization_id, trading_partner_id, '2026-11-09', '2026-11-15', door_id, 'EUR' from account_doors
    where organization_id = ${tenant.organization_id} and trading_partner_id = ${id} and door_reference = '0117'`
  expect(await undo(first)).toMatchObject({ undo_result: { records: { undone: 1, refused: 1 } } })
  expect((await accounts()).map(({ name }) => name)).toEqual(['Meridian Stores'])
})

test('each account with a fault is refused with its row and column, and the others come in', async () => {
  const { importer, accounts, account } = await opened()
  await account('Taken', { account_reference: 'T-1' })
  const done = await importer.imported(
    fileOf([
      'C-1,,,,,,,,,,,,',
      'C-2,Two,,euro,,,,,,,,,',
      'C-3,Three,,,101,,,,,,,,',
      'C-4,Four,,,,,No reference,,,,,,',
      'C-5,Five,,,,,,,,Ada,no-address,,',
      'C-6,Six,,,,,,,,,six@example.com,,',
      'C-7,Seven,,,,,,outlet,,,,,',
      'C-8,Taken,,,,,,,,,,,',
      'C-9,Nine,,,,1,A,,,,,,',
      'C-9,,,,,1,B,,,,,,',
      'C-10,Ten,,,,1,A,,PT,,,,',
    ]),
    kind,
  )
  expect(done.result.records).toMatchObject({ created: 1, refused: 9 })
  const report = await importer.report(done.import_id)
  const refused = report.filter(({ outcome, field }) => outcome === 'refused' && field !== '')
  expect(refused.map(({ row_number, field }) => `${row_number} ${field}`).toSorted()).toEqual(
    [
      '2 name',
      '3 currency',
      '4 fill_rate_target_pct',
      '5 door_reference',
      '6 contact_email',
      '7 contact_name',
      '8 door_kind',
      '9 name',
      '11 door_name',
    ].toSorted(),
  )
  expect((await accounts()).map(({ name }) => name)).toEqual(['Taken', 'Ten'])
})

test('a fill rate may have its sign, and a cell that a workbook shows as a percentage is one', async () => {
  const { importer, accounts } = await opened()
  const head = ['Account number', 'Account name', 'Fill rate']
  const file = workbook([head, ['C-1', 'Meridian Stores', { t: 'n', v: 0.955, z: '0.0%' }]])
  expect((await importer.imported(file, kind)).result.records).toMatchObject({ created: 1, refused: 0 })
  expect((await accounts())[0].terms[2]).toBe(95.5)
  await importer.imported(`${head.join(';')}\nC-1;Meridian Stores;97,25 %\n`, kind)
  expect((await accounts())[0].terms[2]).toBe(97.25)
})

test('addresses and the tax id of an account come in with it', async () => {
  const { importer, member } = await opened()
  const file = (taxId: string) =>
    `Account number,Account name,Bill to,Shipping address,VAT number\nC-1,Nordhaus,"Am Kai 1, 20457 Hamburg",Lagerweg 8,${taxId}`
  const first = await importer.imported(file('DE811234567'), kind)
  expect(first.result).toMatchObject({ records: { created: 1, refused: 0 } })
  const { trading_partner_id } = (await member.get(accountsPath)).body.data.rows[0]
  expect((await member.get(`${accountsPath}/${trading_partner_id}`)).body.data).toMatchObject({
    bill_to_address: 'Am Kai 1, 20457 Hamburg',
    ship_to_address: 'Lagerweg 8',
    tax_id: 'DE811234567',
  })
  expect((await importer.imported(file('x'.repeat(51)), kind)).result).toMatchObject({ records: { refused: 1 } })
})
