/** The pages of the model's objects, held against the document: what it gains, they gain. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'bun:test'
import { object_list } from '../../docs-site/src/lib/object_list.ts'
import { dist, hrefOf, openapi, operations } from './built_site.ts'

type Json = Record<string, any>
const page = (slug: string) => readFileSync(join(dist, 'model', slug, 'index.html'), 'utf8')
const schema = (name: string): Json => openapi.components.schemas[name]

test('each object has a page with every field of its schemas', () => {
  for (const { slug, schema: own, other_schemas } of object_list) {
    const shown = new Set([...page(slug).matchAll(/<code class="name"[^>]*>([^<]*)</g)].map(([, name]) => name!))
    const fields = [own, ...other_schemas].flatMap((name) => Object.keys(schema(name).properties))
    expect([slug, fields.filter((name) => !shown.has(name))]).toEqual([slug, []])
  }
})

test('each object lists the operations whose path has its id, and the events that carry it', () => {
  for (const { slug, schema: own, id_fields } of object_list) {
    const html = page(slug)
    const paths = Object.entries<Json>(openapi.paths).filter(
      ([path]) =>
        slug !== 'organisation' && !path.includes('/webhooks/') && id_fields.some((id) => path.includes(`{${id}}`)),
    )
    const links = paths.flatMap(([, methods]) => Object.values<Json>(methods).map((one) => hrefOf(one as never)))
    const events = Object.entries<Json>(openapi.webhooks)
      .filter(([, { post }]) => post.requestBody.content['application/json'].schema.$ref.endsWith(`/${own}`))
      .map(([name]) => `/webhooks/events/${name}`)
    const missing = [...links, ...events].filter((href) => !html.includes(`href="${href}"`))
    expect([slug, missing]).toEqual([slug, []])
  }
  expect(operations.length).toBeGreaterThan(300)
})

test('the domain model leads to every object', () => {
  const html = readFileSync(join(dist, 'model', 'index.html'), 'utf8')
  expect(object_list.filter(({ slug }) => !html.includes(`href="/model/${slug}"`)).map(({ slug }) => slug)).toEqual([])
})
