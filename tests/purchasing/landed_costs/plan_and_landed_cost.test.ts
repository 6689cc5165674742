import { expect, test } from 'bun:test'
import {
  containerTypes,
  planContainers,
  type PlanLine,
} from '../../../server/purchasing/landed_costs/container_plan.rules.ts'
import { shareCents } from '../../../server/purchasing/landed_costs/landed_cost.rules.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'

const terms = { currency: 'USD', container_type_id: null, freight_per_container_cents: null }
const line = (more: Partial<PlanLine> = {}): PlanLine => ({
  line_id: 'a',
  variant_id: 'v',
  quantity: 10,
  unit_cost: '5',
  duty_bp: null,
  hs_code: null,
  carton_quantity: 10,
  carton_cbm: '1',
  carton_weight_kg: '100',
  ...more,
})
const plan = (lines: PlanLine[], more: Partial<typeof terms> = {}) =>
  planContainers({ ...terms, ...more }, lines, (text) => text)

/** The example calculated in the decision record on container plans. */
test('a container plan and landed costs calculated by hand agree to the cent', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    suppliers: [{ name: 'Mill', currency: 'USD' }],
    products: [
      {
        title: 'Coat',
        hs_code: '620211',
        variants: [
          { sku: 'COAT', title: 'M', carton_quantity: 12, carton_cbm: '0.09', carton_weight_kg: '14.5' },
          { sku: 'SCARF', title: 'One', carton_quantity: 50, carton_cbm: '0.06', carton_weight_kg: '9' },
          { sku: 'BELT', title: 'L' },
        ],
      },
    ],
  })
  const path = `/api/v1/organizations/${tenant.organization_id}/purchase-orders`
  const made = await tenant.post(path, {
    location_id: ids.locations.Main,
    supplier_id: ids.suppliers.Mill,
    freight_per_container_cents: 240_000,
    line_items: [
      { variant_id: ids.variants.COAT, quantity: 3_000, unit_cost: 31.5, duty_bp: 1200 },
      { variant_id: ids.variants.SCARF, quantity: 1_030, unit_cost: 4.25 },
      { variant_id: ids.variants.BELT, quantity: 10, unit_cost: 2 },
    ],
  })
  const { data } = (await tenant.get(`${path}/${made.body.data.id}`)).body
  const { fingerprint, lines, ...figures } = data.container_plan
  expect(figures).toEqual({
    basis: 'measured_lines',
    binds: 'cube',
    container_type_id: 1,
    container_type_name: "20' GP",
    containers: 1,
    cube_pct: 84.9,
    weight_pct: 17.6,
    usable_cbm_total: 28,
    total_cbm: 23.76,
    gross_kg: 3_814,
    freight_per_container_cents: 240_000,
    freight_total_cents: 240_000,
    freight_reason: null,
    unmeasured_lines: 1,
    reason: null,
  })
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
  expect(lines.map(({ line_id: _id, variant_id: _variant, ...rest }: any) => rest)).toEqual([
    {
      cartons: 250,
      cbm: 22.5,
      measures_reason: null,
      hs_code: '620211',
      kg: 3_625,
      freight_cents: 227_273,
      duty_cents: 1_134_000,
      landed_unit_cost: 36.0376,
      landed_reason: null,
    },
    {
      cartons: 21,
      cbm: 1.26,
      measures_reason: null,
      hs_code: '620211',
      kg: 189,
      freight_cents: 12_727,
      duty_cents: 0,
      landed_unit_cost: 4.3736,
      landed_reason: null,
    },
    {
      cartons: null,
      cbm: null,
      measures_reason: 'The variant has no carton measures: units, volume or weight of a carton are missing.',
      hs_code: '620211',
      kg: null,
      freight_cents: null,
      duty_cents: 0,
      landed_unit_cost: null,
      landed_reason: 'The variant has no carton measures: units, volume or weight of a carton are missing.',
    },
  ])
  expect(data.line_items.map((one: any) => [one.cartons, one.cbm])).toEqual([
    [250, 22.5],
    [21, 1.26],
    [null, null],
  ])
  const sorted = (await tenant.get(`${path}/${made.body.data.id}?sort_args=sku`)).body.data
  expect(sorted.line_items.map(({ sku }: any) => sku)).toEqual(['BELT', 'COAT', 'SCARF'])
  expect(sorted.container_plan.fingerprint).toBe(fingerprint)
  expect(sorted.container_plan.lines[1]).toEqual(lines[0])
})

test('the plan uses the fewest containers, of the smallest type that needs no more', () => {
  const typeFor = (cartons: number) => {
    const { containers, container_type_id } = plan([line({ quantity: cartons * 10, carton_weight_kg: '1' })])
    return [containers, container_type_id]
  }
  expect([28, 29, 58, 59, 68, 69, 136, 137].map(typeFor)).toEqual([
    [1, 1],
    [1, 2],
    [1, 2],
    [1, 3],
    [1, 3],
    [2, 2],
    [2, 3],
    [3, 2],
  ])
  expect(plan([line({ quantity: 690 })], { container_type_id: 1 } as never)).toMatchObject({
    containers: 3,
    container_type_id: 1,
  })
})

test('weight binds if it fills more than volume, and then the freight is shared by weight', () => {
  // 10 cartons of 3,000 kg and 10 of 100 kg: 31,000 kg need two containers, 20 cbm less than one.
  const heavy = plan(
    [line({ line_id: 'a', quantity: 100, carton_weight_kg: '3000' }), line({ line_id: 'b', quantity: 100 })],
    { freight_per_container_cents: 155_000 } as never,
  )
  expect(heavy).toMatchObject({ binds: 'weight', containers: 2, freight_total_cents: 310_000, container_type_id: 1 })
  expect(heavy.lines.map(({ freight_cents }) => freight_cents)).toEqual([300_000, 10_000])
  // 5 + 3000.00 / 100 and 5 + 100.00 / 100.
  expect(heavy.lines.map(({ landed_unit_cost }) => landed_unit_cost)).toEqual([35, 6])
})

test('a figure that cannot be calculated is null with its reason, and a freight of zero is a measured zero', () => {
  const empty = plan([])
  expect(empty).toMatchObject({
    basis: 'none',
    binds: null,
    containers: null,
    total_cbm: null,
    gross_kg: null,
    reason: 'The order has no lines.',
    unmeasured_lines: 0,
  })
  const without = plan([line({ carton_cbm: null })], { freight_per_container_cents: 100 } as never)
  expect(without).toMatchObject({
    basis: 'none',
    containers: null,
    freight_total_cents: null,
    unmeasured_lines: 1,
    reason: 'No line has carton measures.',
  })
  expect(without.freight_reason).toBe('No line has carton measures, so no container can be counted.')
  const [unpriced] = plan([line({ unit_cost: null })], { freight_per_container_cents: 100 } as never).lines
  expect(unpriced).toMatchObject({
    landed_unit_cost: null,
    duty_cents: null,
    landed_reason: 'The line has no unit cost.',
  })
  const unfreighted = plan([line()])
  expect(unfreighted.lines[0]).toMatchObject({
    landed_unit_cost: null,
    landed_reason: 'No freight per container is set on the order.',
  })
  const free = plan([line({ duty_bp: 1000 })], { freight_per_container_cents: 0 } as never)
  expect(free).toMatchObject({ freight_total_cents: 0, freight_reason: null })
  expect(free.lines[0]).toMatchObject({ freight_cents: 0, duty_cents: 500, landed_unit_cost: 5.5, landed_reason: null })
})

test('the fingerprint changes with every input and with nothing else', () => {
  const base = plan([line(), line({ line_id: 'b' })]).fingerprint
  expect(plan([line({ line_id: 'b' }), line()]).fingerprint).toBe(base)
  const others = [
    plan([line()]),
    ...(
      [
        { quantity: 11 },
        { unit_cost: '5.01' },
        { duty_bp: 1 },
        { hs_code: '1' },
        { carton_quantity: 9 },
        { carton_cbm: '2' },
        { carton_weight_kg: '2' },
        { variant_id: 'w' },
      ] as Partial<PlanLine>[]
    ).map((more) => plan([line(more), line({ line_id: 'b' })])),
    ...[{ currency: 'EUR' }, { container_type_id: 1 }, { freight_per_container_cents: 1 }].map((more) =>
      plan([line(), line({ line_id: 'b' })], more as never),
    ),
  ].map(({ fingerprint }) => fingerprint)
  expect(new Set([base, ...others]).size).toBe(others.length + 1)
})

test('shares sum to the whole for any weights', () => {
  expect(shareCents(100, ['1', '1', '1'])).toEqual([34, 33, 33])
  expect(shareCents(1, ['0.0001', '0.0002'])).toEqual([0, 1])
  expect(shareCents(100, ['0', '0'])).toEqual([0, 0])
  for (const total of [0, 1, 99, 240_001]) {
    const parts = shareCents(total, ['3.7', '0', '11.01', '0.6', '250'])
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
    expect(parts[1]).toBe(0)
  }
})

test('the usable volume is below the nominal volume of every standard container', () => {
  for (const { usable_cbm, nominal_cbm } of containerTypes) expect(usable_cbm).toBeLessThan(nominal_cbm)
})
