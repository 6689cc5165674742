/** Suppliers and the people there. */
import type { Operation } from '../../contract/operation.ts'
import { attachVariants } from './attach_variants.ts'
import { createSuppliers } from './create.ts'
import { createContact } from './create_contact.ts'
import { createContactNote } from './create_contact_note.ts'
import { deleteContact } from './delete_contact.ts'
import { deleteContactNote } from './delete_contact_note.ts'
import { detachVariant } from './detach_variant.ts'
import { detachManyVariants } from './detach_variants.ts'
import { getSupplier } from './get.ts'
import { getContact } from './get_contact.ts'
import { getContactNote } from './get_contact_note.ts'
import { getSupplierNeedsAttention } from './get_needs_attention.ts'
import { getSupplierOverview } from './get_overview.ts'
import { listSuppliers } from './list.ts'
import { listContactFilters } from './list_contact_filters.ts'
import { listContactNotes } from './list_contact_notes.ts'
import { listContacts } from './list_contacts.ts'
import { listSupplierFilters } from './list_filters.ts'
import { transferVendors } from './transfer_vendors.ts'
import { updateSupplier } from './update.ts'
import { updateContact } from './update_contact.ts'
import { updateContactNote } from './update_contact_note.ts'
import { uploadSuppliers } from './upload.ts'

export const suppliers_operations: readonly Operation[] = [
  createContact,
  getContact,
  updateContact,
  deleteContact,
  listContactNotes,
  createContactNote,
  getContactNote,
  updateContactNote,
  deleteContactNote,
  listContactFilters,
  listContacts,
  createSuppliers,
  getSupplier,
  updateSupplier,
  getSupplierNeedsAttention,
  getSupplierOverview,
  attachVariants,
  detachManyVariants,
  detachVariant,
  listSupplierFilters,
  listSuppliers,
  transferVendors,
  uploadSuppliers,
]
