/** What belongs to an account: doors, contacts and the EDI profile. */
import { expect, test } from 'bun:test'
import { whileHeld } from '../../support/held.ts'
import { accountsPath, faultOf, merchant, refused } from './trade.ts'

const store = (door_reference: string, more: object = {}) => ({
  door_reference,
  name: `Store ${door_reference}`,
  kind: 'store',
  ...more,
})

test('doors are created together, listed by reference, changed, and taken out of use', async () => {
  const { member, account } = await merchant()
  const id = await account('Meridian')
  const path = `${accountsPath}/${id}/doors`
  const doors = [
    store('0117', { country_code: 'PT', region: ' Porto ' }),
    store('DC-1', { kind: 'dc', is_active: false }),
  ]
  const made = await member.post(path, { doors: [...doors, store('0002')] })
  expect([made.status, made.body.message.desc]).toEqual([201, '3 doors created.'])
  expect(
    made.body.data.doors.map((door: any) => [door.door_reference, door.kind, door.region, door.is_active]),
  ).toEqual([
    ['0117', 'store', 'Porto', true],
    ['DC-1', 'dc', null, false],
    ['0002', 'store', null, true],
  ])
  const listed = async (query = '') =>
    (await member.get(`${path}${query}`)).body.data.rows.map((door: any) => door.door_reference)
  expect(await listed()).toEqual(['0002', '0117', 'DC-1'])
  expect(await listed('?kind=dc')).toEqual(['DC-1'])
  expect(await listed('?is_active=true&limit=1&offset=1')).toEqual(['0117'])
  expect((await member.get(`${accountsPath}/${id}`)).body.data.doors_on_file).toBe(3)

  const [first] = made.body.data.doors
  const at = `${path}/${first.door_id}`
  expect((await member.patch(at, { name: first.name, region: 'Porto', country_code: 'PT' })).body.data).toEqual(first)
  const closed = await member.patch(at, { is_active: false, region: null, door_reference: '0118' })
  expect(closed.body.data).toEqual({
    ...first,
    is_active: false,
    region: null,
    door_reference: '0118',
    updated_at: expect.any(String),
  })
  expect(faultOf(await member.patch(at, { door_reference: 'dc-1' }))).toEqual(refused('door_reference'))
  expect(faultOf(await member.patch(at, {}))).toEqual(refused('body'))
  const elsewhere = `${accountsPath}/${await account('Harbor')}/doors/${first.door_id}`
  expect((await member.patch(elsewhere, { is_active: true })).body.code).toBe('not_found')
})

test('a faulty or repeated door refuses all of them and names its field', async () => {
  const { member, account } = await merchant()
  const path = `${accountsPath}/${await account('Meridian')}/doors`
  await member.post(path, { doors: [store('A1')] })
  const fault = async (...doors: object[]) => faultOf(await member.post(path, { doors }))
  expect(await fault(store('B1'), store('a1'))).toEqual(refused('doors[1].door_reference'))
  expect(await fault(store('B1'), store('b1'))).toEqual(refused('doors[1].door_reference'))
  expect(await fault(store('B1', { kind: 'kiosk' }))).toEqual(refused('doors[0].kind'))
  expect(await fault(store('B1', { country_code: 'Portugal' }))).toEqual(refused('doors[0].country_code'))
  expect(await fault(store(' '))).toEqual(refused('doors[0].door_reference'))
  expect(await fault()).toEqual(refused('doors'))
  expect(await fault(...Array.from({ length: 1_001 }, (_, i) => store(`C${i}`)))).toEqual(refused('doors'))
  expect((await member.get(path)).body.data.filtered_max_size).toBe(1)
  const met = await Promise.all([1, 2, 3].map(() => member.post(path, { doors: [store('B1'), store('B2')] })))
  expect(met.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  expect((await member.get(path)).body.data.filtered_max_size).toBe(3)
})

test('contacts are unique by address, and one of them is the main contact', async () => {
  const { tenant, member, account } = await merchant()
  const id = await account('Meridian')
  const path = `${accountsPath}/${id}/contacts`
  const made = await member.post(path, { name: 'Zoe', email: 'zoe@meridian.example', phone: '+351 1', is_main: true })
  const { contact_id, created_at, ...rest } = made.body.data
  expect(rest).toEqual({
    name: 'Zoe',
    email: 'zoe@meridian.example',
    phone: '+351 1',
    role: null,
    department: null,
    contact_type: 'other',
    is_main: true,
    updated_at: created_at,
  })
  const ana = (await member.post(path, { name: 'Ana', role: 'Buyer', contact_type: 'buyer' })).body.data
  const contacts = async () =>
    (await member.get(`${accountsPath}/${id}`)).body.data.contacts.map((one: any) => [one.name, one.is_main])
  expect(await contacts()).toEqual([
    ['Zoe', true],
    ['Ana', false],
  ])
  expect((await member.patch(`${path}/${ana.contact_id}`, { role: 'Buyer', is_main: false })).body.data).toEqual(ana)
  expect((await member.patch(`${path}/${ana.contact_id}`, { is_main: true })).body.data.is_main).toBe(true)
  expect(await contacts()).toEqual([
    ['Ana', true],
    ['Zoe', false],
  ])
  for (const [body, field] of [
    [{ email: 'ZOE@meridian.example' }, 'email'],
    [{ email: 'zoe' }, 'email'],
    [{ phone: 'none' }, 'phone'],
    [{ contact_type: 'friend' }, 'contact_type'],
    [{ name: ' ' }, 'name'],
  ] as const) {
    expect(faultOf(await member.post(path, { name: 'New', ...body }))).toEqual(refused(field))
    expect(faultOf(await member.patch(`${path}/${ana.contact_id}`, body))).toEqual(refused(field))
  }
  const met = await whileHeld(
    tenant,
    `select from trading_partners where trading_partner_id = '${id}' for update`,
    [1, 2, 3].map((n) => () => member.post(path, { name: `M${n}`, email: 'm@m.example', is_main: true })),
  )
  expect(met.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  expect((await contacts()).filter(([, is_main]: [string, boolean]) => is_main).length).toBe(1)
  expect((await member.delete(`${path}/${contact_id}`)).status).toBe(204)
  expect((await member.delete(`${path}/${contact_id}`)).body.code).toBe('not_found')
  const elsewhere = `${accountsPath}/${await account('Harbor')}/contacts/${ana.contact_id}`
  expect((await member.delete(elsewhere)).body.code).toBe('not_found')
})

test('an account has at most 200 contacts', async () => {
  const { tenant, member, account } = await merchant()
  const id = await account('Meridian')
  await tenant.service.database.sql`
    insert into account_contacts (organization_id, contact_id, trading_partner_id, name, contact_type)
    select ${tenant.organization_id}, gen_random_uuid(), ${id}, 'Contact ' || n, 'other'
    from generate_series(1, 199) as n`
  const add = () => member.post(`${accountsPath}/${id}/contacts`, { name: 'One more' })
  expect((await add()).status).toBe(201)
  expect(faultOf(await add())).toEqual([409, 'conflict', 'trading_partner_id'])
})

const profile = {
  edi_qualifier: 'ZZ',
  edi_id: 'MERIDIAN',
  version: '4010',
  documents_taken: ['856', '810', '855'],
}

test('an EDI profile is set, replaced and deleted, and its identity belongs to one account', async () => {
  const { admin, account } = await merchant()
  const path = `${accountsPath}/${await account('Meridian')}/edi-profile`
  const set = await admin.put(path, profile)
  expect([set.status, set.body.message.desc]).toEqual([200, 'EDI profile of Meridian saved.'])
  expect(set.body.data.edi_profile).toEqual({
    each_price: null,
    ...profile,
    documents_taken: ['810', '855', '856'],
    edi_group_id: null,
    store_layout: null,
    item_qualifier: null,
    weight_unit: 'KG',
    has_pallet_level: false,
    guide: null,
    group_version: null,
    character_set: 'extended',
    delimiters: null,
    requirements: [],
    acknowledge_within_hours: null,
    notice_before_hours: null,
    takes_tests: false,
    transport: 'stored',
    connection: null,
    updated_at: expect.any(String),
  })
  expect((await admin.put(path, { ...profile, documents_taken: ['810', '855', '856'] })).body.data).toEqual(
    set.body.data,
  )
  const replaced = await admin.put(path, {
    ...profile,
    version: '5010',
    edi_group_id: 'MERIDIANUS',
    transport: 'folder',
    item_qualifier: 'IN',
  })
  expect(replaced.body.data.edi_profile).toMatchObject({
    version: '5010',
    edi_group_id: 'MERIDIANUS',
    transport: 'folder',
    item_qualifier: 'IN',
  })
  const other = `${accountsPath}/${await account('Harbor')}/edi-profile`
  expect(faultOf(await admin.put(other, profile))).toEqual(refused('edi_id'))
  expect((await admin.put(other, { ...profile, edi_qualifier: '01' })).status).toBe(200)
  for (const [more, field] of [
    [{ edi_qualifier: 'zz' }, 'edi_qualifier'],
    [{ edi_id: 'meridian' }, 'edi_id'],
    [{ item_qualifier: 'UP' }, 'item_qualifier'],
    [{ weight_unit: 'G' }, 'weight_unit'],
    [{ edi_id: 'MERIDIAN ' }, 'edi_id'],
    [{ version: '3050' }, 'version'],
    [{ documents_taken: ['850'] }, 'documents_taken[0]'],
    [{ documents_taken: ['810', '810'] }, 'documents_taken[1]'],
    [{ transport: 'pigeon' }, 'transport'],
  ] as const)
    expect(faultOf(await admin.put(path, { ...profile, ...more }))).toEqual(refused(field))
  expect((await admin.delete(path)).status).toBe(204)
  expect((await admin.delete(path)).body.code).toBe('not_found')
})

test('what belongs to an archived account cannot be changed', async () => {
  const { member, admin, account } = await merchant()
  const id = await account('Meridian')
  const path = `${accountsPath}/${id}`
  const [door] = (await member.post(`${path}/doors`, { doors: [store('1')] })).body.data.doors
  const contact = (await member.post(`${path}/contacts`, { name: 'Zoe' })).body.data
  await admin.put(`${path}/edi-profile`, profile)
  await member.post(`${path}/archive`)
  const before = (await member.get(path)).body.data
  const answers = [
    await member.post(`${path}/doors`, { doors: [store('2')] }),
    await member.patch(`${path}/doors/${door.door_id}`, { is_active: false }),
    await member.post(`${path}/contacts`, { name: 'Ana' }),
    await member.patch(`${path}/contacts/${contact.contact_id}`, { name: 'Zoé' }),
    await member.delete(`${path}/contacts/${contact.contact_id}`),
    await admin.put(`${path}/edi-profile`, { ...profile, version: '5010' }),
    await admin.delete(`${path}/edi-profile`),
  ]
  expect(answers.map(faultOf)).toEqual(answers.map(() => [409, 'conflict', 'trading_partner_id']))
  expect((await member.get(path)).body.data).toEqual(before)
})
