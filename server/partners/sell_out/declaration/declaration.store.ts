/** SQL of accounts and their declarations. */
import { sell_out_declarations } from '../../../../db/schema/wholesale/sell_out.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/call.ts'
import { refuse, refuseField } from '../../../contract/refusals.ts'
import type { Caller } from '../../../contract/call.ts'

export const declarationColumns = selection(sell_out_declarations, 's', [
  'absence_convention',
  'location_grain',
  'currency',
  'price_tax_basis',
  'week_anchor_dow',
  'source_profile_key',
  'confirmed_at',
  'confirmed_by',
  'confirmed_by_name',
])
export type DeclarationRow = RowOf<typeof declarationColumns>

export interface NamedAccount {
  trading_partner_id: string
  name: string
}

/** The account that the request names. It is never inferred, not even from a key that is bound to one. */
export async function findAccount(
  sql: Sql,
  { organization_id, account }: Caller,
  account_id: string | undefined,
): Promise<NamedAccount> {
  if (account_id === undefined && account !== null)
    refuse('bad_request', {
      desc: `account_id is required. This key is bound to the account ${account.name}; send its id.`,
      data: { field: 'account_id', rule: 'is required' },
    })
  if (account_id === undefined) refuseField('account_id', 'is required; send the id of a trading account')
  const [namedAccount] = await sql<NamedAccount[]>`
    select trading_partner_id, name from trading_partners
    where organization_id = ${organization_id} and trading_partner_id = ${account_id}`
  return namedAccount ?? refuseField('account_id', 'must be a trading account of this organisation')
}

export async function findDeclaration(
  sql: Sql,
  organization_id: string,
  account_id: string,
): Promise<DeclarationRow | null> {
  const [row] = await sql<DeclarationRow[]>`
    select ${declarationColumns} from sell_out_declarations s
    where s.organization_id = ${organization_id} and s.trading_partner_id = ${account_id}`
  return row ?? null
}

/** Its lock serialises the reports of the account. */
export async function lockDeclaration(
  sql: Sql,
  organization_id: string,
  account_id: string,
): Promise<DeclarationRow | null> {
  const [row] = await sql<DeclarationRow[]>`
    select ${declarationColumns} from sell_out_declarations s
    where s.organization_id = ${organization_id} and s.trading_partner_id = ${account_id} for no key update`
  return row ?? null
}
