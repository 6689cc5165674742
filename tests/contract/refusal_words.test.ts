/** Refusals of invalid values, provoked for every value that any operation accepts. */
import { expect, test } from 'bun:test'
import type { JsonSchema } from '../../server/contract/openapi/json.ts'
import { openapi } from '../support/document/document_check.ts'
import { type Leaf, leavesOf, requestWith } from '../support/document/leaves.ts'
import { sent, targetOf } from '../support/document/requests.ts'
import { newSession } from '../support/service/session.ts'
import { publicOperations } from '../support/service/service.ts'
import { call, newTenant } from '../support/service/tenant.ts'
import { sessionOperations } from '../../server/boot/operations.ts'

const operations = [...publicOperations, ...sessionOperations]

/** Backslashes, anchors, classes, groups and quantifiers: what a person would have to read as a pattern. */
const readsAsPattern = /\\|\^|\$|\(\?|\[[^\]]*[^\d\]][^\]]*\]|\.\*|\{\d/

interface Break {
  value: unknown
  rule: string | RegExp
}

const invalidTexts = ['!', 'é', ' ', '?!', 'a b', '!'.repeat(12), '   ']

/** A text of valid length that does not match the pattern. */
function offPattern({ pattern, minLength = 0, maxLength = 500 }: JsonSchema): string | undefined {
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength
  return pattern === undefined
    ? undefined
    : invalidTexts.find((text) => fits(text) && !new RegExp(pattern, 'u').test(text))
}

/** Values that violate each rule of a leaf. */
function breaksOf({ schema, where }: Leaf): Break[] {
  const types = [schema.type].flat()
  const breaks: Break[] = []
  if (types.includes('integer') || types.includes('number')) {
    if (schema.maximum !== undefined && schema.maximum < 1e12 && !schema['x-clamped'])
      breaks.push({ value: schema.maximum + 1, rule: new RegExp(String(schema.maximum)) })
    return breaks
  }
  if (!types.includes('string')) return breaks
  if (where === 'body') breaks.push({ value: { a: 1 }, rule: /^(must|has)/ })
  if (schema.format === 'date') breaks.push({ value: 'soon', rule: /^must be a date in the format YYYY-MM-DD/ })
  if (schema.format === 'date-time') breaks.push({ value: 'soon', rule: /^must be an ISO 8601 instant/ })
  if (schema.enum) breaks.push({ value: 'none of these', rule: /^must be one of/ })
  if (schema.maxLength !== undefined && schema.maxLength < 30_000)
    breaks.push({ value: 'A'.repeat(schema.maxLength + 1), rule: new RegExp(`${schema.maxLength} characters`) })
  const invalidText = offPattern(schema)
  if (invalidText !== undefined) breaks.push({ value: invalidText, rule: schema['x-rule'] as string })
  return breaks
}

test('every pattern in the document has its rule as text', () => {
  const bare: string[] = []
  const walk = (value: unknown, path: string): void => {
    if (value === null || typeof value !== 'object') return
    const { pattern, 'x-rule': rule } = value as JsonSchema
    if (typeof pattern === 'string' && (typeof rule !== 'string' || readsAsPattern.test(rule))) bare.push(path)
    for (const [key, inner] of Object.entries(value)) if (key !== 'example') walk(inner, `${path}/${key}`)
  }
  walk({ paths: openapi.paths, schemas: openapi.components.schemas }, '')
  expect(bare).toEqual([])
})

test('an invalid value is refused by field with the violated rule, and no refusal shows a pattern', async () => {
  const tenant = await newTenant()
  const faults: string[] = []
  let refused = 0
  for (const operation of operations) {
    // A session has 600 writes a minute, fewer than all operations together take.
    const { user_token } = await newSession(tenant)
    for (const leaf of leavesOf(operation)) {
      for (const { value, rule } of breaksOf(leaf)) {
        const plan = requestWith(operation, tenant.organization_id, leaf, value)
        const isInstead = operation.body === 'bytes' && leaf.where === 'body'
        const given = isInstead ? { body: plan.body } : sent(plan, operation)
        const answer = await call(tenant.service, operation.method, targetOf(plan), {
          ...given,
          headers: {
            Authorization: `Bearer ${user_token}`,
            'X-Organization-ID': tenant.organization_id,
            ...('headers' in given ? given.headers : {}),
          },
        })
        const { data } = answer.body
        refused++
        const statesRule =
          typeof rule === 'string' ? [rule, `${rule}, or null`].includes(data?.rule) : rule.test(String(data?.rule))
        if (
          answer.status !== 400 ||
          data?.field !== leaf.field ||
          !statesRule ||
          readsAsPattern.test(answer.body.message.desc)
        )
          faults.push(
            `${operation.id} ${leaf.field} ${JSON.stringify(value).slice(0, 30)}: ${answer.status} ${answer.text.slice(0, 300)}`,
          )
      }
    }
  }
  expect(faults).toEqual([])
  expect(refused).toBeGreaterThan(500)
}, 120_000)
