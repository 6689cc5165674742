import type { Tenant } from '../../support/service/tenant.ts'
/** Records of the kinds that the demo does not make. */
export async function addOtherRecords(_tenant: Tenant): Promise<void> {}
