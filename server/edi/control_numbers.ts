/** Interchange control numbers: one series per partner, 1 to 999999999, then from 1 again. */
import type { Sql } from '../contract/call.ts'
import type { EdiParty } from './x12/envelope.ts'

/** Takes the next number in the caller's transaction; concurrent writers to the same partner wait. */
export async function nextControlNumber(
  sql: Sql,
  organization_id: string,
  { qualifier, id }: EdiParty,
): Promise<number> {
  const [row] = await sql<{ last_number: number }[]>`
    insert into edi_control_numbers as c (organization_id, qualifier, edi_id, last_number)
    values (${organization_id}, ${qualifier}, ${id}, 1)
    on conflict on constraint edi_control_numbers_pk
    do update set last_number = case when c.last_number >= 999999999 then 1 else c.last_number + 1 end
    returning last_number`
  return row!.last_number
}

/** The organisation's EDI identity: the verified one, or else one derived from its id. */
export const ownIdentity = (
  organization_id: string,
  own: { edi_qualifier: string | null; edi_id: string | null },
): EdiParty =>
  own.edi_qualifier === null || own.edi_id === null
    ? { qualifier: 'ZZ', id: organization_id.replaceAll('-', '').slice(-12).toUpperCase() }
    : { qualifier: own.edi_qualifier, id: own.edi_id }
