/** Doors and contacts of accounts, as files have them. */
import { describe, expect, test } from 'bun:test'
import {
  contactKind,
  type ContactValues,
  doorKind,
  type DoorValues,
  isSame,
  type Part,
  diffParts,
  type Stated,
} from '../../../server/partners/account_imports/account_parts.rules.ts'

const unstatedDoor = {
  door_reference: null,
  name: null,
  kind: null,
  country_code: null,
  region: null,
  is_active: null,
}
const door = (values: Partial<Stated<DoorValues>>): Stated<DoorValues> => ({
  ...unstatedDoor,
  row_number: 2,
  ...values,
})
const contact = (values: Partial<Stated<ContactValues>>): Stated<ContactValues> => ({
  name: null,
  email: null,
  phone: null,
  role: null,
  department: null,
  contact_type: null,
  row_number: 2,
  ...values,
})
const part = <V>(id: string, values: V): Part<V> => ({ id, trading_partner_id: 'acme', values })
const standingDoor = part<DoorValues>('door-1', {
  door_reference: 'D1',
  name: 'Berlin',
  kind: 'store',
  country_code: 'DE',
  region: null,
  is_active: true,
})
const ada = part<ContactValues>('ada', { ...contactKind.empty, name: 'Ada', email: 'ada@acme.example' })
const bob = part<ContactValues>('bob', { ...contactKind.empty, name: 'Bob' })
function context() {
  let next = 0
  return { trading_partner_id: 'acme', newId: () => `new-${++next}` }
}
const doors = (...stated: Stated<DoorValues>[]) => diffParts(doorKind, stated, [standingDoor], context())
const contacts = (...stated: Stated<ContactValues>[]) => diffParts(contactKind, stated, [ada, bob], context())
const words = ({ faults }: { faults: readonly { field: string; rule: string; row_number?: number }[] }) =>
  faults.map(({ field, rule, row_number }) => `${row_number} ${field} ${rule}`)

describe('a door', () => {
  test('that is new has the defaults, and its reference as its name', () => {
    expect(doors(door({ door_reference: 'D2' }))).toEqual({
      writes: [
        {
          id: 'new-1',
          trading_partner_id: 'acme',
          values: {
            door_reference: 'D2',
            name: 'D2',
            kind: 'store',
            country_code: null,
            region: null,
            is_active: true,
          },
          previous: null,
        },
      ],
      changes: [{ field: 'door_name', previous_value: null, value: 'D2' }],
      faults: [],
    })
    expect(doors(door({ door_reference: 'D2', name: 'Hamburg' })).writes[0]!.values.name).toBe('Hamburg')
  })

  test('is found by its reference in any case, and changes what is stated', () => {
    const { writes, changes } = doors(door({ door_reference: 'd1', name: 'Mitte', is_active: false }))
    expect(writes).toEqual([
      {
        ...standingDoor,
        values: { ...standingDoor.values, door_reference: 'd1', name: 'Mitte', is_active: false },
        previous: standingDoor.values,
      },
    ])
    expect(changes).toEqual([
      { field: 'door_reference', previous_value: 'D1', value: 'd1' },
      { field: 'door_name', previous_value: 'Berlin', value: 'Mitte' },
      { field: 'door_is_active', previous_value: 'true', value: 'false' },
    ])
  })

  test('that is stated as it stands is not written', () => {
    expect(doors(door({ door_reference: 'D1', name: 'Berlin' }))).toEqual({ writes: [], changes: [], faults: [] })
  })

  test('needs a reference', () => {
    expect(words(doors(door({ name: 'Hamburg' })))).toEqual(['2 door_reference is required for a door'])
  })

  test('is stated by one row of the account', () => {
    const twice = doors(door({ door_reference: 'D1' }), door({ door_reference: 'd1', row_number: 3 }))
    expect(words(twice)).toEqual(['3 door_name is stated by two rows of the account'])
    expect(twice.faults[0]!.value).toBe('d1')
    const fresh = doors(door({ door_reference: 'D2' }), door({ door_reference: 'd2', row_number: 3 }))
    expect(words(fresh)).toHaveLength(1)
    expect(words(doors(door({ door_reference: 'D2' }), door({ door_reference: 'D3' })))).toEqual([])
  })

  test('without a reference is not also stated twice', () => {
    expect(words(doors(door({}), door({ row_number: 3 })))).toEqual([
      '2 door_reference is required for a door',
      '3 door_reference is required for a door',
    ])
  })
})

describe('a contact', () => {
  test('is found by its address, else by its name', () => {
    const found = (values: Partial<Stated<ContactValues>>) =>
      contacts(contact({ role: 'Buyer', ...values })).writes[0]!.id
    expect(found({ email: 'ADA@acme.example' })).toBe('ada')
    expect(found({ name: 'bob' })).toBe('bob')
    expect(found({ email: 'bob@acme.example', name: 'Bob' })).toBe('bob')
    expect(found({ email: 'ada@acme.example', name: 'Bob' })).toBe('ada')
    expect(found({ email: 'new@acme.example', name: 'Eve' })).toBe('new-1')
  })

  test('without a name is not one that is called null', () => {
    const named = part<ContactValues>('null', { ...contactKind.empty, name: 'Null' })
    const diff = diffParts(contactKind, [contact({ email: 'new@acme.example' })], [named], context())
    expect(diff.writes.map(({ id }) => id)).toEqual(['new-1'])
  })

  test('is the first of those that share a name', () => {
    const twin = part<ContactValues>('twin', { ...contactKind.empty, name: 'Ada' })
    const diff = diffParts(contactKind, [contact({ name: 'Ada', role: 'Buyer' })], [ada, twin], context())
    expect(diff.writes.map(({ id }) => id)).toEqual(['ada'])
  })

  test('that is new has its name, and the defaults', () => {
    const { writes, changes } = contacts(contact({ name: 'Eve' }))
    expect(writes[0]!.values).toEqual({
      name: 'Eve',
      email: null,
      phone: null,
      role: null,
      department: null,
      contact_type: 'other',
    })
    expect(changes).toEqual([{ field: 'contact_name', previous_value: null, value: 'Eve' }])
  })

  test('keeps what is not stated', () => {
    const { changes } = contacts(contact({ name: 'Bob', email: 'bob@acme.example', contact_type: 'edi' }))
    expect(changes).toEqual([
      { field: 'contact_email', previous_value: null, value: 'bob@acme.example' },
      { field: 'contact_type', previous_value: 'other', value: 'edi' },
    ])
  })

  test('has a name, a mail address and a phone number with a digit', () => {
    const rules = (values: Partial<Stated<ContactValues>>) => words(contacts(contact(values)))
    expect(rules({ email: 'eve@acme.example' })).toEqual(['2 contact_name is required for a contact'])
    expect(rules({ name: 'Eve', email: 'eve' })).toEqual(['2 contact_email must be an e-mail address'])
    expect(rules({ name: 'Eve', phone: 'call me' })).toEqual(['2 contact_phone must contain at least one digit'])
    expect(rules({ name: 'Eve', phone: 'ext. 7', email: 'eve@acme.example' })).toEqual([])
  })

  test('is stated by one row of the account, by its address or its name', () => {
    const rules = (...stated: Partial<Stated<ContactValues>>[]) =>
      words(contacts(...stated.map((values, at) => contact({ ...values, row_number: at + 2 }))))
    const twice = '3 contact_name is stated by two rows of the account'
    expect(rules({ email: 'ada@acme.example' }, { name: 'Ada' })).toEqual([twice])
    expect(rules({ name: 'Eve' }, { name: 'eve' })).toEqual([twice])
    expect(rules({ name: 'Eve' }, { name: 'Fay' })).toEqual([])
  })

  test('with another fault is not also stated twice', () => {
    const [one, other] = [2, 3].map((row_number) => contact({ name: 'Ada', phone: 'none', row_number }))
    expect(words(contacts(one!, other!))).toEqual([
      '2 contact_phone must contain at least one digit',
      '3 contact_phone must contain at least one digit',
    ])
  })
})

test('values are the same where all of them read the same', () => {
  const { values } = standingDoor
  expect(isSame(values, { ...values })).toBe(true)
  expect(isSame(values, { ...values, region: 'BE' })).toBe(false)
  expect(isSame({ ...values, region: 'null' }, { ...values })).toBe(false)
})
