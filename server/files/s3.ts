/** Uploaded files in an S3-compatible bucket, as <organisation>/<file key>, every request signed with its payload. */
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { refuse } from '../contract/refusals.ts'
import type { FileStore } from './files.ts'

export interface S3Settings {
  S3_ENDPOINT: string
  S3_BUCKET: string
  S3_REGION: string
  S3_ACCESS_KEY_ID: string
  S3_SECRET_ACCESS_KEY: string
}

const request_ms = 60_000
const attempts_again = 2
const nothing = new Uint8Array(0)

const unavailable = (): never =>
  refuse('SERVICE_UNAVAILABLE', { desc: 'The file store is briefly unavailable. Nothing changed; send it again.' })

export function s3Files(settings: S3Settings): FileStore {
  const client = new AwsClient({
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    region: settings.S3_REGION,
    service: 's3',
    retries: attempts_again,
  })
  const address = (organization_id: string, file_key: string) =>
    [settings.S3_ENDPOINT, settings.S3_BUCKET, organization_id, ...file_key.split('/')]
      .map((part, i) => (i === 0 ? part : encodeURIComponent(part)))
      .join('/')
  const send = async (url: string, method: 'GET' | 'PUT', body: Uint8Array): Promise<Response> => {
    try {
      return await client.fetch(url, {
        method,
        ...(method === 'PUT' ? { body: body as Uint8Array<ArrayBuffer> } : {}),
        headers: { 'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex') },
        redirect: 'manual',
        signal: AbortSignal.timeout(request_ms),
      })
    } catch {
      return unavailable()
    }
  }
  return {
    async put(organization_id, file_key, bytes) {
      const response = await send(address(organization_id, file_key), 'PUT', bytes)
      await response.body?.cancel()
      if (!response.ok) unavailable()
    },
    async get(organization_id, file_key) {
      const response = await send(address(organization_id, file_key), 'GET', nothing)
      if (response.ok) return readWhole(response)
      await response.body?.cancel()
      return response.status === 404 ? null : unavailable()
    },
  }
}

async function readWhole(response: Response): Promise<Uint8Array> {
  try {
    return new Uint8Array(await response.arrayBuffer())
  } catch {
    return unavailable()
  }
}
