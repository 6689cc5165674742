/** Rules that every contact must satisfy, whether from a single request, a supplier with contacts, or a file. */
import { refuseField } from '../../contract/refusals.ts'
import { isMailAddress } from '../../contract/schema.ts'
import type { ContactChange, ContactMethod, NewContact } from './contact.model.ts'
import type { ContactDraft } from './contact.store.ts'

export interface FieldFault {
  field: string
  rule: string
}

const texts = ['name', 'email', 'phone', 'city', 'country', 'description', 'role', 'department'] as const

/** The first violation, or null. */
export function contactFault(draft: ContactDraft): FieldFault | null {
  const blank = texts.find((field) => draft[field] === '')
  if (blank !== undefined) return { field: blank, rule: 'must not be blank' }
  if (draft.email !== null && !isMailAddress(draft.email)) return { field: 'email', rule: 'must be an e-mail address' }
  if (draft.phone !== null && !/\d/.test(draft.phone))
    return { field: 'phone', rule: 'must contain at least one digit' }
  const method = draft.preferred_contact_method
  if (draft[method] === null)
    return { field: method, rule: `is required if preferred_contact_method is ${method.toUpperCase()}` }
  if (draft.is_primary && draft.supplier_id === null)
    return { field: 'is_primary_contact', rule: 'requires supplier_id: a primary contact belongs to a supplier' }
  return null
}

const methodOf = (method: ContactMethod) => method.toLowerCase() as ContactDraft['preferred_contact_method']
const trimmedOrNull = (text: string | null | undefined): string | null => text?.trim() ?? null

export const draftContact = (contact: NewContact): ContactDraft => ({
  name: contact.name.trim(),
  email: trimmedOrNull(contact.email),
  phone: trimmedOrNull(contact.phone),
  city: trimmedOrNull(contact.city),
  country: trimmedOrNull(contact.country),
  description: trimmedOrNull(contact.description),
  role: trimmedOrNull(contact.role),
  department: trimmedOrNull(contact.department),
  preferred_contact_method: methodOf(contact.preferred_contact_method),
  supplier_id: contact.supplier_id ?? null,
  is_primary: contact.is_primary_contact ?? false,
})

/** Applies a change: only sent fields change, null clears, and a contact that leaves its supplier stops being primary. */
export function changedContact(held: ContactDraft, change: ContactChange): ContactDraft {
  const next: ContactDraft = { ...held }
  for (const field of texts) if (change[field] !== undefined) next[field] = trimmedOrNull(change[field]) as string
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
