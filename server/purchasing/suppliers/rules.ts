/** Rules that a supplier's terms must satisfy in every write. */
import { isCurrency } from '../../contract/money.ts'
import type { FieldFault } from '../contacts/contact.rules.ts'
import { isMailAddress } from '../../contract/schema.ts'
import type { NewSupplier, SupplierChange } from './model.ts'
import type { SupplierDraft } from './store.ts'

/** Fields of free text: trimmed, and never blank. */
const textFields = ['name', 'external_id', 'address', 'payment_terms', 'order_email'] as const

const empty = {
  external_id: null,
  country_code: null,
  address: null,
  website: null,
  lead_time_days: null,
  review_period_days: null,
  min_order_value_cents: null,
  min_order_quantity: null,
  payment_terms: null,
  deposit_bp: null,
  incoterm: null,
  order_channel: 'email' as const,
  order_email: null,
  edi_qualifier: null,
  edi_id: null,
  is_active: true,
}

function trimmed(draft: SupplierDraft): SupplierDraft {
  const next = { ...draft }
  for (const field of textFields) next[field] = (next[field]?.trim() ?? null) as string
  return next
}

export function draftSupplier({ contacts: _contacts, ...given }: NewSupplier, currency: string): SupplierDraft {
  return trimmed({ ...empty, currency, ...given })
}

/** Only sent fields change; null clears. */
export const changedSupplier = (held: SupplierDraft, change: SupplierChange): SupplierDraft =>
  trimmed({ ...held, ...change })

/** The first violation, or null. */
export function supplierFault(draft: SupplierDraft): FieldFault | null {
  const blank = textFields.find((field) => draft[field] === '')
  if (blank !== undefined) return { field: blank, rule: 'must not be blank' }
  if (!isCurrency(draft.currency)) return { field: 'currency', rule: 'must be an ISO 4217 code' }
  if (draft.order_email !== null && !isMailAddress(draft.order_email))
    return { field: 'order_email', rule: 'must be an e-mail address' }
  if ((draft.edi_id === null) !== (draft.edi_qualifier === null))
    return {
      field: draft.edi_id === null ? 'edi_id' : 'edi_qualifier',
      rule: 'is required: an EDI identity needs both edi_qualifier and edi_id',
    }
  if (draft.order_channel === 'edi' && draft.edi_id === null)
    return { field: 'edi_id', rule: 'is required if order_channel is edi' }
  return null
}

/** Index of the first key that repeats an earlier one, or -1; null is not a key. */
export function firstRepeat(keys: readonly (string | null)[]): number {
  const seen = new Set<string>()
  return keys.findIndex((key) => {
    if (key === null) return false
    if (seen.has(key)) return true
    seen.add(key)
    return false
  })
}
