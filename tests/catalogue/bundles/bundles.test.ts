import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { diffBundles, writeBundles } from '../../../server/catalogue/bundles/diff_bundles.ts'
import type { Sql } from '../../../server/contract/sql.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { changedRows, rowImages } from '../../support/document/row_images.ts'
import { whileHeld } from '../../support/held.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'

const path = '/api/v1/bundles'

async function bundlesFixture() {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const ids = await setFixture(tenant, {
    products: [
      { title: 'Set', variants: [{ sku: 'SET' }, { sku: 'BOX' }] },
      { title: 'Parts', variants: [{ sku: 'HAT' }, { sku: 'GLOVE' }, { sku: 'SCARF' }] },
    ],
  })
  const id = (sku: string) => ids.variants[sku]!
  const parts = (wanted: Record<string, number>) =>
    Object.entries(wanted).map(([sku, quantity]) => ({ component_variant_id: id(sku), quantity }))
  const create = (sku: string, wanted: Record<string, number>) =>
    session.post(path, { bundle_variant_id: id(sku), components: parts(wanted) })
  return { tenant, session, id, parts, create, at: (sku: string) => `${path}/${id(sku)}` }
}

const rule = ({ status, body }: any) => [status, body.data?.field, body.data?.rule]

test('a bundle is read with its components, found by component, changed and archived', async () => {
  const { session, id, parts, create, at } = await bundlesFixture()
  const created = await create('SET', { HAT: 1, GLOVE: 2 })
  expect([created.status, created.body.message.desc]).toEqual([201, 'Bundle SET created.'])
  expect(created.body.data).toMatchObject({
    bundle_variant_id: id('SET'),
    sku: 'SET',
    title: 'Set, SET',
    is_active: true,
    components: [
      { component_variant_id: id('GLOVE'), sku: 'GLOVE', title: 'Parts, GLOVE', quantity: 2 },
      { component_variant_id: id('HAT'), sku: 'HAT', title: 'Parts, HAT', quantity: 1 },
    ],
  })
  expect((await session.get(at('SET'))).body.data).toEqual(created.body.data)
  const found = async (query: string) => (await session.get(`${path}?${query}`)).body.data.filtered_max_size
  expect(await found(`component_variant_id=${id('HAT')}`)).toBe(1)
  const saved = await session.patch(at('SET'), { components: parts({ SCARF: 3 }) })
  expect(saved.body.data.components.map((one: any) => [one.sku, one.quantity])).toEqual([['SCARF', 3]])
  expect(saved.body.data.updated_at > created.body.data.updated_at).toBe(true)
  expect(await found(`component_variant_id=${id('HAT')}`)).toBe(0)
  expect((await session.patch(at('SET'), { is_active: false })).body.data.is_active).toBe(false)
  expect([await found('is_active=true'), await found('is_active=false')]).toEqual([0, 1])
})

const circle = 'must not contain the bundle itself, within another bundle'

test('a bundle contains neither itself nor a variant twice; it may contain another bundle, unless that contains it', async () => {
  const { session, id, parts, create, at } = await bundlesFixture()
  expect(rule(await create('SET', { SET: 1 }))).toEqual([
    400,
    'components[0].component_variant_id',
    'must not be the bundle itself',
  ])
  const twice = await session.post(path, {
    bundle_variant_id: id('SET'),
    components: [...parts({ HAT: 1 }), { component_variant_id: id('HAT').toUpperCase(), quantity: 2 }],
  })
  expect(rule(twice)).toEqual([400, 'components[1].component_variant_id', 'is repeated'])
  expect((await create('SET', { HAT: 1 })).status).toBe(201)
  expect((await create('BOX', { GLOVE: 1, SET: 1 })).status).toBe(201)
  expect(rule(await session.patch(at('SET'), { components: parts({ BOX: 1 }) }))).toEqual([400, 'components', circle])
  expect(rule(await create('HAT', { BOX: 1 }))).toEqual([400, 'components', circle])
  expect(rule(await create('SET', { GLOVE: 1 }))).toEqual([400, 'bundle_variant_id', 'must not be a bundle already'])
  // An archived bundle contains nothing, and its return is refused where it would close a circle.
  await session.patch(at('SET'), { is_active: false })
  expect((await create('HAT', { BOX: 1 })).status).toBe(201)
  expect(rule(await session.patch(at('SET'), { is_active: true }))).toEqual([400, 'components', circle])
})

test('a bundle says how it is stocked', async () => {
  const { session, create, at } = await bundlesFixture()
  expect((await create('SET', { HAT: 1 })).body.data.stocking).toBe('assembled_when_sold')
  expect((await session.patch(at('SET'), { stocking: 'ready_made' })).body.data.stocking).toBe('ready_made')
  expect((await session.get(at('SET'))).body.data.stocking).toBe('ready_made')
  expect((await session.patch(at('SET'), { is_active: true })).body.data.stocking).toBe('ready_made')
  expect(rule(await session.patch(at('SET'), { stocking: 'on_shelf' })).slice(0, 2)).toEqual([400, 'stocking'])
})

test('unknown variants and quantities out of range are refused by field', async () => {
  const { session, id, create, at } = await bundlesFixture()
  const other = await bundlesFixture()
  for (const unknown of [uuidv7(), other.id('HAT'), 'nonsense']) {
    const answer = await session.post(path, {
      bundle_variant_id: id('SET'),
      components: [{ component_variant_id: unknown, quantity: 1 }],
    })
    expect(rule(answer)).toEqual([400, 'components[0].component_variant_id', 'must be a variant of this organisation'])
  }
  expect(rule(await create('SET', { HAT: 0 }))).toEqual([
    400,
    'components[0].quantity',
    'must be a whole number from 1 to 10000',
  ])
  expect(rule(await create('SET', {})).slice(0, 2)).toEqual([400, 'components'])
  expect((await session.get(at('SET'))).status).toBe(404)
  expect((await session.patch(at('SET'), { is_active: false })).status).toBe(404)
})

test('bundles that would form a circle, written at once, do not', async () => {
  for (let round = 0; round < 5; round++) {
    const { tenant, session, parts, create, at } = await bundlesFixture()
    for (const sku of ['SET', 'BOX', 'HAT', 'GLOVE']) expect((await create(sku, { SCARF: 1 })).status).toBe(201)
    const ring = [
      ['SET', 'BOX'],
      ['HAT', 'GLOVE'],
      ['BOX', 'HAT'],
      ['GLOVE', 'SET'],
    ] as const
    const answers = await Promise.all(
      ring.map(([outer, inner]) => session.patch(at(outer), { components: parts({ [inner]: 1 }) })),
    )
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => ![200, 400, 409].includes(status))).toEqual([])
    const chains = await tenant.service.database.sql`
      with recursive within (outer_id, inner_id, depth) as (
        select bundle_variant_id, component_variant_id, 1 from bundle_components
        where organization_id = ${tenant.organization_id}
        union all
        select w.outer_id, c.component_variant_id, w.depth + 1 from within w
        join bundle_components c on c.organization_id = ${tenant.organization_id} and c.bundle_variant_id = w.inner_id
        where w.depth < 10
      )
      select 1 from within where outer_id = inner_id`
    expect([...chains]).toEqual([])
  }
})

test('a bundle that closes a circle with one written meanwhile is refused with conflict', async () => {
  const { tenant, session, id, parts, create, at } = await bundlesFixture()
  expect((await create('SET', { GLOVE: 1 })).status).toBe(201)
  const { organization_id } = tenant
  const lock = `select pg_advisory_xact_lock(hashtextextended('bundles ${organization_id}', 0));
    insert into bundles (organization_id, bundle_variant_id) values ('${organization_id}', '${id('HAT')}');
    insert into bundle_components (organization_id, bundle_variant_id, component_variant_id, quantity)
      values ('${organization_id}', '${id('HAT')}', '${id('SET')}', 1)`
  const [answer] = await whileHeld(tenant, lock, [() => session.patch(at('SET'), { components: parts({ HAT: 1 }) })])
  expect([answer!.status, answer!.body.message.code]).toEqual([409, 'conflict'])
  const { components } = (await session.get(at('SET'))).body.data
  expect(components.map(({ sku }: { sku: string }) => sku)).toEqual(['GLOVE'])
})

test('a new bundle that closes a circle with one written meanwhile is refused with conflict', async () => {
  const { tenant, session, id, create, at } = await bundlesFixture()
  const { organization_id } = tenant
  const lock = `select pg_advisory_xact_lock(hashtextextended('bundles ${organization_id}', 0));
    insert into bundles (organization_id, bundle_variant_id) values ('${organization_id}', '${id('HAT')}');
    insert into bundle_components (organization_id, bundle_variant_id, component_variant_id, quantity)
      values ('${organization_id}', '${id('HAT')}', '${id('SET')}', 1)`
  const [answer] = await whileHeld(tenant, lock, [() => create('SET', { HAT: 1 })])
  expect([answer!.status, answer!.body.message.code]).toEqual([409, 'conflict'])
  expect((await session.get(at('SET'))).status).toBe(404)
})

test('a bundle that is saved as it is changes no row', async () => {
  const { tenant, session, parts, create, at } = await bundlesFixture()
  await create('SET', { HAT: 1, GLOVE: 2 })
  const before = await rowImages(tenant)
  const same = await session.patch(at('SET'), { components: parts({ GLOVE: 2, HAT: 1 }), is_active: true })
  expect(same.status).toBe(200)
  expect(changedRows(before, await rowImages(tenant))).toEqual([])
})

test('a batch names variants by SKU, and refuses what records before it make a circle', async () => {
  const { tenant, create } = await bundlesFixture()
  await create('SET', { HAT: 1 })
  const sql = tenant.service.database.sql as unknown as Sql
  const { organization_id } = tenant
  const context = { organization_id, actor: 'test', now: new Date().toISOString(), currency: 'USD', time_zone: 'UTC' }
  const components = (...skus: string[]) => skus.map((sku) => ({ sku, quantity: 2 }))
  const records = [
    { sku: 'SET', components: components('HAT', 'GLOVE') },
    { sku: 'GLOVE', components: components('SET') },
    { sku: 'BOX', components: components('HAT') },
    { sku: 'BOX', components: components('SCARF') },
    { sku: 'NONE', components: components('HAT') },
    { sku: 'SCARF' },
    { sku: 'SCARF', components: components('GONE') },
    { components: components('HAT') },
  ]
  const diffs = await diffBundles(sql, context, records)
  expect(diffs.map(({ outcome }) => outcome)).toEqual([
    'changed',
    'refused',
    'created',
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
  ])
  expect(diffs[0]).toMatchObject({
    changes: [{ field: 'components', previous_value: '1 × HAT', value: '2 × GLOVE, 2 × HAT' }],
  })
  expect(
    diffs.flatMap((diff) => (diff.outcome === 'refused' ? [[diff.faults[0]!.field, diff.faults[0]!.rule]] : [])),
  ).toEqual([
    ['components', circle],
    ['sku', 'is repeated'],
    ['sku', 'must be a variant of this organisation'],
    ['components', 'is required'],
    ['components[0].sku', 'must be a variant of this organisation'],
    ['sku', 'is required'],
  ])
  await writeBundles(
    sql,
    context,
    diffs.flatMap((diff) => ('write' in diff ? [diff.write] : [])),
  )
  const again = await diffBundles(sql, context, [records[0]!, records[2]!])
  expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
})

test('a diff that another request has overtaken is refused when it is written', async () => {
  const { tenant, session, at } = await bundlesFixture()
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const context = { organization_id, actor: 'test', now: new Date().toISOString(), currency: 'USD', time_zone: 'UTC' }
  const diff = async (sku: string, component: string) => {
    const [recordDiff] = await diffBundles(sql as unknown as Sql, context, [
      { sku, components: [{ sku: component, quantity: 1 }] },
    ])
    if (recordDiff?.outcome !== 'created') throw new Error(JSON.stringify(recordDiff))
    return recordDiff.write
  }
  const write = (one: Awaited<ReturnType<typeof diff>>) =>
    sql.begin((tx) => writeBundles(tx as unknown as Sql, context, [one]))
  const overtaken = [await diff('HAT', 'BOX'), await diff('BOX', 'HAT')]
  await write(await diff('BOX', 'HAT'))
  for (const one of overtaken) expect(await write(one).catch(({ desc }) => desc)).toBeString()
  for (const sku of ['HAT']) expect((await session.get(at(sku))).status).toBe(404)
  expect((await session.get(at('BOX'))).body.data.components).toHaveLength(1)
})
