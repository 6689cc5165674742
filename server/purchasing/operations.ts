/** Operations on suppliers, purchase orders and commitments, each resource in the order of the specification. */
import type { Operation } from '../contract/operation.ts'
import { createPurchaseOrdersFromBasket } from './baskets/from_basket.ts'
import { addToBasket } from './baskets/add_basket_items.ts'
import { changeBasketItem } from './baskets/change_basket_item.ts'
import { emptyBasket } from './baskets/empty_basket.ts'
import { listBasket } from './baskets/list_basket_items.ts'
import { removeFromBasket } from './baskets/remove_basket_item.ts'
import { suggestForBasket } from './baskets/suggestions.ts'
import { amendCommitment } from './commitments/amend_commitment.ts'
import { approveCommitment, closeCommitment, retireCommitment } from './commitments/change_commitment_status.ts'
import { declareCommitment } from './commitments/declare_commitment.ts'
import { getCommitment } from './commitments/get_commitment.ts'
import { listCommitments } from './commitments/list_commitments.ts'
import { getCommitmentDraw } from './commitments/get_commitment_draw.ts'
import { createContact } from './contacts/create_contact.ts'
import { createContactNote } from './contacts/create_contact_note.ts'
import { deleteContact } from './contacts/delete_contact.ts'
import { deleteContactNote } from './contacts/delete_contact_note.ts'
import { getContact } from './contacts/get_contact.ts'
import { getContactNote } from './contacts/get_contact_note.ts'
import { listContactFilters } from './contacts/list_contact_filters.ts'
import { listContactNotes } from './contacts/list_contact_notes.ts'
import { listContacts } from './contacts/list_contacts.ts'
import { updateContact } from './contacts/update_contact.ts'
import { updateContactNote } from './contacts/update_contact_note.ts'
import { correctPurchaseOrderDelivery } from './deliveries/correct_delivery.ts'
import { getPurchaseOrderDelivery } from './deliveries/get_delivery.ts'
import { listPurchaseOrderDeliveries } from './deliveries/list_deliveries.ts'
import { markPurchaseOrderDelivered } from './deliveries/mark_delivered.ts'
import { recordPurchaseOrderDeliveries } from './deliveries/record_deliveries.ts'
import { recordPurchaseOrderDelivery } from './deliveries/record_delivery.ts'
import { removePurchaseOrderDelivery } from './deliveries/remove_delivery.ts'
import { autoAllocatePurchaseOrder } from './generation/auto_allocate.ts'
import { getGenerationSettings, changeGenerationReach } from './generation/generation_settings.ts'
import { updateGenerationSettings } from './generation/update_generation_settings.ts'
import { issuePurchaseOrder } from './issuing/issue.ts'
import { pushPurchaseOrderToWms } from './issuing/push_to_wms.ts'
import {
  listBillsOfMaterials,
  createBillOfMaterials,
  getBillOfMaterials,
  updateBillOfMaterials,
} from './manufacturing/bills_of_materials.ts'
import { createManufacturingOrders } from './manufacturing/manufacturing_bulk.ts'
import { createPurchaseOrder } from './order_creation/create.ts'
import { updatePurchaseOrder } from './order_updates/update.ts'
import { approvePurchaseOrder } from './orders/approve.ts'
import { createPurchaseOrders } from './orders/bulk.ts'
import { deletePurchaseOrder } from './orders/delete.ts'
import { duplicatePurchaseOrder } from './orders/duplicate.ts'
import { exportPurchaseOrder } from './orders/export.ts'
import { getPurchaseOrder } from './orders/get.ts'
import { holdPurchaseOrder } from './orders/hold.ts'
import { listPurchaseOrders } from './orders/list.ts'
import { listPurchaseOrderFilters } from './orders/list_filters.ts'
import { acceptSupplierInvoicePrice } from './supplier_invoices/accept_price.ts'
import { correctSupplierInvoice } from './supplier_invoices/correct.ts'
import { creditSupplierInvoice } from './supplier_invoices/credit.ts'
import { getSupplierInvoice, listSupplierInvoices } from './supplier_invoices/list.ts'
import { recordSupplierInvoice } from './supplier_invoices/record.ts'
import { voidSupplierInvoice } from './supplier_invoices/void.ts'
import { listSupplierUpdates } from './supplier_updates/list_supplier_updates.ts'
import { listSupplierSignals, recordSupplierSignal, decideSupplierSignal } from './supplier_updates/supplier_signals.ts'
import { attachVariants } from './supplier_variants/attach_variants.ts'
import { detachVariant } from './supplier_variants/detach_variant.ts'
import { detachManyVariants } from './supplier_variants/detach_variants.ts'
import { transferVendors } from './supplier_variants/transfer_vendors.ts'
import { uploadSuppliers } from './supplier_variants/upload.ts'
import { createSuppliers } from './suppliers/create.ts'
import { getSupplier } from './suppliers/get.ts'
import { getSupplierNeedsAttention } from './suppliers/get_needs_attention.ts'
import { getSupplierOverview } from './suppliers/get_overview.ts'
import { listSuppliers } from './suppliers/list.ts'
import { listSupplierFilters } from './suppliers/list_filters.ts'
import { updateSupplier } from './suppliers/update.ts'
import {
  listWarehouseConnections,
  createReportSecret,
  createWarehouseConnection,
  deactivateWarehouseConnection,
} from './warehouses/warehouses.ts'

export const purchasingOperations: readonly Operation[] = [
  // suppliers
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
  // purchase_orders
  listPurchaseOrders,
  createPurchaseOrder,
  getPurchaseOrder,
  updatePurchaseOrder,
  deletePurchaseOrder,
  approvePurchaseOrder,
  autoAllocatePurchaseOrder,
  getCommitmentDraw,
  listPurchaseOrderDeliveries,
  recordPurchaseOrderDelivery,
  getPurchaseOrderDelivery,
  correctPurchaseOrderDelivery,
  removePurchaseOrderDelivery,
  recordPurchaseOrderDeliveries,
  duplicatePurchaseOrder,
  exportPurchaseOrder,
  holdPurchaseOrder,
  issuePurchaseOrder,
  markPurchaseOrderDelivered,
  pushPurchaseOrderToWms,
  createPurchaseOrders,
  listPurchaseOrderFilters,
  createPurchaseOrdersFromBasket,
  updateGenerationSettings,
  createManufacturingOrders,
  listSupplierUpdates,
  // session
  listBasket,
  addToBasket,
  suggestForBasket,
  changeBasketItem,
  removeFromBasket,
  emptyBasket,
  getGenerationSettings,
  changeGenerationReach,
  listWarehouseConnections,
  createWarehouseConnection,
  createReportSecret,
  deactivateWarehouseConnection,
  listBillsOfMaterials,
  createBillOfMaterials,
  getBillOfMaterials,
  updateBillOfMaterials,
  listSupplierSignals,
  recordSupplierSignal,
  decideSupplierSignal,
  listSupplierInvoices,
  recordSupplierInvoice,
  getSupplierInvoice,
  correctSupplierInvoice,
  acceptSupplierInvoicePrice,
  creditSupplierInvoice,
  voidSupplierInvoice,
  listCommitments,
  declareCommitment,
  getCommitment,
  amendCommitment,
  approveCommitment,
  closeCommitment,
  retireCommitment,
]
