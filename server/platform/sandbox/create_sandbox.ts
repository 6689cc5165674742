import { recordAudit } from '../../audit/record.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { limits } from '../../contract/limits.ts'
import { Organization } from '../organizations/model.ts'
import {
  administersMaximum,
  checkOrganizationsLeft,
  insertMembership,
  insertOrganization,
  readOrganization,
} from '../organizations/store.ts'

export const createSandbox = sessionOperation({
  id: 'session.create_sandbox',
  route: 'POST /api/v1/developer/sandbox',
  summary: 'Create a sandbox organisation',
  desc: ({ name }) => `Sandbox ${name} created.`,
  description:
    'Creates an empty sandbox organisation with the same region, plan, currency and fiscal year as the organisation in X-Organization-ID, and with you as its administrator. Create an API key in it, then fill it with POST /api/v1/sandbox/seed.',
  service: 'developer',
  needs: 'admin',
  status: 201,
  answer: Organization,
  refusals: ['conflict'],
  conflict: reasons(administersMaximum),
  async run({ sql, caller, region }) {
    const { organization_id, user_id, plan, currency } = caller
    await checkOrganizationsLeft(sql, user_id)
    const [beside] = await sql<{ name: string; fiscal_year_start_month: number }[]>`
      select name, fiscal_year_start_month from organizations where organization_id = ${organization_id}`
    const { name, fiscal_year_start_month } = beside!
    const sandboxId = await insertOrganization(sql, {
      name: `${name.slice(0, limits.name_length_max - 8)} sandbox`,
      region,
      plan,
      sandbox: true,
      currency,
      fiscal_year_start_month,
    })
    await insertMembership(sql, sandboxId, user_id, 'admin')
    const sandbox = await readOrganization(sql, user_id, region, sandboxId)
    const event = { kind: 'organization.created', subject_id: sandboxId, subject: sandbox.name } as const
    const sentence = `Sandbox ${sandbox.name} created.`
    await recordAudit(sql, caller, { ...event, sentence })
    await recordAudit(sql, { ...caller, organization_id: sandboxId }, { ...event, sentence })
    return sandbox
  },
})
