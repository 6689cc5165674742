/** SQL of saved profiles. The newest version of a name is the profile; older ones are kept for a while. */
import { uuidv7 } from 'uuidv7'
import { import_profiles } from '../../../db/schema/imports.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import { fingerprintOf } from '../../imports/mapping/fingerprint.ts'
import type { Mapping } from '../../imports/profile.ts'

const columns = selection(import_profiles, 'p', [
  'profile_id',
  'name',
  'version',
  'kind',
  'headers',
  'mapping',
  'options',
])
export type SavedProfile = RowOf<typeof columns>

export const shownName = ({ name, version }: Pick<SavedProfile, 'name' | 'version'>) => `${name} (version ${version})`

export const listSaved = (sql: Sql, organization_id: string) => sql<SavedProfile[]>`
  select ${columns} from import_profiles p
  where p.organization_id = ${organization_id} and p.replaced_at is null order by p.name`

export async function findSaved(sql: Sql, organization_id: string, profile_id: string) {
  const [row] = await sql<SavedProfile[]>`
    select ${columns} from import_profiles p
    where p.organization_id = ${organization_id} and p.profile_id = ${profile_id}`
  return row
}

export async function findByName(sql: Sql, organization_id: string, name: string) {
  const [row] = await sql<SavedProfile[]>`
    select ${columns} from import_profiles p
    where p.organization_id = ${organization_id} and p.name = ${name} and p.replaced_at is null`
  return row
}

export async function findByFingerprint(sql: Sql, organization_id: string, fingerprint: string, kind: string | null) {
  const [row] = await sql<SavedProfile[]>`
    select ${columns} from import_profiles p
    where p.organization_id = ${organization_id} and p.header_fingerprint = ${fingerprint} and p.replaced_at is null
      and (${kind}::text is null or p.kind = ${kind})
    order by p.created_at desc limit 1`
  return row
}

export interface NewProfile {
  name: string
  kind: string
  headers: readonly string[]
  mapping: Mapping
  options: object
  user_id: string
}

/** Saves a new version under the name; returns the profile as imports show it. */
export async function saveProfile(sql: Sql, organization_id: string, profile: NewProfile): Promise<string> {
  const { name, kind, headers, mapping, options, user_id } = profile
  await sql`select 1 from organizations where organization_id = ${organization_id} for no key update`
  const [standing] = await sql<{ version: number; names: number }[]>`
    select coalesce(max(version) filter (where name = ${name}), 0)::int as version,
      count(distinct name) filter (where name <> ${name} and replaced_at is null)::int as names
    from import_profiles where organization_id = ${organization_id}`
  if (standing!.names >= limits.import_profiles_max)
    refuseField('save_as', `would be more than ${limits.import_profiles_max} profiles; delete one first`)
  const version = standing!.version + 1
  await sql`
    update import_profiles set replaced_at = now()
    where organization_id = ${organization_id} and name = ${name} and replaced_at is null`
  await sql`
    delete from import_profiles
    where organization_id = ${organization_id} and name = ${name}
      and version <= ${version - limits.import_profile_versions_max}`
  await sql`
    insert into import_profiles (organization_id, profile_id, name, version, kind, header_fingerprint, headers, mapping,
      options, created_by)
    values (${organization_id}, ${uuidv7()}, ${name}, ${version}, ${kind}, ${fingerprintOf(headers)},
      ${[...headers]}::text[], ${JSON.stringify(mapping)}::text::jsonb, ${JSON.stringify(options)}::text::jsonb, ${user_id})`
  return shownName({ name, version })
}

/** Deletes every version of the profile's name. */
export const deleteSaved = (sql: Sql, organization_id: string, profile_id: string) => sql`
  delete from import_profiles p using import_profiles named
  where p.organization_id = ${organization_id} and named.organization_id = ${organization_id}
    and named.profile_id = ${profile_id} and p.name = named.name`
