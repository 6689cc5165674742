/** Known values of fields, published in the document and checked by the database. This file imports only their names. */
import { named } from '../contract/openapi/named.ts'

export const organizationExportStates = named('OrganizationExportState', ['queued', 'ready', 'failed'])
