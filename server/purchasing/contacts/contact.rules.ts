/** What a contact must be, whoever writes it: one operation, a supplier with its people, or a file. */
import { refuseField } from '../../contract/refusals.ts'
import type { ContactChange, ContactMethod, NewContact } from './contact.model.ts'

/** A contact as it is to stand in its row. */
export interface ContactDraft {
  name: string
  email: string | null
  phone: string | null
  city: string | null
  country: string | null
  description: string | null
  role: string | null
  department: string | null
  preferred_contact_method: 'email' | 'phone'
  supplier_id: string | null
  is_primary: boolean
}

export interface FieldFault {
  field: string
  rule: string
}

const texts = ['name', 'email', 'phone', 'city', 'country', 'description', 'role', 'department'] as const
const address = /^[^\s@]+@[^\s@]+$/

export const isEmail = (text: string): boolean => address.test(text)

/** The first thing that is wrong with a contact, or null. */
export function contactFault(draft: ContactDraft): FieldFault | null {
  const blank = texts.find((field) => draft[field] === '')
  if (blank !== undefined) return { field: blank, rule: 'must not be blank' }
  if (draft.email !== null && !isEmail(draft.email)) return { field: 'email', rule: 'must be an e-mail address' }
  if (draft.phone !== null && !/\d/.test(draft.phone)) return { field: 'phone', rule: 'must hold digits' }
  const method = draft.preferred_contact_method
  if (draft[method] === null)
    return { field: method, rule: `is required where preferred_contact_method is ${method.toUpperCase()}` }
  if (draft.is_primary && draft.supplier_id === null)
    return { field: 'is_primary_contact', rule: 'needs supplier_id: a primary contact is that of a supplier' }
  return null
}

const methodOf = (method: ContactMethod) => method.toLowerCase() as ContactDraft['preferred_contact_method']
const settled = (text: string | null | undefined): string | null => text?.trim() ?? null

export const draftContact = (given: NewContact): ContactDraft => ({
  name: given.name.trim(),
  email: settled(given.email),
  phone: settled(given.phone),
  city: settled(given.city),
  country: settled(given.country),
  description: settled(given.description),
  role: settled(given.role),
  department: settled(given.department),
  preferred_contact_method: methodOf(given.preferred_contact_method),
  supplier_id: given.supplier_id ?? null,
  is_primary: given.is_primary_contact ?? false,
})

/** The contact as a change leaves it: only sent fields move, null clears, and who leaves a supplier is its primary no more. */
export function changedContact(held: ContactDraft, change: ContactChange): ContactDraft {
  const next: ContactDraft = { ...held }
  for (const field of texts) if (change[field] !== undefined) next[field] = settled(change[field]) as string
  if (change.preferred_contact_method !== undefined)
    next.preferred_contact_method = methodOf(change.preferred_contact_method)
  if (change.supplier_id !== undefined) next.supplier_id = change.supplier_id
  if (next.supplier_id !== held.supplier_id) next.is_primary = false
  if (change.is_primary_contact !== undefined) next.is_primary = change.is_primary_contact
  return next
}

export function checkContact(draft: ContactDraft): ContactDraft {
  const fault = contactFault(draft)
  if (fault !== null) refuseField(fault.field, fault.rule)
  return draft
}
