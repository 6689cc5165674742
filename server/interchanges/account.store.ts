/** An account as a partner of EDI: its profile, and the organisation's identity towards it. */
import { organizations } from '../../db/schema/organizations.ts'
import { account_edi_profiles, trading_partners } from '../../db/schema/wholesale/accounts.ts'
import { type RowOf, selection, selections } from '../../db/sql/selection.ts'
import type { Sql } from '../contract/sql.ts'
import { ownIdentity } from '../edi/control_numbers.ts'
import type { EdiParty } from '../edi/x12/envelope.ts'

const profileColumns = selections(
  selection(account_edi_profiles, 'e', [
    'trading_partner_id',
    'edi_qualifier',
    'edi_id',
    'edi_group_id',
    'version',
    'documents_taken',
    'transport',
    'takes_tests',
    'store_layout',
    'group_version',
    'character_set',
    'delimiters',
    'requirements',
  ]),
  selection(trading_partners, 't', ['name']),
)
export type EdiAccount = RowOf<typeof profileColumns>

/** The profile of an account; undefined without one. */
export async function readEdiAccount(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
): Promise<EdiAccount | undefined> {
  const [row] = await sql<EdiAccount[]>`
    select ${profileColumns} from account_edi_profiles e
    join trading_partners t on t.organization_id = e.organization_id and t.trading_partner_id = e.trading_partner_id
    where e.organization_id = ${organization_id} and e.trading_partner_id = ${trading_partner_id}`
  return row
}

/** The account with this identity. Identities are compared without the padding of ISA. */
export async function findEdiAccount(
  sql: Sql,
  organization_id: string,
  { qualifier, id }: EdiParty,
): Promise<EdiAccount | undefined> {
  const [row] = await sql<EdiAccount[]>`
    select ${profileColumns} from account_edi_profiles e
    join trading_partners t on t.organization_id = e.organization_id and t.trading_partner_id = e.trading_partner_id
    where e.organization_id = ${organization_id} and e.edi_qualifier = ${qualifier} and e.edi_id = ${id}`
  return row
}

const ownColumns = selection(organizations, 'o', [
  'edi_qualifier',
  'edi_id',
  'edi_verified_at',
  'sandbox',
  'currency',
  'time_zone',
])

export interface OwnSide extends Pick<RowOf<typeof ownColumns>, 'sandbox' | 'currency' | 'time_zone'> {
  identity: EdiParty
}

export async function readOwnSide(sql: Sql, organization_id: string): Promise<OwnSide> {
  const [row] = await sql<RowOf<typeof ownColumns>[]>`
    select ${ownColumns} from organizations o where o.organization_id = ${organization_id}`
  const { edi_qualifier, edi_id, edi_verified_at, sandbox, currency, time_zone } = row!
  const own = edi_verified_at === null ? { edi_qualifier: null, edi_id: null } : { edi_qualifier, edi_id }
  return { identity: ownIdentity(organization_id, own), sandbox, currency, time_zone }
}
