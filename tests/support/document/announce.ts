/** Sends headers that announce a body and only its beginning, to test responses to its length or slowness. */
import { createConnection } from 'node:net'
import { witness } from './document_check.ts'
import type { TestService } from '../service/service.ts'
import type { Answer } from '../service/tenant.ts'

interface Announcement {
  method: string
  path: string
  headers: Record<string, string>
  byte_count: number
}

export function announce(service: TestService, { method, path, headers, byte_count }: Announcement): Promise<Answer> {
  const { hostname, port } = new URL(service.base_url)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(port), hostname, () => {
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n` +
          `${lines.join('')}Content-Length: ${byte_count}\r\n\r\n{`,
      )
    })
    let raw = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      raw += chunk.toString()
      const [head, text] = raw.split('\r\n\r\n')
      const answered = new Headers(
        head!
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(': ', 2) as [string, string]),
      )
      if (text === undefined || Buffer.byteLength(text) < Number(answered.get('content-length') ?? 1)) return
      socket.destroy()
      const answer = { status: Number(raw.slice(9, 12)), headers: answered, text, body: JSON.parse(text) }
      const faults = witness(method, path, new Headers(headers), answer)
      if (faults.length > 0) reject(new Error(`${method} ${path} departs from the document: ${faults.join('; ')}`))
      else resolve(answer)
    })
  })
}
