/** Uploads a file as a person of the tenant's organisation and answers its key. */
import { newSession } from './session.ts'
import type { Tenant } from './tenant.ts'

export async function uploadFile(
  tenant: Tenant,
  content: string | Uint8Array,
  file_name = 'count.csv',
): Promise<string> {
  const session = await newSession(tenant)
  const answer = await session.post(`/api/v1/files?file_name=${encodeURIComponent(file_name)}`, undefined, {
    raw: content,
  })
  if (answer.status !== 201) throw new Error(`the upload was answered ${answer.status}: ${answer.text}`)
  return answer.body.data.file_key
}
