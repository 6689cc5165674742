/**
 * The role that the service connects as. It owns its database and everything in it, and has no rights beyond: it reads no
 * files, starts no programs and changes no settings of the server. The superuser is used here, to set it up.
 */
import { createHmac } from 'node:crypto'
import postgres from 'postgres'

export const serviceRole = 'merchant_api'

/** Derived, so that a data directory has one password to keep; it does not disclose the superuser's. */
export const rolePassword = (superuserPassword: string): string =>
  createHmac('sha256', superuserPassword).update(serviceRole).digest('base64url')

/** Objects of the superuser outside the system's schemas, as ALTER takes them. Owned sequences follow their tables. */
const ownedObjects = `
  select format('schema %I', nspname) as object from pg_namespace
  where nspowner = 10 and nspname not like 'pg\\_%' and nspname <> 'information_schema'
  union all
  select format('%s %s', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
    else 'table' end, c.oid::regclass)
  from pg_class c
  where relowner = 10 and relkind in ('r', 'p', 'v', 'm', 'S') and c.oid >= 16384
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
  union all
  select format('routine %s', p.oid::regprocedure) from pg_proc p
  where proowner = 10 and p.oid >= 16384
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  union all
  select format('%s %s', case typtype when 'd' then 'domain' else 'type' end, t.oid::regtype) from pg_type t
  where typowner = 10 and typtype in ('e', 'd', 'r') and t.oid >= 16384
    and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')`

/**
 * Creates the role, and gives it the database with all that the superuser owns there: the tables of a data directory that
 * an earlier release made. One transaction, so an interrupted start changes nothing.
 */
export async function prepareRole(superuserUrl: string, superuserPassword: string): Promise<void> {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  try {
    const [row] = await sql<{ has_role: boolean; owns_all: boolean }[]>`
      select exists (select from pg_roles where rolname = ${serviceRole}) as has_role,
        not exists (select from pg_database where datname = current_database() and datdba = 10)
          and not exists (${sql.unsafe(ownedObjects)}) as owns_all`
    if (row!.has_role && row!.owns_all) return
    await sql.begin(async (tx) => {
      // The password is random: stretching it would slow down each connect.
      await tx`set local scram_iterations = 16`
      if (!row!.has_role)
        await tx.unsafe(`create role ${serviceRole} login password '${rolePassword(superuserPassword)}'`)
      await tx`set local lock_timeout = '10s'`
      await tx.unsafe(`do $$ declare owned text; begin
        execute format('alter database %I owner to ${serviceRole}', current_database());
        for owned in ${ownedObjects} loop execute 'alter ' || owned || ' owner to ${serviceRole}'; end loop;
      end $$`)
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}
