/** Uploaded files in an S3-compatible bucket, as <organisation>/<file key>. The signature covers the payload. */
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { refuse } from '../contract/refusals.ts'
import type { Chunks, FileStore } from './files.ts'

export interface S3Settings {
  S3_ENDPOINT: string
  S3_BUCKET: string
  S3_REGION: string
  S3_ACCESS_KEY_ID: string
  S3_SECRET_ACCESS_KEY: string
}

const requestMs = 60_000
const attemptsAgain = 2
const nothing = new Uint8Array(0)
/** Memory per upload. All parts but the last have this size; S3 requires at least 5 MiB. */
const partBytes = 8 * 1_048_576

const unavailable = (): never =>
  refuse('SERVICE_UNAVAILABLE', { desc: 'The file store is briefly unavailable. Nothing changed; send it again.' })

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
type Send = (url: string, method: Method, body?: Uint8Array, headers?: Record<string, string>) => Promise<Response>

function openSend(settings: S3Settings): Send {
  const client = new AwsClient({
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    region: settings.S3_REGION,
    service: 's3',
    retries: attemptsAgain,
  })
  return async (url, method, body, headers) => {
    try {
      return await client.fetch(url, {
        method,
        ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
        headers: {
          ...headers,
          'X-Amz-Content-Sha256': createHash('sha256')
            .update(body ?? nothing)
            .digest('hex'),
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(requestMs),
      })
    } catch {
      return unavailable()
    }
  }
}

async function textOf(response: Response): Promise<string> {
  const text = await response.text().catch(unavailable)
  // Completing an upload can fail with a status of 200.
  return response.ok && !text.includes('<Error>') ? text : unavailable()
}

const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) =>
    text!.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  )

/** Regroups the chunks into parts of one size, reusing one buffer. */
async function* inParts(chunks: Chunks): AsyncGenerator<{ bytes: Uint8Array; is_last: boolean }> {
  const part = new Uint8Array(partBytes)
  let filled = 0
  for await (const chunk of chunks) {
    for (let copied = 0; copied < chunk.byteLength;) {
      // A full part is sent when more data arrives: only then is it certainly not the last.
      if (filled === partBytes) {
        yield { bytes: part, is_last: false }
        filled = 0
      }
      const piece = chunk.subarray(copied, copied + partBytes - filled)
      part.set(piece, filled)
      filled += piece.byteLength
      copied += piece.byteLength
    }
  }
  yield { bytes: part.subarray(0, filled), is_last: true }
}

export function s3Files(settings: S3Settings): FileStore {
  const send = openSend(settings)
  const bucket = `${settings.S3_ENDPOINT}/${encodeURIComponent(settings.S3_BUCKET)}`
  const pathOf = (organization_id: string, file_key: string) => [organization_id, ...file_key.split('/')]
  const address = (organization_id: string, file_key: string) =>
    [bucket, ...pathOf(organization_id, file_key).map(encodeURIComponent)].join('/')
  const abort = async (url: string, uploadId: string) => {
    const response = await send(`${url}?uploadId=${encodeURIComponent(uploadId)}`, 'DELETE')
    await response.body?.cancel()
  }
  return {
    async put(organization_id, file_key, chunks) {
      const url = address(organization_id, file_key)
      let uploadId: string | undefined
      const tags: string[] = []
      try {
        for await (const { bytes, is_last } of inParts(chunks)) {
          if (is_last && uploadId === undefined) {
            await textOf(await send(url, 'PUT', bytes))
            return
          }
          uploadId ??= elements(await textOf(await send(`${url}?uploads=`, 'POST')), 'UploadId')[0] ?? unavailable()
          const query = `partNumber=${tags.length + 1}&uploadId=${encodeURIComponent(uploadId)}`
          const stored = await send(`${url}?${query}`, 'PUT', bytes)
          await textOf(stored)
          tags.push(stored.headers.get('etag') ?? unavailable())
        }
        const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
        const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
        await textOf(await send(`${url}?uploadId=${encodeURIComponent(uploadId!)}`, 'POST', Buffer.from(list)))
      } catch (error) {
        if (uploadId !== undefined) await abort(url, uploadId).catch(() => {})
        throw error
      }
    },
    async get(organization_id, file_key) {
      const response = await send(address(organization_id, file_key), 'GET')
      if (response.ok) return readWhole(response)
      await response.body?.cancel()
      return response.status === 404 ? null : unavailable()
    },
    async stream(organization_id, file_key, { start = 0, end }) {
      const range: Record<string, string> =
        start === 0 && end === undefined ? {} : { Range: `bytes=${start}-${end === undefined ? '' : end - 1}` }
      const response = await send(address(organization_id, file_key), 'GET', undefined, range)
      // A store that ignores the range would answer other bytes than those asked for.
      const isAnswered = 'Range' in range ? response.status === 206 : response.ok
      if (isAnswered && response.body !== null) return readChunks(response.body)
      await response.body?.cancel()
      return response.status === 404 ? null : unavailable()
    },
    async remove(organization_id, file_key) {
      const url = address(organization_id, file_key)
      const name = pathOf(organization_id, file_key).join('/')
      const listed = await textOf(await send(`${bucket}?prefix=${encodeURIComponent(name)}&uploads=`, 'GET'))
      const [keys, uploadIds] = [elements(listed, 'Key'), elements(listed, 'UploadId')]
      for (const [i, uploadId] of uploadIds.entries()) if (keys[i] === name) await abort(url, uploadId)
      const response = await send(url, 'DELETE')
      await response.body?.cancel()
      if (!response.ok && response.status !== 404) unavailable()
    },
  }
}

/** A reader that stops early ends the request. */
async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(unavailable)
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function readWhole(response: Response): Promise<Uint8Array> {
  try {
    return new Uint8Array(await response.arrayBuffer())
  } catch {
    return unavailable()
  }
}
