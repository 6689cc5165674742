/** Each guide that says which scopes its key needs says all that its commands need. */
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicOperations } from '../../server/boot/operations.ts'

const folder = join(import.meta.dir, '../../docs-site/src/content/docs/api/guides')
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.mdx?$/.test(file))

interface Sent {
  method: string
  path: string
}

/** The requests that the commands of a page send with the API key; a variable stands for any segment. */
function sentBy(page: string): Sent[] {
  const blocks = [...page.matchAll(/^```sh[^\n]*\n(.*?)^```/gms)].map(([, block]) => block!.replaceAll('\\\n', ' '))
  const commands = blocks.flatMap((block) => block.split(/(?=\bcurl\b)/).filter((part) => part.startsWith('curl')))
  return commands.flatMap((command) => {
    const [line] = command.split('\n')
    const path = /\$BASE_URL(\/api\/v1\/[^"'\s?]+)/.exec(line!)?.[1]
    if (path === undefined || !/\$\{?API_KEY/.test(line!)) return []
    const method = /-X\s+(\w+)/.exec(line!)?.[1] ?? (/\s(-d|--data\S*|--json)\s/.test(line!) ? 'POST' : 'GET')
    return [{ method, path }]
  })
}

const operationOf = ({ method, path }: Sent) => {
  const segments = path.split('/')
  return publicOperations.find((operation) => {
    const named = operation.path.split('/')
    return (
      operation.method === method &&
      named.length === segments.length &&
      named.every((name, at) => name === segments[at] || (name.startsWith('{') && /[$\w]/.test(segments[at]!)))
    )
  })
}

/** A scope to write contains that to read. */
const covers = (stated: readonly string[], scope: string) =>
  stated.includes(scope) || stated.includes(scope.replace(':read', ':write'))

const statedBy = (page: string): string[] => {
  const prose = page.replaceAll(/^```.*?^```/gms, (block) => (/":read|:write"/.test(block) ? block : ''))
  return [...prose.matchAll(/[`"]([a-z_]+:(?:read|write))[`"]/g)].map(([, scope]) => scope!)
}

test('a guide states every scope that its commands need', () => {
  const found: string[] = []
  let requests = 0
  for (const file of pages) {
    const page = readFileSync(join(folder, file), 'utf8')
    const stated = statedBy(page)
    for (const sent of sentBy(page)) {
      const operation = operationOf(sent)
      if (operation === undefined) continue
      requests++
      for (const scope of [operation.scope].flat())
        if (typeof scope === 'string' && !covers(stated, scope))
          found.push(`${file}: ${sent.method} ${sent.path} needs ${scope}`)
    }
  }
  expect(requests).toBeGreaterThan(60)
  expect([...new Set(found)]).toEqual([])
})
