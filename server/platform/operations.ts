/** Organisations, keys, webhooks, files and sandboxes. Each resource lists its operations in the order of the specification. */
import type { Operation } from '../contract/operation.ts'
import { listDocuments, getDocument, fetchDocument, sendDocument } from './documents/documents.ts'
import { listExceptions, getException, resolveExceptionOperation } from './exceptions/exceptions.ts'
import { listFiles, deleteFile } from './files/manage.ts'
import { uploadFile } from './files/upload.ts'
import { listKeys } from './keys/list.ts'
import { mintKeyOperation } from './keys/mint.ts'
import { replaceKey, endOverlap } from './keys/replace.ts'
import { revokeKeyOperation } from './keys/revoke.ts'
import { readUsage } from './keys/usage.ts'
import {
  listInvitations,
  invite,
  getInvitationMail,
  revokeInvitation,
  acceptInvitation,
} from './organizations/invitations.ts'
import { listMemberships, changeMembership, removeMembership } from './organizations/memberships.ts'
import {
  listOrganizations,
  createOrganization,
  getOrganization,
  updateOrganization,
} from './organizations/organizations.ts'
import { listAuditEvents } from './audit/list_audit_events.ts'
import { organizationExportOperations } from './organization_export/operations.ts'
import { createSandbox } from './sandbox/create_sandbox.ts'
import { seedSandbox } from './sandbox/seed.ts'
import { webhookOperations } from './webhooks/operations.ts'

export const platformOperations: readonly Operation[] = [
  // sandbox
  seedSandbox,
  // session
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
  listAuditEvents,
  ...organizationExportOperations,
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
  ...webhookOperations,
  listExceptions,
  getException,
  resolveExceptionOperation,
]
