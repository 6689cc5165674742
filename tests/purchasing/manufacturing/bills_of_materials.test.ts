import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { type Catalogue, setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession, type Session } from '../../support/service/session.ts'
import { type Answer, newTenant, type Tenant } from '../../support/service/tenant.ts'

const path = '/api/v1/bills-of-materials'

interface Fixture {
  tenant: Tenant
  session: Session
  ids: Catalogue
  add: (sku: string, parts: [sku: string, quantity: number][], more?: object) => Promise<Answer>
}

const partsOf = (ids: Catalogue, parts: [sku: string, quantity: number][]) =>
  parts.map(([sku, quantity]) => ({ component_variant_id: ids.variants[sku], quantity }))

async function fixture(): Promise<Fixture> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    products: [
      { title: 'Set', variants: [{ sku: 'SET-M', title: 'M' }, { sku: 'SET-L' }] },
      { title: 'Parts', variants: [{ sku: 'WOOL', title: 'Wool' }, { sku: 'BUTTON' }] },
    ],
  })
  const session = await newSession(tenant, { role: 'member' })
  const add: Fixture['add'] = (sku, parts, more = {}) =>
    session.post(path, { variant_id: ids.variants[sku], name: sku, components: partsOf(ids, parts), ...more })
  return { tenant, session, ids, add }
}
const refusal = ({ status, body }: Answer) => [status, body.message.code ?? body.code, body.data?.field]

test('a bill of materials is created, read, listed and changed, with the names of its components', async () => {
  const { session, ids, add } = await fixture()
  const made = await add('SET-M', [
    ['WOOL', 2],
    ['BUTTON', 3],
  ])
  expect(made.status).toBe(201)
  const bill = made.body.data
  expect(bill).toMatchObject({
    variant_id: ids.variants['SET-M'],
    sku: 'SET-M',
    title: 'Set, M',
    name: 'SET-M',
    is_active: true,
    components: [
      { component_variant_id: ids.variants.BUTTON, sku: 'BUTTON', quantity: 3 },
      { component_variant_id: ids.variants.WOOL, sku: 'WOOL', title: 'Parts, Wool', quantity: 2 },
    ],
  })
  expect((await session.get(`${path}/${bill.bom_id}`)).body.data).toEqual(bill)
  const other = (await add('SET-L', [['WOOL', 4]], { is_active: false })).body.data
  const listed = async (query = '') => {
    const { rows, filtered_max_size } = (await session.get(`${path}${query}`)).body.data
    return [rows.map((row: any) => row.sku), filtered_max_size]
  }
  expect(await listed()).toEqual([['SET-L', 'SET-M'], 2])
  expect(await listed('?limit=1&offset=1')).toEqual([['SET-M'], 2])
  expect(await listed('?offset=5')).toEqual([[], 2])
  expect(await listed('?is_active=true')).toEqual([['SET-M'], 1])
  expect(await listed(`?variant_id=${ids.variants['SET-L']}`)).toEqual([['SET-L'], 1])
  expect(await listed(`?component_variant_id=${ids.variants.BUTTON}`)).toEqual([['SET-M'], 1])
  expect((await session.get(path)).body.data.rows).toEqual([other, bill])

  const change = (body: unknown) => session.patch(`${path}/${bill.bom_id}`, body)
  expect((await change({ name: ' Winter set ' })).body.data).toEqual({ ...bill, name: 'Winter set' })
  const thinner = await change({ components: partsOf(ids, [['WOOL', 1]]) })
  expect(thinner.body.data.components.map((one: any) => [one.sku, one.quantity])).toEqual([['WOOL', 1]])
  expect((await change({ is_active: false })).body.data).toMatchObject({ name: 'Winter set', is_active: false })
})

test('a variant has at most one active bill, even with concurrent requests', async () => {
  const { session, ids, add } = await fixture()
  const answers = await Promise.all([1, 2, 3].map(() => add('SET-M', [['WOOL', 1]])))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const { bom_id } = answers.find(({ status }) => status === 201)!.body.data
  const refused = await add('SET-M', [['BUTTON', 1]])
  expect([refusal(refused), refused.body.message.desc, refused.body.data.bom_id]).toEqual([
    [409, 'conflict', undefined],
    '"SET-M" is the active bill of materials of this variant. Change that bill, or deactivate it first.',
    bom_id,
  ])
  const spare = (await add('SET-M', [['BUTTON', 1]], { is_active: false })).body.data
  expect(refusal(await session.patch(`${path}/${spare.bom_id}`, { is_active: true }))[0]).toBe(409)
  await session.patch(`${path}/${bom_id}`, { is_active: false })
  expect((await session.patch(`${path}/${spare.bom_id}`, { is_active: true })).status).toBe(200)
  expect((await session.get(`${path}?is_active=true&variant_id=${ids.variants['SET-M']}`)).body.data.size).toBe(1)
})

test('a variant cannot contain itself, directly or through other bills', async () => {
  const { session, ids, add } = await fixture()
  expect(refusal(await add('SET-M', [['SET-M', 1]]))).toEqual([
    400,
    'bad_request',
    'components[0].component_variant_id',
  ])
  await add('SET-M', [['WOOL', 1]])
  await add('WOOL', [['BUTTON', 1]])
  const round = await add('BUTTON', [['SET-M', 1]])
  expect([refusal(round), round.body.data.rule]).toEqual([
    [400, 'bad_request', 'components[0].component_variant_id'],
    'must not itself be made from this variant, directly or through active bills of materials',
  ])
  // An inactive bill does not count, and is validated again when it is activated.
  const away = await session.patch(
    `${path}/${(await session.get(`${path}?variant_id=${ids.variants.WOOL}`)).body.data.rows[0].bom_id}`,
    { is_active: false },
  )
  expect((await add('BUTTON', [['SET-M', 1]])).status).toBe(201)
  expect(refusal(await session.patch(`${path}/${away.body.data.bom_id}`, { is_active: true }))[0]).toBe(400)
})

test('an invalid bill is refused with its field, and nothing is written', async () => {
  const { session, ids, add } = await fixture()
  const foreign = await fixture()
  const wrong: [body: object, field: string][] = [
    [{ variant_id: uuidv7() }, 'variant_id'],
    [{ variant_id: foreign.ids.variants.WOOL }, 'variant_id'],
    [{ components: [] }, 'components'],
    [{ components: partsOf(ids, [['WOOL', 0]]) }, 'components[0].quantity'],
    [{ components: partsOf(ids, [['WOOL', 10_001]]) }, 'components[0].quantity'],
    [
      {
        components: partsOf(ids, [
          ['WOOL', 1],
          ['WOOL', 2],
        ]),
      },
      'components[1].component_variant_id',
    ],
    [{ components: partsOf(foreign.ids, [['WOOL', 1]]) }, 'components[0].component_variant_id'],
    [{ name: '  ' }, 'name'],
  ]
  for (const [body, field] of wrong)
    expect(refusal(await add('SET-M', [['WOOL', 1]], body))).toEqual([400, 'bad_request', field])
  expect((await session.get(path)).body.data.filtered_max_size).toBe(0)
  const { bom_id } = (await add('SET-M', [['WOOL', 1]])).body.data
  expect(refusal(await session.patch(`${path}/${bom_id}`, {}))).toEqual([400, 'bad_request', 'body'])
  for (const unknown of [uuidv7(), 'none']) {
    expect(refusal(await session.get(`${path}/${unknown}`))[0]).toBe(404)
    expect(refusal(await session.patch(`${path}/${unknown}`, { name: 'x' }))[0]).toBe(404)
  }
  expect(refusal(await foreign.session.get(`${path}/${bom_id}`))[0]).toBe(404)
})
