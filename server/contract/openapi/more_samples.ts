/** The same requests in Go, PHP and Ruby, using only their standard libraries. */
import type { Operation } from '../operation.ts'
import type { SampleRequest } from './samples.ts'

export interface SampleHeader {
  name: string
  /** Text in which $NAME is an environment variable. */
  value: string
}

/** The parts of a request that are the same in all languages. */
export interface SampleParts {
  operation: Operation
  request: SampleRequest
  headers: readonly SampleHeader[]
  is_guarded: boolean
}

const jsonOf = (request: SampleRequest) => JSON.stringify(request.body, null, 2)
const hasJson = ({ operation, request }: SampleParts) => operation.body !== 'bytes' && request.body !== undefined
const sendsBytes = ({ operation }: SampleParts) => operation.body === 'bytes'

/** `Bearer $API_KEY` as an expression that concatenates text and a variable. */
const joined = (value: string, variable: (name: string) => string, quote: string, plus: string): string =>
  value
    .split(/(\$\w+)/)
    .filter(Boolean)
    .map((part) => (part.startsWith('$') ? variable(part.slice(1)) : `${quote}${part}${quote}`))
    .join(` ${plus} `)

export function go(parts: SampleParts): string {
  const { operation, request, headers, is_guarded } = parts
  const imports = ['fmt', 'io', 'net/http', 'os']
  if (is_guarded) imports.push('crypto/rand')
  if (hasJson(parts)) imports.push('strings')
  const lines = [
    'package main',
    '',
    'import (',
    ...imports.toSorted().map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
  ]
  if (hasJson(parts)) lines.push(`\tbody := strings.NewReader(\`${jsonOf(request).replaceAll('`', '` + "`" + `')}\`)`)
  if (sendsBytes(parts)) lines.push('\tbody, err := os.Open("file.csv")', '\tif err != nil {', '\t\tpanic(err)', '\t}')
  const body = hasJson(parts) || sendsBytes(parts) ? 'body' : 'nil'
  const variable = (name: string) => `os.Getenv("${name}")`
  const address = joined(`$BASE_URL${request.target}`, variable, '"', '+').replaceAll(' + ', '+')
  lines.push(
    `\trequest, err := http.NewRequest("${operation.method}", ${address}, ${body})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
  )
  for (const { name, value } of headers)
    lines.push(`\trequest.Header.Set("${name}", ${joined(value, variable, '"', '+').replaceAll(' + ', '+')})`)
  if (is_guarded) lines.push('\trequest.Header.Set("Idempotency-Key", rand.Text())')
  lines.push(
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tfmt.Println(response.StatusCode, string(answer))',
    '}',
  )
  return lines.join('\n')
}

const phpText = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function phpLiteral(value: unknown, depth = 1): string {
  const pad = '    '.repeat(depth + 1)
  const end = '    '.repeat(depth)
  if (typeof value === 'string') return phpText(value)
  if (value === null || typeof value !== 'object') return String(value)
  const entries = Array.isArray(value)
    ? value.map((one) => phpLiteral(one, depth + 1))
    : Object.entries(value).map(([key, one]) => `${phpText(key)} => ${phpLiteral(one, depth + 1)}`)
  if (entries.length === 0) return Array.isArray(value) ? '[]' : 'new stdClass()'
  return `[\n${entries.map((entry) => `${pad}${entry},\n`).join('')}${end}]`
}

export function php(parts: SampleParts): string {
  const { operation, request, headers, is_guarded } = parts
  const variable = (name: string) => `getenv('${name}')`
  const lines = [
    '<?php',
    `$curl = curl_init(${joined(`$BASE_URL${request.target}`, variable, "'", '.')});`,
    'curl_setopt_array($curl, [',
  ]
  lines.push('    CURLOPT_RETURNTRANSFER => true,')
  if (operation.method !== 'GET') lines.push(`    CURLOPT_CUSTOMREQUEST => '${operation.method}',`)
  lines.push('    CURLOPT_HTTPHEADER => [')
  for (const { name, value } of headers) lines.push(`        ${joined(`${name}: ${value}`, variable, "'", '.')},`)
  if (is_guarded) lines.push("        'Idempotency-Key: ' . bin2hex(random_bytes(16)),")
  lines.push('    ],')
  if (sendsBytes(parts)) lines.push("    CURLOPT_POSTFIELDS => file_get_contents('file.csv'),")
  if (hasJson(parts)) lines.push(`    CURLOPT_POSTFIELDS => json_encode(${phpLiteral(request.body)}),`)
  lines.push(
    ']);',
    '$answer = curl_exec($curl);',
    "echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;",
  )
  return lines.join('\n')
}

function rubyLiteral(value: unknown, depth = 0): string {
  const pad = '  '.repeat(depth + 1)
  const end = '  '.repeat(depth)
  if (value === null) return 'nil'
  // Inside double quotes, #{…} would be evaluated.
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('#', '\\#')
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map((one) => `${pad}${rubyLiteral(one, depth + 1)}`).join(',\n')}\n${end}]`
  }
  const fields = Object.entries(value).map(
    ([key, one]) => `${pad}${JSON.stringify(key)} => ${rubyLiteral(one, depth + 1)}`,
  )
  return fields.length === 0 ? '{}' : `{\n${fields.join(',\n')}\n${end}}`
}

export function ruby(parts: SampleParts): string {
  const { operation, request, headers, is_guarded } = parts
  const method = operation.method[0] + operation.method.slice(1).toLowerCase()
  const lines = ["require 'json'", "require 'net/http'"]
  if (is_guarded) lines.push("require 'securerandom'")
  const target = request.target.includes('$')
    ? `"${request.target.replaceAll(/\$(\w+)/g, "#{ENV.fetch('$1')}")}"`
    : `'${request.target}'`
  lines.push('', `uri = URI(ENV.fetch('BASE_URL') + ${target})`, `request = Net::HTTP::${method}.new(uri)`)
  for (const { name, value } of headers) {
    const text = value.includes('$') ? `"${value.replaceAll(/\$(\w+)/g, "#{ENV.fetch('$1')}")}"` : `'${value}'`
    lines.push(`request['${name}'] = ${text}`)
  }
  if (is_guarded) lines.push("request['Idempotency-Key'] = SecureRandom.uuid")
  if (sendsBytes(parts)) lines.push("request.body = File.binread('file.csv')")
  if (hasJson(parts)) lines.push(`request.body = JSON.generate(${rubyLiteral(request.body)})`)
  lines.push(
    "response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }",
    'puts "#{response.code} #{response.body}"',
  )
  return lines.join('\n')
}
