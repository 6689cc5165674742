/**
 * Sample requests for every operation: with the TypeScript client, and in six languages without one. They read the base URL
 * and the key from the environment, and the tests run each of them.
 */
import type { Operation } from '../operation.ts'
import { hasClientSample, typescript } from './client_samples.ts'
import { go, php, ruby, type SampleHeader } from './more_samples.ts'

export interface SampleRequest {
  /** Path and query, filled with examples; $NAME is an environment variable. */
  target: string
  /** The same parameters as values. */
  values: Record<'path' | 'query', Record<string, unknown>>
  body: unknown
}

function headersOf(operation: Operation, request: SampleRequest): SampleHeader[] {
  const headers: SampleHeader[] = []
  if (operation.surface === 'public' || operation.session === 'any_token')
    headers.push({ name: 'Authorization', value: 'Bearer $API_KEY' })
  else if (operation.session !== 'no_token') headers.push({ name: 'Authorization', value: 'Bearer $USER_TOKEN' })
  if (operation.surface === 'session' && operation.session !== 'user')
    headers.push({ name: 'X-Organization-ID', value: '$ORGANIZATION_ID' })
  if (operation.body === 'bytes') headers.push({ name: 'Content-Type', value: operation.body_types[0]! })
  else if (request.body !== undefined) headers.push({ name: 'Content-Type', value: 'application/json' })
  return headers
}

const isGuarded = (operation: Operation) => operation.idempotency !== 'none'

function curl(operation: Operation, request: SampleRequest): string {
  const lines = [`curl "$BASE_URL${request.target}"`]
  if (operation.method !== 'GET') lines.push(`--request ${operation.method}`)
  for (const { name, value } of headersOf(operation, request)) lines.push(`--header "${name}: ${value}"`)
  if (isGuarded(operation)) lines.push('--header "Idempotency-Key: $(openssl rand -hex 16)"')
  if (operation.body === 'bytes') lines.push('--data-binary @file.csv')
  else if (request.body !== undefined)
    lines.push(`--data '${JSON.stringify(request.body, null, 2).replaceAll("'", "'\\''")}'`)
  return lines.join(' \\\n  ')
}

const indent = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`)

/** A JavaScript object literal, with unquoted keys where possible. */
const literal = (value: unknown) => JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')

function javascript(operation: Operation, request: SampleRequest): string {
  const headerLines = headersOf(operation, request).map(({ name, value }) => {
    const text = value.includes('$') ? `\`${value.replaceAll(/\$(\w+)/g, '${process.env.$1}')}\`` : `'${value}'`
    return `    ${/^\w+$/.test(name) ? name : `'${name}'`}: ${text},`
  })
  if (isGuarded(operation)) headerLines.push("    'Idempotency-Key': crypto.randomUUID(),")
  const lines: string[] = []
  if (operation.body === 'bytes') lines.push("import { readFile } from 'node:fs/promises'", '')
  const target = request.target.replaceAll(/\$(\w+)/g, '${process.env.$1}')
  lines.push(`const response = await fetch(\`\${process.env.BASE_URL}${target}\`, {`)
  if (operation.method !== 'GET') lines.push(`  method: '${operation.method}',`)
  lines.push('  headers: {', ...headerLines, '  },')
  if (operation.body === 'bytes') lines.push("  body: await readFile('file.csv'),")
  else if (request.body !== undefined) lines.push(`  body: JSON.stringify(${indent(literal(request.body), 2)}),`)
  lines.push('})')
  if (operation.status === 204) lines.push('console.log(response.status)')
  else lines.push('console.log(response.status, await response.json())')
  return lines.join('\n')
}

/** Python literals differ from JSON in null, true and false. */
function pythonLiteral(value: unknown, depth = 0): string {
  const pad = '    '.repeat(depth + 1)
  const end = '    '.repeat(depth)
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map((one) => `${pad}${pythonLiteral(one, depth + 1)},\n`).join('')}${end}]`
  }
  if (typeof value === 'object') {
    const fields = Object.entries(value as object)
    if (fields.length === 0) return '{}'
    return `{\n${fields.map(([key, one]) => `${pad}${JSON.stringify(key)}: ${pythonLiteral(one, depth + 1)},\n`).join('')}${end}}`
  }
  return JSON.stringify(value)
}

function python(operation: Operation, request: SampleRequest): string {
  const headerLines = headersOf(operation, request).map(({ name, value }) => {
    const text = value.includes('$')
      ? `f"${value.replaceAll(/\$(\w+)/g, "{os.environ['$1']}")}"`
      : JSON.stringify(value)
    return `        "${name}": ${text},`
  })
  if (isGuarded(operation)) headerLines.push('        "Idempotency-Key": str(uuid.uuid4()),')
  const hasJson = operation.body !== 'bytes' && request.body !== undefined
  const imports = ['json', 'os', 'urllib.error', 'urllib.request']
  if (isGuarded(operation)) imports.push('uuid')
  const lines = [...imports.map((name) => `import ${name}`), '']
  if (hasJson) lines.push(`body = ${pythonLiteral(request.body)}`)
  if (operation.body === 'bytes') lines.push('with open("file.csv", "rb") as file:', '    content = file.read()')
  const target = request.target.replaceAll(/\$(\w+)/g, "{os.environ['$1']}")
  lines.push('request = urllib.request.Request(', `    f"{os.environ['BASE_URL']}${target}",`)
  if (operation.method !== 'GET') lines.push(`    method="${operation.method}",`)
  lines.push('    headers={', ...headerLines, '    },')
  if (hasJson) lines.push('    data=json.dumps(body).encode(),')
  if (operation.body === 'bytes') lines.push('    data=content,')
  const printed = operation.status === 204 ? 'response.status' : 'response.status, json.load(response)'
  lines.push(')', 'try:', '    with urllib.request.urlopen(request) as response:', `        print(${printed})`)
  lines.push('except urllib.error.HTTPError as error:')
  lines.push('    raise SystemExit(f"{error.code} {error.read().decode()}")')
  return lines.join('\n')
}

export function samplesOf(operation: Operation, request: SampleRequest) {
  const parts = { operation, request, headers: headersOf(operation, request), is_guarded: isGuarded(operation) }
  return [
    ...(hasClientSample(operation)
      ? [{ lang: 'TypeScript', label: 'TypeScript', source: typescript(operation, request) }]
      : []),
    { lang: 'Python', label: 'Python', source: python(operation, request) },
    { lang: 'Shell', label: 'curl', source: curl(operation, request) },
    { lang: 'JavaScript', label: 'JavaScript', source: javascript(operation, request) },
    { lang: 'Go', label: 'Go', source: go(parts) },
    { lang: 'PHP', label: 'PHP', source: php(parts) },
    { lang: 'Ruby', label: 'Ruby', source: ruby(parts) },
  ]
}
