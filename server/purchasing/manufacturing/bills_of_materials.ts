/** Session operations on bills of materials, the components of manufactured variants. */
import { uuidv7 } from 'uuidv7'
import { isDifferent } from '../../contract/difference.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Flag, Id, Type } from '../../contract/schema.ts'
import { countedPage } from '../../tables/page.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { BillChange, BillOfMaterials, BillPath, NewBill, service } from './bills_of_materials.model.ts'
import {
  checkComponents,
  checkNoneActive,
  comparableBill,
  countBills,
  insertComponents,
  lockMadeVariant,
  otherBillActive,
  readBill,
  selectBills,
} from './bills_of_materials.store.ts'

const limit_default = 50

export const listBillsOfMaterials = sessionOperation({
  id: 'session.list_bills_of_materials',
  route: 'GET /api/v1/bills-of-materials',
  summary: 'List bills of materials',
  description:
    'Returns bills of materials, sorted by SKU of the variant to be made; the newest bill of a variant comes first.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      variant_id: Type.Optional(Id('Only bills of materials of this variant.')),
      component_variant_id: Type.Optional(Id('Only bills of materials that contain this component.')),
      is_active: Type.Optional(Flag('true returns only active bills, false only inactive ones.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(BillOfMaterials),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limit_default, ...filter } = query
    const reading = selectBills(sql, organization_id, filter, { limit, offset })
    return countedPage(offset, reading, countBills(sql, organization_id, filter))
  },
})

export const createBillOfMaterials = sessionOperation({
  id: 'session.create_bill_of_materials',
  route: 'POST /api/v1/bills-of-materials',
  summary: 'Create a bill of materials',
  desc: ({ name }) => `Bill of materials ${name} created.`,
  description:
    'Creates a bill of materials: the components of one unit of a variant, in whole units of other variants. Manufacturing orders use the active bill of the variant they make. Fails with `conflict` if the new bill is active and the variant already has an active bill. A variant cannot contain itself, directly or through the bills of its components.',
  service,
  status: 201,
  body: NewBill,
  answer: BillOfMaterials,
  refusals: ['conflict'],
  conflict: otherBillActive,
  async run({ sql, caller: { organization_id }, body, now }) {
    const { name, is_active = true, components } = body
    const variant_id = body.variant_id.toLowerCase()
    await lockMadeVariant(sql, organization_id, variant_id)
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
  description: 'Returns a bill of materials with its components.',
  service,
  params: BillPath,
  answer: BillOfMaterials,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readBill(sql, caller.organization_id, params.bom_id),
})

export const updateBillOfMaterials = sessionOperation({
  id: 'session.update_bill_of_materials',
  route: 'PATCH /api/v1/bills-of-materials/{bom_id}',
  summary: 'Update a bill of materials',
  desc: ({ name }) => `Bill of materials ${name} saved.`,
  description:
    'Changes the fields that are sent; `components` replaces all existing components. The change applies to later reservations and deliveries: units already made keep their components, and an order keeps its reservations until components are reserved again. Fails with `conflict` if the bill is made active while another bill of its variant is active.',
  service,
  params: BillPath,
  body: BillChange,
  answer: BillOfMaterials,
  refusals: ['conflict', 'not_found'],
  conflict: otherBillActive,
  async run({ sql, caller: { organization_id }, params: { bom_id }, body }) {
    const { name, is_active, components } = body
    if (Object.keys(body).length === 0)
      refuseField('body', 'must contain at least one field to change', ['name', 'is_active', 'components'])
    const { variant_id } = await readBill(sql, organization_id, bom_id)
    await lockMadeVariant(sql, organization_id, variant_id)
    const bill = await readBill(sql, organization_id, bom_id)
    const becomesActive = is_active ?? bill.is_active
    const hasNewComponents = components !== undefined || (becomesActive && !bill.is_active)
    if (hasNewComponents) await checkComponents(sql, organization_id, variant_id, components ?? bill.components)
    if (becomesActive) await checkNoneActive(sql, organization_id, variant_id, bom_id)
    await sql`
      update bills_of_materials set name = ${name?.trim() ?? bill.name}, is_active = ${becomesActive}
      where organization_id = ${organization_id} and bom_id = ${bom_id}`
    if (components !== undefined && isDifferent(comparableBill(bill), comparableBill({ components }))) {
      await sql`
        delete from bill_of_materials_lines where organization_id = ${organization_id} and bom_id = ${bom_id}`
      await insertComponents(sql, organization_id, bom_id, components)
    }
    return readBill(sql, organization_id, bom_id)
  },
})
