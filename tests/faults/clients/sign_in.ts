/** An administrator's session in a client's organisation, for revoking its keys like the app. */
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { sessionTokenHash } from '../../../server/pipeline/admit_session.ts'
import { hashSecret } from '../../../server/pipeline/credential.ts'
import type { ServiceProcess } from '../../support/service/service_process.ts'
import type { Client, Rig } from '../rig.ts'

export interface SignedIn {
  user_token: string
  /** Returns the status of the revocation. */
  revoke: (service: ServiceProcess, api_key: string) => Promise<number>
}

export async function signIn({ sql }: Pick<Rig, 'sql'>, { organization_id }: Client): Promise<SignedIn> {
  const user_id = uuidv7()
  const user_token = randomBytes(24).toString('base64url')
  await sql`
    insert into "user" (id, name, email, "emailVerified") values (${user_id}, 'Faults', ${`${user_id}@example.com`}, true)`
  await sql`
    insert into session (id, token, "userId", "expiresAt")
    values (${uuidv7()}, ${sessionTokenHash(user_token)}, ${user_id}, now() + interval '1 hour')`
  await sql`
    insert into memberships (organization_id, user_id, role) values (${organization_id}, ${user_id}, 'admin')`
  return {
    user_token,
    revoke: async (service, api_key) => {
      const [row] = await sql<{ api_key_id: string }[]>`
        select api_key_id from api_keys where key_hash = ${hashSecret(api_key)}`
      const response = await fetch(`${service.base_url}/api/v1/developer/keys/${row!.api_key_id}/revoke`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${user_token}`, 'X-Organization-ID': organization_id },
      })
      return response.status
    },
  }
}
