/** A captured request: from a file of raw HTTP, from a JSON file, or from flags. */
export interface Captured {
  header: string | string[] | undefined
  event: string | undefined
  delivery_id: string | undefined
  body: Uint8Array
}

/**
 * Raw HTTP is a request line, header lines, an empty line and the body, with LF or CRLF line endings. JSON is
 * `{ "headers": { … }, "body": "…" }`, or `body_base64` instead of `body`.
 */
export function readCaptured(bytes: Uint8Array): Captured {
  const text = new TextDecoder().decode(bytes)
  return text.trimStart().startsWith('{') ? fromJson(text) : fromHttp(bytes)
}

function fromJson(text: string): Captured {
  const { headers, body, body_base64 } = JSON.parse(text) as Record<string, unknown>
  if (typeof headers !== 'object' || headers === null) throw new Error('the JSON has no headers object')
  if (typeof body_base64 === 'string') return captured(Object.entries(headers), Buffer.from(body_base64, 'base64'))
  if (typeof body !== 'string') {
    throw new Error(
      'the JSON must contain the raw body as a string, in body or body_base64: a parsed body cannot be verified',
    )
  }
  return captured(Object.entries(headers), new TextEncoder().encode(body))
}

function fromHttp(bytes: Uint8Array): Captured {
  const latin = Buffer.from(bytes).toString('latin1')
  const end = /\r?\n\r?\n/.exec(latin)
  if (!end) throw new Error('the file has no empty line between headers and body')
  const lines = latin.slice(0, end.index).split(/\r?\n/)
  const headers = lines
    .map((line) => /^([\w-]+):\s*(.*?)\s*$/.exec(line))
    .flatMap((match) => (match ? [[match[1], match[2]] as [string, string]] : []))
  if (headers.length === 0) throw new Error('the file holds no header lines: it is neither raw HTTP nor JSON')
  return captured(headers, bytes.slice(end.index + end[0].length))
}

function captured(headers: [string, unknown][], body: Uint8Array): Captured {
  const all = (wanted: string): string[] =>
    headers.flatMap(([name, value]) => (name.toLowerCase() === wanted ? (Array.isArray(value) ? value : [value]) : []))
  const signatures = all('x-service-signature')
  return {
    header: signatures.length > 1 ? signatures : signatures[0],
    event: all('x-service-event')[0],
    delivery_id: all('x-service-delivery-id')[0],
    body,
  }
}
