/**
 * A small S3 of the tests' own: keeps objects in memory and works out every request's SigV4 signature for itself, from
 * the published recipe, with nothing of the client's library.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Receiver {
  endpoint: string
  objects: Map<string, Buffer>
  /** Uploads in parts that have neither been completed nor aborted. */
  uploads: Map<string, { key: string; parts: Map<number, Buffer> }>
  /** Why requests were turned away, in order. */
  refused: string[]
  /** Answers the next requests with these statuses before any is looked at. */
  failing: number[]
  stop: () => Promise<void>
}

export const s3_key = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
export const s3Region = 'eu-test-1'
export const s3Bucket = 'merchant-files'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Uint8Array | string, text: string) => createHmac('sha256', key).update(text).digest()

/** Each part of a path with all but the unreserved characters encoded, once, as S3 asks. */
const strictly = (path: string) =>
  path
    .split('/')
    .map((part) =>
      encodeURIComponent(decodeURIComponent(part)).replaceAll(
        /[!'()*]/g,
        (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')

function signatureOf(request: IncomingMessage, signed: readonly string[], scope: string): string {
  const url = new URL(request.url!, 'http://receiver')
  const at = String(request.headers['x-amz-date'])
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort()
  const canonical = [
    request.method,
    strictly(url.pathname),
    query.join('&'),
    ...signed.map((name) => `${name}:${String(request.headers[name]).trim().replaceAll(/\s+/g, ' ')}`),
    '',
    signed.join(';'),
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const [day, region, service, end] = scope.split('/') as [string, string, string, string]
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const key = [region, service, end].reduce<Buffer>(hmac, hmac(`AWS4${s3_key.secret}`, day))
  return createHmac('sha256', key).update(text).digest('hex')
}

/** What is wrong with a request, or null where it is signed as it should be. */
function faultOf(request: IncomingMessage, body: Buffer): string | null {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const match = form.exec(request.headers.authorization ?? '')
  if (!match) return 'no signature'
  const [, id, scope, signed, signature] = match as unknown as [string, string, string, string, string]
  const at = String(request.headers['x-amz-date'])
  if (id !== s3_key.id || scope !== `${at.slice(0, 8)}/${s3Region}/s3/aws4_request`) return 'foreign credential'
  const sent = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - sent) < 300_000)) return 'stale date'
  const names = signed.split(';')
  for (const name of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!names.includes(name)) return `${name} is not signed`
  if (signatureOf(request, names, scope) !== signature) return 'wrong signature'
  return request.headers['x-amz-content-sha256'] === sha256(body) ? null : 'the body is not the one that was signed'
}

async function answer(receiver: Receiver, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const failing = receiver.failing.shift()
  if (failing !== undefined) return void response.writeHead(failing).end()
  const fault = faultOf(request, body)
  if (fault !== null) {
    receiver.refused.push(fault)
    return void response.writeHead(403).end(fault)
  }
  const url = new URL(request.url!, 'http://receiver')
  const key = decodeURIComponent(url.pathname)
  if (url.search !== '') return answerParts(receiver, request.method!, key, url.searchParams, body, response)
  if (request.method === 'PUT') {
    receiver.objects.set(key, body)
    return void response.writeHead(200).end()
  }
  if (request.method === 'DELETE') {
    receiver.objects.delete(key)
    return void response.writeHead(204).end()
  }
  const object = receiver.objects.get(key)
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (object !== undefined && start !== undefined) {
    const part = object.subarray(Number(start), end === '' ? undefined : Number(end) + 1)
    return void response.writeHead(206).end(part)
  }
  return void response.writeHead(object ? 200 : 404).end(object)
}

/** Uploads in parts: begun, filled, completed or aborted, and listed. */
function answerParts(
  { uploads, objects }: Receiver,
  method: string,
  key: string,
  query: URLSearchParams,
  body: Buffer,
  response: ServerResponse,
): void {
  if (method === 'GET') {
    const named = `/${s3Bucket}/${query.get('prefix')!}`
    const found = [...uploads].filter(([, upload]) => upload.key.startsWith(named))
    const rows = found.map(
      ([id, upload]) =>
        `<Upload><Key>${upload.key.slice(s3Bucket.length + 2)}</Key><UploadId>${id}</UploadId></Upload>`,
    )
    return void response.end(`<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`)
  }
  if (query.has('uploads')) {
    const id = `upload/${uploads.size}+${Date.now()}`
    uploads.set(id, { key, parts: new Map() })
    return void response.end(
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }
  const id = query.get('uploadId')!
  const upload = uploads.get(id)
  if (upload?.key !== key) return void response.writeHead(404).end()
  if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body)
    return void response.writeHead(200, { ETag: `"${sha256(body).slice(0, 32)}"` }).end()
  }
  uploads.delete(id)
  if (method === 'DELETE') return void response.writeHead(204).end()
  const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part)
  const tags = [...body.toString().matchAll(/<ETag>([^<]+)<\/ETag>/g)].map(([, tag]) => tag)
  const isWhole = tags.join() === parts.map((part) => `"${sha256(part).slice(0, 32)}"`).join()
  const isLarge = parts.slice(0, -1).every((part) => part.byteLength >= 5 * 1_048_576)
  if (!isWhole || !isLarge) return void response.end('<Error><Code>InvalidPart</Code></Error>')
  objects.set(key, Buffer.concat(parts))
  return void response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    endpoint: '',
    objects: new Map(),
    uploads: new Map(),
    refused: [],
    failing: [],
    stop: async () => {},
  }
  const server = createServer((request, response) => void answer(receiver, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  receiver.stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return receiver
}
