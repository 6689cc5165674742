/** The organisation that a file is imported into. */
import { organizations } from '../../../db/schema/organizations.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { CommandFault } from '../../platform/admin/command_fault.ts'
import type { Screen } from './screen.ts'

const columns = selection(organizations, 'o', ['organization_id', 'name', 'plan', 'sandbox', 'currency', 'time_zone'])
export type Organization = RowOf<typeof columns>

const listedMax = 20

const readOrganizations = (sql: Sql) => sql<Organization[]>`
  select ${columns} from organizations o order by o.name, o.organization_id`

/** By its id or name. */
export const findOrganization = async (sql: Sql, named: string): Promise<Organization> =>
  findNamed(await readOrganizations(sql), named)

export async function chooseOrganization(sql: Sql, named: string | undefined, screen: Screen): Promise<Organization> {
  const all = await readOrganizations(sql)
  if (all.length === 0)
    throw new CommandFault(
      'There is no organisation yet: start the service once with npm run server, which creates one.',
    )
  if (named !== undefined) return findNamed(all, named)
  if (all.length === 1) return all[0]!
  const listed = all.slice(0, listedMax)
  const place = await screen.choose(
    'Several organisations exist. Which one?',
    listed.map(({ name, organization_id }) => `${name}  ${organization_id}`),
  )
  if (place !== null) return listed[place]!
  const shown = listed.map(({ name, organization_id }) => `${organization_id} (${name})`).join(', ')
  throw new CommandFault(
    `There are ${all.length} organisations; name one with --organization: ${shown}${all.length > listedMax ? ', …' : ''}.`,
  )
}

function findNamed(all: readonly Organization[], named: string): Organization {
  const byId = all.find(({ organization_id }) => organization_id === named.toLowerCase())
  if (byId !== undefined) return byId
  const byName = all.filter(({ name }) => name === named)
  if (byName.length === 1) return byName[0]!
  if (byName.length > 1) throw new CommandFault(`${byName.length} organisations have the name ${named}; use the id.`)
  throw new CommandFault(`There is no organisation with the id or name ${named}.`)
}
