/** How many containers an order fills, at the limits of volume and weight, and what its units cost landed. */
import Big from 'big.js'
import { expect, test } from 'bun:test'
import {
  bindsIn,
  chooseType,
  containersOf,
  containerTypes,
  measure,
  planContainers,
  type PlanLine,
  type PlanTerms,
} from '../../../server/purchasing/landed_costs/container_plan.rules.ts'

const [gp20, gp40, hc40] = containerTypes
const demand = (cbm: number | string, kg: number) => ({ cbm: Big(cbm), kg: Big(kg) })
const terms: PlanTerms = { currency: 'USD', container_type_id: null, freight_per_container_cents: 80_000 }
/** 10 cartons, 5 m³ and 200 kg; 25.00 of duty on goods for 1,000.00. */
const first: PlanLine = {
  line_id: 'a',
  variant_id: 'va',
  quantity: 100,
  unit_cost: '10.0000',
  duty_bp: 250,
  hs_code: '6201',
  carton_quantity: 10,
  carton_cbm: '0.5',
  carton_weight_kg: '20',
}
/** 3 cartons, 3 m³ and 90 kg, duty-free. */
const second: PlanLine = {
  ...first,
  line_id: 'b',
  variant_id: 'vb',
  quantity: 50,
  unit_cost: '4.0000',
  duty_bp: null,
  carton_quantity: 20,
  carton_cbm: '1',
  carton_weight_kg: '30',
}
const bare: PlanLine = { ...second, carton_cbm: null }
const plan = (given: Partial<PlanTerms>, lines: readonly PlanLine[]) =>
  planContainers({ ...terms, ...given }, lines, (text) => text)
const noMeasures = 'The variant has no carton measures: units, volume or weight of a carton are missing.'

test('units fill whole cartons, and a missing measure leaves them unmeasured', () => {
  const carton = { carton_quantity: 10, carton_cbm: '0.1', carton_weight_kg: '3' }
  const of = (quantity: number, given = {}) => {
    const found = measure(quantity, { ...carton, ...given })
    return found && [found.cartons, Number(found.cbm), Number(found.kg)]
  }
  expect(of(10)).toEqual([1, 0.1, 3])
  expect(of(11)).toEqual([2, 0.2, 6])
  expect(of(30)).toEqual([3, 0.3, 9])
  expect(of(1, { carton_quantity: 1 })).toEqual([1, 0.1, 3])
  for (const carton_quantity of [null, 0, -1]) expect(of(10, { carton_quantity })).toBeNull()
  expect(of(10, { carton_cbm: null })).toBeNull()
  expect(of(10, { carton_weight_kg: null })).toBeNull()
})

test('a container is full at its usable volume and at its payload, and the next one starts above them', () => {
  expect(containersOf(gp20, demand(28, 1))).toBe(1)
  expect(containersOf(gp20, demand('28.001', 1))).toBe(2)
  expect(containersOf(gp20, demand(1, 21_700))).toBe(1)
  expect(containersOf(gp20, demand(1, 21_701))).toBe(2)
  expect(containersOf(gp20, demand(60, 80_000))).toBe(4)
  expect(containersOf(gp20, demand(0, 0))).toBe(1)
})

test('the type that needs the fewest containers is chosen, the smallest of equals', () => {
  const cases: [number, number, (typeof containerTypes)[number]][] = [
    [28, 1, gp20],
    [29, 1, gp40],
    [58, 1, gp40],
    [59, 1, hc40],
    // 3 of 20', 2 of either 40'.
    [69, 1, gp40],
    // 26,450 kg are too much for a high cube, which carries 26,400.
    [1, 26_450, gp40],
  ]
  for (const [cbm, kg, type] of cases) expect(chooseType(demand(cbm, kg))).toBe(type)
})

test('weight limits where it fills more of a container than volume does; at equal shares volume limits', () => {
  expect(bindsIn(gp20, demand(14, 10_850))).toBe('cube')
  expect(bindsIn(gp20, demand(14, 10_851))).toBe('weight')
  expect(bindsIn(gp20, demand(14, 1))).toBe('cube')
})

test('freight is shared by volume where volume limits, and lands on each unit with the duty', () => {
  const found = plan({}, [first, second])
  expect(found).toMatchObject({
    basis: 'all_lines',
    binds: 'cube',
    container_type_id: 1,
    container_type_name: "20' GP",
    containers: 1,
    cube_pct: 28.6,
    weight_pct: 1.3,
    usable_cbm_total: 28,
    total_cbm: 8,
    gross_kg: 290,
    freight_per_container_cents: 80_000,
    freight_total_cents: 80_000,
    freight_reason: null,
    unmeasured_lines: 0,
    reason: null,
  })
  expect(found.lines).toEqual([
    {
      line_id: 'a',
      variant_id: 'va',
      cartons: 10,
      cbm: 5,
      measures_reason: null,
      hs_code: '6201',
      kg: 200,
      freight_cents: 50_000,
      duty_cents: 2_500,
      landed_unit_cost: 15.25,
      landed_reason: null,
    },
    expect.objectContaining({ cartons: 3, freight_cents: 30_000, duty_cents: 0, landed_unit_cost: 10 }),
  ])
})

test('freight is shared by weight where weight limits', () => {
  const heavy = { ...first, carton_weight_kg: '2000' }
  const found = plan({ freight_per_container_cents: 20_600 }, [heavy, { ...second, carton_weight_kg: '200' }])
  expect(found).toMatchObject({ binds: 'weight', weight_pct: 94.9, gross_kg: 20_600 })
  expect(found.lines.map(({ freight_cents }) => freight_cents)).toEqual([20_000, 600])
})

test("the order's own container type is kept, and every container of it is paid for", () => {
  // 29 m³ fit one 40', but take two 20'.
  const large = { ...first, carton_cbm: '2.9' }
  expect(plan({}, [large])).toMatchObject({ container_type_id: 2, containers: 1, freight_total_cents: 80_000 })
  expect(plan({ container_type_id: 1 }, [large])).toMatchObject({
    container_type_id: 1,
    containers: 2,
    usable_cbm_total: 56,
    cube_pct: 51.8,
    freight_total_cents: 160_000,
  })
})

test('lines without carton measures get no freight and no landed cost, and say so; the others carry it all', () => {
  const found = plan({}, [first, bare])
  expect(found).toMatchObject({ basis: 'measured_lines', unmeasured_lines: 1, total_cbm: 5, reason: null })
  expect(found.lines[0]).toMatchObject({ freight_cents: 80_000, landed_reason: null })
  expect(found.lines[1]).toMatchObject({
    cartons: null,
    cbm: null,
    kg: null,
    measures_reason: noMeasures,
    freight_cents: null,
    landed_unit_cost: null,
    landed_reason: noMeasures,
  })
})

test('without any measures nothing is counted, and only the type that the order names is known', () => {
  const found = plan({ container_type_id: 3 }, [bare])
  expect(found).toMatchObject({
    basis: 'none',
    binds: null,
    container_type_id: 3,
    container_type_name: "40' HC",
    containers: null,
    cube_pct: null,
    weight_pct: null,
    usable_cbm_total: null,
    total_cbm: null,
    gross_kg: null,
    freight_total_cents: null,
    freight_reason: 'No line has carton measures, so no container can be counted.',
    unmeasured_lines: 1,
    reason: 'No line has carton measures.',
  })
  expect(found.lines[0]).toMatchObject({ freight_cents: null, landed_reason: noMeasures })
  expect(plan({}, [bare])).toMatchObject({ container_type_id: null, container_type_name: null })
  expect(plan({}, []).reason).toBe('The order has no lines.')
})

test('an order without freight still counts its containers, and says why no unit has a landed cost', () => {
  const reason = 'No freight per container is set on the order.'
  const found = plan({ freight_per_container_cents: null }, [first])
  expect(found).toMatchObject({ containers: 1, freight_total_cents: null, freight_reason: reason })
  expect(found.lines[0]).toMatchObject({ freight_cents: null, landed_unit_cost: null, landed_reason: reason })
  // Freight of zero is known.
  expect(plan({ freight_per_container_cents: 0 }, [first]).lines[0]).toMatchObject({ landed_unit_cost: 10.25 })
})

test('a line without a unit cost carries freight, but has no duty and no landed cost', () => {
  expect(plan({}, [{ ...first, unit_cost: null }]).lines[0]).toMatchObject({
    freight_cents: 80_000,
    duty_cents: null,
    landed_unit_cost: null,
    landed_reason: 'The line has no unit cost.',
  })
})

test('freight too large to represent is null with the reason', () => {
  const found = plan({ container_type_id: 1, freight_per_container_cents: Number.MAX_SAFE_INTEGER }, [
    { ...first, carton_cbm: '2.9' },
  ])
  expect(found).toMatchObject({ freight_total_cents: null, freight_reason: 'The freight is too large to represent.' })
})

test('the fingerprint changes with every input, and not with the order of the lines', () => {
  const same = plan({}, [first, second]).fingerprint
  expect(plan({}, [second, first]).fingerprint).toBe(same)
  const otherTerms = [{ currency: 'EUR' }, { container_type_id: 1 }, { freight_per_container_cents: 1 }]
  const otherLines = [
    { line_id: 'c' },
    { variant_id: 'vc' },
    { quantity: 101 },
    { unit_cost: '11.0000' },
    { duty_bp: 1 },
    { hs_code: null },
    { carton_quantity: 9 },
    { carton_cbm: '0.6' },
    { carton_weight_kg: '21' },
  ]
  const others = [
    ...otherTerms.map((given) => plan(given, [first, second])),
    ...otherLines.map((given) => plan({}, [{ ...first, ...given }, second])),
    plan({}, [first]),
  ].map(({ fingerprint }) => fingerprint)
  expect(new Set([same, ...others]).size).toBe(14)
})
