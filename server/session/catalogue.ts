/** Operations of the app itself, on a user session. To a key they are not_public. */
import type { Operation } from '../contract/operation.ts'
import { createSandbox } from './developer/sandbox.ts'
import { readScopes } from './developer/scopes.ts'
import { getException, listExceptions, resolveExceptionOperation } from './exceptions/exceptions.ts'
import { fetchDocument, getDocument, listDocuments, sendDocument } from './documents/documents.ts'
import { deleteFile, listFiles } from './files/manage.ts'
import { uploadFile } from './files/upload.ts'
import { listKeys } from './keys/list.ts'
import { mintKeyOperation } from './keys/mint.ts'
import { endOverlap, replaceKey } from './keys/replace.ts'
import { revokeKeyOperation } from './keys/revoke.ts'
import { readUsage } from './keys/usage.ts'
import {
  acceptInvitation,
  getInvitationMail,
  invite,
  listInvitations,
  revokeInvitation,
} from './organizations/invitations.ts'
import { changeMembership, listMemberships, removeMembership } from './organizations/memberships.ts'
import {
  createOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from './organizations/organizations.ts'
import { addToBasket, changeBasketItem, emptyBasket, listBasket, removeFromBasket } from './purchasing/basket.ts'
import {
  createBillOfMaterials,
  getBillOfMaterials,
  listBillsOfMaterials,
  updateBillOfMaterials,
} from './purchasing/bills.ts'
import { changeGenerationReach, getGenerationSettings } from './purchasing/generation.ts'
import { suggestForBasket } from './purchasing/suggestions.ts'
import {
  createWarehouseConnection,
  deactivateWarehouseConnection,
  listWarehouseConnections,
} from './purchasing/warehouses.ts'
import {
  amendCommitment,
  approveCommitment,
  closeCommitment,
  declareCommitment,
  getCommitment,
  listCommitments,
  retireCommitment,
} from './purchasing/commitments.ts'
import { decideSupplierSignal, listSupplierSignals, recordSupplierSignal } from './purchasing/supplier_signals.ts'
import { getDelivery, listDeliveries, redeliverFailed, redeliverOne, sendTest } from './webhooks/deliveries.ts'
import { activateWebhook, deactivateWebhook, deleteWebhook, getWebhook, listWebhooks } from './webhooks/manage.ts'
import { createWebhook, rotateSecret } from './webhooks/subscribe.ts'

export const session_catalogue: readonly Operation[] = [
  listOrganizations,
  createOrganization,
  getOrganization,
  updateOrganization,
  listMemberships,
  changeMembership,
  removeMembership,
  listInvitations,
  invite,
  getInvitationMail,
  revokeInvitation,
  acceptInvitation,
  readScopes,
  createSandbox,
  listKeys,
  mintKeyOperation,
  replaceKey,
  endOverlap,
  revokeKeyOperation,
  readUsage,
  listFiles,
  uploadFile,
  deleteFile,
  listDocuments,
  getDocument,
  fetchDocument,
  sendDocument,
  listWebhooks,
  createWebhook,
  getWebhook,
  activateWebhook,
  deactivateWebhook,
  rotateSecret,
  sendTest,
  deleteWebhook,
  listDeliveries,
  getDelivery,
  redeliverOne,
  redeliverFailed,
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
  deactivateWarehouseConnection,
  listBillsOfMaterials,
  createBillOfMaterials,
  getBillOfMaterials,
  updateBillOfMaterials,
  listExceptions,
  getException,
  resolveExceptionOperation,
  listSupplierSignals,
  recordSupplierSignal,
  decideSupplierSignal,
  listCommitments,
  declareCommitment,
  getCommitment,
  amendCommitment,
  approveCommitment,
  closeCommitment,
  retireCommitment,
]
