/** Every change has a changelog entry, and breaking changes are recognised. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'bun:test'
import { presentSurface } from '../../server/boot/published/document.ts'
import { changelog } from '../../server/contract/changelog.ts'
import { corrections } from '../../server/contract/changelog/corrections.ts'
import { changesBetween, faultsOf } from '../../server/contract/openapi/changes.ts'
import type { OpenApiDocument } from '../../server/contract/openapi/json.ts'
import { parseSurface, printSurface, type Surface, surfaceOf } from '../../server/contract/openapi/surface.ts'
import { resourceNames } from '../../server/contract/resources.ts'
import { current_train, trains } from '../../server/contract/trains.ts'
import {
  lastRelease,
  parseRelease,
  printRelease,
  releasedPath,
  uncoveredChanges,
} from '../../server/reference/released.ts'

const releasedText = readFileSync(fileURLToPath(new URL(`../../${releasedPath}`, import.meta.url)), 'utf8')

test('every change since the last release has an entry, and none breaks the published train', () => {
  expect(uncoveredChanges(presentSurface())).toEqual([])
})

test('a change since the last release is reported if no entry covers it or if it breaks the train', () => {
  const { answers, ...others } = presentSurface()
  const added = { ...presentSurface(), 'products.list_shelves': { 'is route': 'GET /api/v1/products/shelves' } }
  expect(uncoveredChanges(added)).toEqual(['products.list_shelves is new: no changelog entry covers it'])
  expect(answers).toBeDefined()
  expect(uncoveredChanges(others)).toEqual([`answers was removed: breaks the published train ${current_train}`])
})

test('the stored release is read back as it was written', () => {
  expect(printRelease(parseRelease(releasedText))).toBe(releasedText)
  const present = presentSurface()
  expect(parseSurface(printSurface(present))).toEqual(JSON.parse(JSON.stringify(present)) as Surface)
  expect(changesBetween(present, parseSurface(printSurface(present)))).toEqual([])
})

test('entries are newest first, name their train and areas, and no released entry is missing', () => {
  const dates = changelog.map(({ date }) => date)
  expect(dates).toEqual(dates.toSorted().toReversed())
  expect(new Set(changelog.map(({ id }) => id)).size).toBe(changelog.length)
  for (const { id, date, train, areas, title, detail, action_required, kind } of changelog) {
    expect(id).toMatch(/^[a-z0-9-]+$/)
    expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date)
    expect(trains).toContain(train)
    expect(areas.length).toBeGreaterThan(0)
    expect(title.endsWith('.')).toBe(false)
    expect(detail.length).toBeGreaterThan(40)
    if (kind === 'breaking') expect(action_required).toBeString()
  }
  const ids = changelog.map(({ id }) => id)
  for (const id of lastRelease().entries) expect(ids).toContain(id)
})

test('corrections of figures say which figures, of entries that exist, and no title keeps one to itself', () => {
  const ids = changelog.map(({ id }) => id)
  for (const id of Object.keys(corrections)) expect(ids).toContain(id)
  for (const { title, corrects } of changelog) {
    if (/figures? change/i.test(title)) expect({ title, corrects }).toEqual({ title, corrects: expect.any(Object) })
    if (corrects === undefined) continue
    expect(corrects.figures).toMatch(/^[A-Z][^\n]{10,150}[^.]$/)
  }
})

test('every resource with operations is in the changelog', () => {
  const areas = new Set<string>(changelog.flatMap(({ areas }) => areas))
  const present = Object.keys(presentSurface())
  for (const resource of resourceNames)
    if (present.some((subject) => subject.startsWith(`${resource}.`))) expect([...areas]).toContain(resource)
})

type Edit = (document: any) => void

/** A small document with one read and one write, so that each change can be tested alone. */
const document = (): OpenApiDocument =>
  ({
    paths: {
      '/api/v1/things/table': {
        get: {
          operationId: 'things.list',
          parameters: [
            {
              name: 'limit',
              in: 'query',
              required: false,
              schema: { type: 'integer', default: 8, minimum: 1, maximum: 100 },
            },
            { name: 'state', in: 'query', required: false, schema: { type: 'string', enum: ['open', 'closed'] } },
            {
              name: 'filter_args',
              in: 'query',
              required: false,
              schema: {
                type: 'string',
                'x-filter-keys': [{ key: 'sku', operations: ['eq', 'in'] }],
                'x-sort-keys': ['sku'],
              },
            },
          ],
          responses: {
            200: {
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['rows'],
                    properties: { rows: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
                  },
                },
              },
            },
          },
          'x-service-scopes': ['things:read'],
          'x-service-sold-with': 'essentials_plus',
          'x-service-idempotency': 'none',
          'x-service-refusals': [{ code: 'bad_request', status: 400 }],
          'x-service-emits': [],
        },
      },
      '/api/v1/things': {
        post: {
          operationId: 'things.create',
          parameters: [],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['sku'],
                  properties: { sku: { type: 'string', maxLength: 40 }, note: { type: 'string' } },
                },
              },
            },
          },
          responses: { 201: { content: {} } },
          'x-service-scopes': ['things:write'],
          'x-service-sold-with': 'every_plan',
          'x-service-idempotency': 'optional',
          'x-service-refusals': [{ code: 'thing_known', status: 409 }],
          'x-service-emits': ['thing.created'],
        },
      },
    },
    components: {
      parameters: {},
      headers: { 'X-Request-Id': { schema: { type: 'string' } } },
      schemas: {
        Thing: {
          type: 'object',
          required: ['sku', 'state'],
          properties: {
            sku: { type: 'string' },
            state: { type: 'string', 'x-extensible-enum': ['open'] },
            closed_at: { type: ['string', 'null'], format: 'date-time' },
          },
        },
      },
    },
    webhooks: {
      'thing.created': {
        post: {
          parameters: [{ name: 'X-Service-Event', schema: { type: 'string' } }],
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        },
      },
    },
  }) as unknown as OpenApiDocument

const limits = (value: number, retries = [60, 600]) =>
  [
    { key: 'reads_per_minute', bound: 'max', value },
    { key: 'webhook_retry_seconds', bound: 'exact', value: retries },
  ] as never

const surface = (edit: Edit = () => undefined, statuses = {}, promised = limits(600)): Surface => {
  const made = document()
  edit(made)
  return surfaceOf(made, statuses, promised)
}

const list = (made: any) => made.paths['/api/v1/things/table'].get
const create = (made: any) => made.paths['/api/v1/things'].post
const body = (made: any) => create(made).requestBody.content['application/json'].schema
const thing = (made: any) => made.components.schemas.Thing
const parameter = (made: any, name: string) => list(made).parameters.find((one: any) => one.name === name).schema

const judged = (edit: Edit) => [...new Set(changesBetween(surface(), surface(edit)).map(({ kind }) => kind))]

test('replacing a closed list in a response by an open one with the same values is not a change', () => {
  const closed = surface((made) => {
    thing(made).properties.state = { type: 'string', enum: ['open'] }
  })
  expect(changesBetween(closed, surface())).toEqual([])
  expect(changesBetween(surface(), closed)).toEqual([])
})

describe('breaking changes', () => {
  const breaks: Record<string, Edit> = {
    'an operation is gone': (made) => delete made.paths['/api/v1/things'],
    'an operation has another route': (made) => {
      made.paths['/api/v1/stuff'] = made.paths['/api/v1/things']
      delete made.paths['/api/v1/things']
    },
    'a field of an answer is gone': (made) => delete thing(made).properties.state,
    'a field of an answer is renamed': (made) => {
      thing(made).properties.status = thing(made).properties.state
      delete thing(made).properties.state
    },
    'a field of an answer has another type': (made) => (thing(made).properties.sku.type = 'integer'),
    'a field of an answer may now be null': (made) => (thing(made).properties.sku.type = ['string', 'null']),
    'a field of an answer has another format': (made) => (thing(made).properties.closed_at.format = 'date'),
    'a field of an answer may now be missing': (made) => (thing(made).required = ['sku']),
    'an input is now required': (made) => (body(made).required = ['sku', 'note']),
    'there is a new required input': (made) => {
      body(made).properties.colour = { type: 'string' }
      body(made).required = ['sku', 'colour']
    },
    'there is a new required parameter': (made) =>
      list(made).parameters.push({ name: 'season', in: 'query', required: true, schema: { type: 'string' } }),
    'a parameter is gone': (made) => list(made).parameters.shift(),
    'an input has another type': (made) => (body(made).properties.sku.type = 'integer'),
    'a default is another': (made) => (parameter(made, 'limit').default = 10),
    'a default is gone': (made) => delete parameter(made, 'limit').default,
    'a maximum is lower': (made) => (parameter(made, 'limit').maximum = 50),
    'a minimum is higher': (made) => (parameter(made, 'limit').minimum = 2),
    'a length is shorter': (made) => (body(made).properties.sku.maxLength = 20),
    'a length is limited that was not': (made) => (body(made).properties.note.maxLength = 200),
    'a pattern is asked for': (made) => (body(made).properties.sku.pattern = '^A'),
    'a choice is gone': (made) => (parameter(made, 'state').enum = ['open']),
    'a filter key is gone': (made) => (parameter(made, 'filter_args')['x-filter-keys'] = []),
    'a filter operation is gone': (made) => (parameter(made, 'filter_args')['x-filter-keys'][0].operations = ['eq']),
    'a sort key is gone': (made) => (parameter(made, 'filter_args')['x-sort-keys'] = []),
    'a code is gone': (made) => (create(made)['x-service-refusals'] = []),
    'a code has another status': (made) => (create(made)['x-service-refusals'][0].status = 400),
    'a success has another status': (made) => (create(made).responses = { 200: { content: {} } }),
    'a scope is another': (made) => (list(made)['x-service-scopes'] = ['stuff:read']),
    'fewer plans include it': (made) => (create(made)['x-service-sold-with'] = 'pro'),
    'a capability is asked for': (made) => (create(made)['x-service-capability'] = 'connectivity'),
    'an Idempotency-Key is required': (made) => (create(made)['x-service-idempotency'] = 'required'),
    'an event is no longer sent': (made) => (create(made)['x-service-emits'] = []),
    'an event is gone': (made) => delete made.webhooks['thing.created'],
    'a header is gone': (made) => delete made.components.headers['X-Request-Id'],
  }
  for (const [title, edit] of Object.entries(breaks))
    test(title, () => {
      expect(judged(edit)).toContain('breaking')
      const faults = faultsOf(
        changesBetween(surface(), surface(edit)),
        [{ train: '2026-11', kind: 'additive', covers: ['*'] }],
        '2026-11',
      )
      expect(faults.length).toBeGreaterThan(0)
      expect(faults[0]).toContain('breaks the published train 2026-11')
    })
})

describe('additive changes', () => {
  const adds: Record<string, Edit> = {
    'a new operation': (made) =>
      (made.paths['/api/v1/things/count'] = { get: { ...list(made), operationId: 'things.count' } }),
    'a new field of an answer': (made) => (thing(made).properties.colour = { type: 'string' }),
    'a field of an answer that is never null again': (made) => (thing(made).properties.closed_at.type = 'string'),
    'a new optional input': (made) => (body(made).properties.colour = { type: 'string' }),
    'a new optional input that holds required ones': (made) =>
      (body(made).properties.size = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } }),
    'an input that is no longer required': (made) => (body(made).required = []),
    'a default of an input that was required': (made) => {
      body(made).required = []
      body(made).properties.sku.default = 'NONE'
    },
    'an input that may be null': (made) => (body(made).properties.note.type = ['string', 'null']),
    'a higher maximum': (made) => (parameter(made, 'limit').maximum = 500),
    'a length without a limit': (made) => delete body(made).properties.sku.maxLength,
    'a new choice': (made) => parameter(made, 'state').enum.push('held'),
    'a new value of an answer': (made) => thing(made).properties.state['x-extensible-enum'].push('held'),
    'a new filter key': (made) =>
      parameter(made, 'filter_args')['x-filter-keys'].push({ key: 'colour', operations: ['eq'] }),
    'a new code': (made) => create(made)['x-service-refusals'].push({ code: 'thing_gone', status: 404 }),
    'more plans that include it': (made) => (list(made)['x-service-sold-with'] = 'every_plan'),
    'a new event': (made) => (made.webhooks['thing.closed'] = made.webhooks['thing.created']),
    'a new header': (made) => (made.components.headers['X-More'] = { schema: { type: 'string' } }),
  }
  for (const [title, edit] of Object.entries(adds))
    test(title, () => {
      const changes = changesBetween(surface(), surface(edit))
      expect(changes.length).toBeGreaterThan(0)
      expect([...new Set(changes.map(({ kind }) => kind))]).toEqual(['additive'])
      expect(faultsOf(changes, [], '2026-11').length).toBe(changes.length)
      expect(faultsOf(changes, [], '2026-11')[0]).toContain('no changelog entry covers it')
      const facts = changes.map(({ subject, fact }) => `${subject} ${fact}`.trim())
      expect(faultsOf(changes, [{ train: '2026-11', kind: 'additive', covers: facts }], '2026-11')).toEqual([])
    })
})

test('narrowing a published limit is breaking, widening it is additive, and an exact limit must not change', () => {
  const kindOf = (present: never) =>
    changesBetween(surface(), surface(undefined, {}, present)).map(({ subject, kind }) => `${subject} ${kind}`)
  expect(kindOf(limits(500))).toEqual(['limit:reads_per_minute breaking'])
  expect(kindOf(limits(700))).toEqual(['limit:reads_per_minute additive'])
  expect(kindOf(limits(600, [60, 300]))).toEqual(['limit:webhook_retry_seconds breaking'])
})

test('a code that no operation returns has its own entry until an operation returns it', () => {
  const alone = surface(undefined, { thing_gone: 404 })
  expect(changesBetween(surface(), alone)).toEqual([
    { subject: 'code:thing_gone', fact: '', kind: 'additive', description: 'is new' },
  ])
  const answered = surface((made) => create(made)['x-service-refusals'].push({ code: 'thing_gone', status: 404 }), {
    thing_gone: 404,
  })
  expect(changesBetween(alone, answered)).toEqual([
    { subject: 'things.create', fact: 'code thing_gone', kind: 'additive', description: 'is new' },
  ])
})

test('descriptions, samples and examples are not changes', () => {
  const changed = surface((made) => {
    list(made).description = 'Other words.'
    thing(made).properties.sku.description = 'Other words.'
    thing(made).properties.sku.examples = ['A-1']
  })
  expect(changesBetween(surface(), changed)).toEqual([])
})

test('an entry covers one area, one operation or one fact', () => {
  const now = surface((made) => {
    thing(made).properties.colour = { type: 'string' }
    create(made)['x-service-refusals'].push({ code: 'thing_gone', status: 404 })
  })
  const changes = changesBetween(surface(), now)
  const left = (...covers: string[]) =>
    faultsOf(changes, [{ train: '2026-11', kind: 'additive', covers }], '2026-11').map(
      (one) => one.split(' is new')[0]!,
    )
  const field = 'things.list out body.rows[].colour'
  const code = 'things.create code thing_gone'
  const event = 'event:thing.created out body.colour'
  expect(left().toSorted()).toEqual([event, code, field].toSorted())
  expect(left('things.*')).toEqual([event])
  expect(left('things.list', 'event:*')).toEqual([code])
  expect(left(field, event)).toEqual([code])
  expect(left('* code thing_gone').toSorted()).toEqual([event, field].toSorted())
  expect(left('thing.*', 'things').length).toBe(3)
})

test('a breaking change needs a breaking entry of another train once its own train is public', () => {
  const changes = changesBetween(
    surface(),
    surface((made) => delete thing(made).properties.state),
  )
  const faultsWith = (train: string, kind: 'additive' | 'breaking', isPublic?: boolean) =>
    faultsOf(changes, [{ train, kind, covers: ['*'] }], current_train, isPublic)
  expect(faultsWith('2027-05', 'breaking')).toEqual([])
  expect(faultsWith(current_train, 'breaking').length).toBe(2)
  expect(faultsWith('2027-05', 'additive').length).toBe(2)
  expect(faultsWith(current_train, 'breaking', false)).toEqual([])
  expect(faultsWith(current_train, 'additive', false).length).toBe(2)
})
