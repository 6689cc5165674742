/** What makes a contact valid, and what a change does to one. */
import { expect, test } from 'bun:test'
import {
  changedContact,
  checkContact,
  contactFault,
  draftContact,
} from '../../../server/purchasing/contacts/contact.rules.ts'
import type { ContactDraft } from '../../../server/purchasing/contacts/contact.store.ts'

const contact = (changes: Partial<ContactDraft> = {}): ContactDraft => ({
  name: 'Ada',
  email: 'ada@example.com',
  phone: '+1 555 0100',
  city: null,
  country: null,
  description: null,
  role: null,
  department: null,
  preferred_contact_method: 'email',
  supplier_id: 's1',
  is_primary: false,
  ...changes,
})
const fault = (changes: Partial<ContactDraft>) => contactFault(contact(changes))?.field ?? null

test('a contact has no blank field, a readable address and number, and what its preferred method needs', () => {
  expect(contactFault(contact())).toBeNull()
  for (const field of ['name', 'email', 'phone', 'city', 'country', 'description', 'role', 'department'] as const)
    expect(contactFault(contact({ [field]: '' }))).toEqual({ field, rule: 'must not be blank' })
  expect(fault({ email: 'ada' })).toBe('email')
  expect(fault({ phone: 'none' })).toBe('phone')
  expect(fault({ phone: 'x1' })).toBeNull()
  expect(fault({ email: null, preferred_contact_method: 'phone' })).toBeNull()
  expect(fault({ phone: null })).toBeNull()
  expect(contactFault(contact({ email: null }))).toEqual({
    field: 'email',
    rule: 'is required if preferred_contact_method is EMAIL',
  })
  expect(fault({ phone: null, preferred_contact_method: 'phone' })).toBe('phone')
})

test('only a contact of a supplier can be primary', () => {
  expect(fault({ is_primary: true })).toBeNull()
  expect(fault({ supplier_id: null })).toBeNull()
  expect(fault({ supplier_id: null, is_primary: true })).toBe('is_primary_contact')
})

test('a fault is refused by its field, and a valid contact is answered', () => {
  const valid = contact()
  expect(checkContact(valid)).toBe(valid)
  let refused: unknown
  try {
    checkContact(contact({ email: 'ada' }))
  } catch (error) {
    refused = error
  }
  expect(refused).toMatchObject({ code: 'bad_request', data: { field: 'email', rule: 'must be an e-mail address' } })
})

test('a new contact is trimmed; what was not sent is null, and it is not primary', () => {
  expect(draftContact({ name: ' Ada ', preferred_contact_method: 'PHONE' })).toEqual({
    name: 'Ada',
    email: null,
    phone: null,
    city: null,
    country: null,
    description: null,
    role: null,
    department: null,
    preferred_contact_method: 'phone',
    supplier_id: null,
    is_primary: false,
  })
  const sent = {
    name: 'Ada',
    email: ' a@example.com ',
    phone: ' 1 ',
    city: ' C ',
    country: ' U ',
    description: ' D ',
    role: ' R ',
    department: ' P ',
    preferred_contact_method: 'EMAIL',
    supplier_id: 's1',
    is_primary_contact: true,
  } as const
  expect(draftContact(sent)).toEqual({
    name: 'Ada',
    email: 'a@example.com',
    phone: '1',
    city: 'C',
    country: 'U',
    description: 'D',
    role: 'R',
    department: 'P',
    preferred_contact_method: 'email',
    supplier_id: 's1',
    is_primary: true,
  })
})

test('a change alters only what was sent, and null clears', () => {
  const held = contact({ is_primary: true })
  expect(changedContact(held, {})).toEqual(held)
  expect(changedContact(held, { city: ' Lyon ', phone: null, preferred_contact_method: 'PHONE' })).toEqual({
    ...held,
    city: 'Lyon',
    phone: null,
    preferred_contact_method: 'phone',
  })
  expect(held.city).toBeNull()
})

test('a contact that changes its supplier stops being primary, unless it is to be primary there', () => {
  const held = contact({ is_primary: true })
  expect(changedContact(held, { supplier_id: 's1' }).is_primary).toBe(true)
  expect(changedContact(held, { supplier_id: 's2' })).toMatchObject({ supplier_id: 's2', is_primary: false })
  expect(changedContact(held, { supplier_id: null })).toMatchObject({ supplier_id: null, is_primary: false })
  expect(changedContact(held, { supplier_id: 's2', is_primary_contact: true }).is_primary).toBe(true)
  expect(changedContact(held, { is_primary_contact: false }).is_primary).toBe(false)
})
