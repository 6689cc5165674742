/** Purchase, manufacturing and transfer orders. */
import type { Operation } from '../../contract/operation.ts'
import { approvePurchaseOrder } from './approve.ts'
import { autoAllocatePurchaseOrder } from './auto_allocate.ts'
import { createPurchaseOrders } from './bulk.ts'
import { correctPurchaseOrderDelivery } from './correct_delivery.ts'
import { createPurchaseOrder } from './create.ts'
import { deletePurchaseOrder } from './delete.ts'
import { duplicatePurchaseOrder } from './duplicate.ts'
import { exportPurchaseOrder } from './export.ts'
import { createPurchaseOrdersFromBasket } from './from_basket.ts'
import { getPurchaseOrder } from './get.ts'
import { getCommitmentDraw } from './get_commitment_draw.ts'
import { getPurchaseOrderDelivery } from './get_delivery.ts'
import { holdPurchaseOrder } from './hold.ts'
import { issuePurchaseOrder } from './issue.ts'
import { listPurchaseOrders } from './list.ts'
import { listPurchaseOrderDeliveries } from './list_deliveries.ts'
import { listPurchaseOrderFilters } from './list_filters.ts'
import { listSupplierUpdates } from './list_supplier_updates.ts'
import { createManufacturingOrders } from './manufacturing_bulk.ts'
import { markPurchaseOrderDelivered } from './mark_delivered.ts'
import { pushPurchaseOrderToWms } from './push_to_wms.ts'
import { recordPurchaseOrderDeliveries } from './record_deliveries.ts'
import { recordPurchaseOrderDelivery } from './record_delivery.ts'
import { removePurchaseOrderDelivery } from './remove_delivery.ts'
import { updatePurchaseOrder } from './update.ts'
import { updateGenerationSettings } from './update_generation_settings.ts'

export const purchase_orders_operations: readonly Operation[] = [
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
]
