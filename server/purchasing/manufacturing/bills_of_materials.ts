/** Bills of materials: what goes into a variant that the own workshop makes. */
import { uuidv7 } from 'uuidv7'
import { isDifferent } from '../../contract/difference.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Flag, Id, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { BillChange, BillOfMaterials, BillPath, NewBill, service } from './bills_of_materials.model.ts'
import {
  checkComponents,
  checkNoneActive,
  comparableBill,
  countBills,
  holdMade,
  insertComponents,
  readBill,
  selectBills,
} from './bills_of_materials.store.ts'

const limit_default = 50

export const listBillsOfMaterials = sessionOperation({
  id: 'session.list_bills_of_materials',
  route: 'GET /api/v1/bills-of-materials',
  summary: 'List bills of materials',
  description:
    'What goes into the variants that the own workshop makes, by SKU of what is made, the newest of a variant first.',
  service,
  needs: 'member',
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      variant_id: Type.Optional(Id('Only bills of this variant.')),
      component_variant_id: Type.Optional(Id('Only bills that this variant goes into.')),
      is_active: Type.Optional(Flag('Only active ones, or only those that are not.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(BillOfMaterials),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limit_default, ...filter } = query
    const [rows, [count]] = await Promise.all([
      selectBills(sql, organization_id, filter, { limit, offset }),
      countBills(sql, organization_id, filter),
    ])
    return { rows: [...rows], size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

export const createBillOfMaterials = sessionOperation({
  id: 'session.create_bill_of_materials',
  route: 'POST /api/v1/bills-of-materials',
  summary: 'Add a bill of materials',
  desc: ({ name }) => `Bill of materials ${name} added.`,
  description:
    'Says what goes into one unit of a variant, in whole units of other variants. Manufacturing orders go by the active bill of what they make; a second active one is refused `conflict`. Nothing may go into itself, be it through the bills of its components.',
  service,
  needs: 'member',
  status: 201,
  body: NewBill,
  answer: BillOfMaterials,
  refusals: ['conflict'],
  async run({ sql, caller: { organization_id }, body, now }) {
    const { name, is_active = true, components } = body
    const variant_id = body.variant_id.toLowerCase()
    await holdMade(sql, organization_id, variant_id)
    await checkComponents(sql, organization_id, variant_id, components)
    if (is_active) await checkNoneActive(sql, organization_id, variant_id, null)
    const bom_id = uuidv7()
    await sql`
      insert into bills_of_materials (organization_id, bom_id, variant_id, name, is_active, created_at)
      values (${organization_id}, ${bom_id}, ${variant_id}, ${name.trim()}, ${is_active}, ${now})`
    await insertComponents(sql, organization_id, bom_id, components)
    return readBill(sql, organization_id, bom_id)
  },
})

export const getBillOfMaterials = sessionOperation({
  id: 'session.get_bill_of_materials',
  route: 'GET /api/v1/bills-of-materials/{bom_id}',
  summary: 'Get a bill of materials',
  description: 'One bill with its components.',
  service,
  needs: 'member',
  params: BillPath,
  answer: BillOfMaterials,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readBill(sql, caller.organization_id, params.bom_id),
})

export const updateBillOfMaterials = sessionOperation({
  id: 'session.update_bill_of_materials',
  route: 'PATCH /api/v1/bills-of-materials/{bom_id}',
  summary: 'Change a bill of materials',
  desc: ({ name }) => `Bill of materials ${name} saved.`,
  description:
    'Changes what is named; `components` stand in place of all that it had. Allocations and deliveries from now on go by it: what was made stays made of what it was, and an order holds what it held until it is allocated anew. Making a bill active while another of its variant is, is refused `conflict`.',
  service,
  needs: 'member',
  params: BillPath,
  body: BillChange,
  answer: BillOfMaterials,
  refusals: ['conflict', 'not_found'],
  async run({ sql, caller: { organization_id }, params: { bom_id }, body }) {
    const { name, is_active, components } = body
    if (Object.keys(body).length === 0)
      refuseField('body', 'names nothing to change', ['name', 'is_active', 'components'])
    const { variant_id } = await readBill(sql, organization_id, bom_id)
    await holdMade(sql, organization_id, variant_id)
    const bill = await readBill(sql, organization_id, bom_id)
    const stands = is_active ?? bill.is_active
    const is_new_way = components !== undefined || (stands && !bill.is_active)
    if (is_new_way) await checkComponents(sql, organization_id, variant_id, components ?? bill.components)
    if (stands) await checkNoneActive(sql, organization_id, variant_id, bom_id)
    await sql`
      update bills_of_materials set name = ${name?.trim() ?? bill.name}, is_active = ${stands}
      where organization_id = ${organization_id} and bom_id = ${bom_id}`
    if (components !== undefined && isDifferent(comparableBill(bill), comparableBill({ components }))) {
      await sql`
        delete from bill_of_materials_lines where organization_id = ${organization_id} and bom_id = ${bom_id}`
      await insertComponents(sql, organization_id, bom_id, components)
    }
    return readBill(sql, organization_id, bom_id)
  },
})
