/**
 * Both collections, read by the tools they are made for: newman sends every request of the Postman collection to the
 * service, and Bruno's own schema and file format take the Bruno collection whole.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'bun:test'
import { newSession } from '../support/service/session.ts'
import { newTenant } from '../support/service/tenant.ts'
import { requireTool } from '../support/chromium.ts'
import { dist, openapi, operations } from './built_site.ts'

type Json = Record<string, any>
const read = (name: string): Json => JSON.parse(readFileSync(join(dist, 'collections', name), 'utf8'))
const postman = read('merchant-api.postman_collection.json')
const bruno = read('merchant-api.bruno.json')

const operationNamed = new Map<string, Json>(
  Object.entries<Json>(openapi.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, one]) => [
      `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      one,
    ]),
  ),
)

interface Sent {
  name: string
  status: number | null
  text: string
}

/** Sends a folder as its reader would: with an organisation's key, a person's token and nothing else filled in. */
async function send(folder: Json): Promise<Sent[]> {
  const tenant = await newTenant()
  const { user_token } = await newSession(tenant)
  const { base_url } = tenant.service
  const values = { base_url, api_key: tenant.api_key, user_token, organization_id: tenant.organization_id }
  const collection = { ...postman, item: [folder] }
  const variable = Object.entries(values).map(([key, value]) => ({ key, value }))
  return new Promise((resolve, reject) => {
    requireTool('newman').run(
      { collection: { ...collection, variable }, timeoutRequest: 20_000, reporters: [] },
      (fault: Error | null, summary: Json) => {
        if (fault) return reject(fault)
        resolve(
          summary.run.executions.map(({ item, response, request }: Json) => ({
            name: `${request.method} ${item.request.url.getPath({ unresolved: true })}`,
            status: response?.code ?? null,
            text: response?.stream?.toString().slice(0, 300) ?? '',
          })),
        )
      },
    )
  })
}

test('newman sends every request of the Postman collection, and each is answered by its own operation', async () => {
  const folders: Json[] = postman.item
  expect(folders.flatMap(({ item }) => item).length).toBe(operations.length)
  const strays: string[] = []
  let count = 0
  for (const folder of folders)
    for (const { name, status, text } of await send(folder)) {
      count++
      const operation = operationNamed.get(name)
      if (operation === undefined) strays.push(`${name} is no operation`)
      // Made-up ids are unknown; an address, a method or a credential that is wrong would be refused otherwise.
      else if (
        !(String(status) in operation.responses) ||
        /"(not_public|key_invalid|session_invalid|scope_missing)"/.test(text)
      )
        strays.push(`${name}: ${status} ${text}`)
    }
  expect(strays).toEqual([])
  expect(count).toBe(operations.length)
}, 240_000)

/** As Bruno's import gives every thing of a collection an id of its own. */
function withUids(collection: Json): Json {
  let count = 0
  const uid = () => `${++count}`.padStart(21, '0')
  const marked = <T extends Json>(all: T[] | undefined) => all?.map((one) => ({ ...one, uid: uid() }))
  const requests = (folder: Json) =>
    marked(folder.items)!.map((item) => {
      const { headers, params, body } = item.request
      const request = { ...item.request, headers: marked(headers), params: marked(params), body }
      return { ...item, request }
    })
  return {
    ...collection,
    uid: uid(),
    items: marked(collection.items)!.map((folder) => ({ ...folder, items: requests(folder) })),
    environments: marked(collection.environments)!.map((one) => ({ ...one, variables: marked(one.variables) })),
  }
}

test("Bruno's schema takes the Bruno collection, and its files hold every request as it was", async () => {
  expect(typeof bruno.version).toBe('string')
  const imported = withUids(bruno)
  await requireTool('@usebruno/schema').collectionSchema.validate(imported)
  const broken = structuredClone(imported)
  broken.items[0].items[0].request.body.mode = 'unheard of'
  await expect(requireTool('@usebruno/schema').collectionSchema.validate(broken)).rejects.toThrow()

  const requests: Json[] = imported.items.flatMap((folder: Json) => folder.items)
  expect(requests.length).toBe(operations.length)
  const { stringifyRequest, parseRequest } = requireTool('@usebruno/filestore')
  const named = new Set<string>()
  for (const item of requests) {
    const parsed = parseRequest(stringifyRequest(item, { format: 'bru' }), { format: 'bru' })
    const { method, url, auth, body, headers, params, docs } = item.request
    expect(parsed.name).toBe(item.name)
    expect(parsed.request).toMatchObject({ method, url, auth, docs })
    expect(parsed.request.body.mode).toBe(body.mode)
    if (body.mode === 'json') expect(JSON.parse(parsed.request.body.json)).toEqual(JSON.parse(body.json))
    const pairs = (all: Json[]) => all.map(({ name, value, enabled }) => [name, value, enabled])
    expect([item.name, pairs(parsed.request.headers)]).toEqual([item.name, pairs(headers)])
    expect([item.name, pairs(parsed.request.params)]).toEqual([item.name, pairs(params)])
    named.add(`${method} ${url.replace('{{base_url}}', '').split('?')[0]}`)
  }
  expect([...named].sort()).toEqual([...operationNamed.keys()].sort())
})
