import { uuidv7 } from 'uuidv7'
import { limits } from '../../../../server/contract/limits.ts'
import type { Client } from '../client.ts'
import type { MakeFresh } from '../fresh.ts'

const address = () => `${uuidv7()}@example.com`
const contactOf = (email: string) => ({ name: 'Deniz Kaya', preferred_contact_method: 'EMAIL', email })

const newContact = async ({ make }: Client): Promise<number> =>
  (await make('POST', '/api/v1/contacts', contactOf(address()))).id

async function newNote(client: Client): Promise<{ contact_id: number; note_id: number }> {
  const contact_id = await newContact(client)
  const note = { title: 'Closing', body: 'x'.repeat(1_000) }
  const { id } = await client.make('POST', `/api/v1/contacts/${contact_id}/notes`, note)
  return { contact_id, note_id: id }
}

/** A supplier with as many variants as a request may attach. */
const attached: MakeFresh = async ({ make }, { supplier_id, variant_ids }) => {
  const attachedIds = variant_ids.slice(0, limits.supplier_variants_per_call_max)
  const variants = attachedIds.map((variant_id) => ({ variant_id }))
  await make('POST', `/api/v1/inventory/suppliers/${supplier_id}/variants`, { variants })
  return { ids: { supplier_id, variant_id: attachedIds[0]! }, body: { variant_ids: attachedIds } }
}

const suppliersPerCall = 100
const contactsEach = 50

export const ofSuppliers: Readonly<Record<string, MakeFresh>> = {
  'suppliers.create_contact': async () => ({ body: contactOf(address()) }),
  'suppliers.update_contact': async (client) => ({ ids: { contact_id: await newContact(client) } }),
  'suppliers.delete_contact': async (client) => ({ ids: { contact_id: await newContact(client) } }),
  'suppliers.get_contact_note': async (client) => ({ ids: await newNote(client) }),
  'suppliers.update_contact_note': async (client) => ({ ids: await newNote(client) }),
  'suppliers.delete_contact_note': async (client) => ({ ids: await newNote(client) }),
  'suppliers.create': async () => ({
    body: {
      suppliers: Array.from({ length: suppliersPerCall }, () => ({
        name: uuidv7(),
        contacts: Array.from({ length: contactsEach }, () => contactOf(address())),
      })),
    },
  }),
  'suppliers.detach_variants': attached,
  'suppliers.detach_variant': async (client, known) => ({ ids: (await attached(client, known)).ids! }),
  'suppliers.transfer_vendors': async ({ sql, organization_id }) => {
    const rows = await sql<{ vendor: string }[]>`
      select distinct vendor from products where organization_id = ${organization_id} and vendor is not null
      limit ${suppliersPerCall}`
    return { body: { vendors: rows.map(({ vendor }) => vendor) } }
  },
  'suppliers.upload': async () => {
    const rows = Array.from(
      { length: limits.supplier_upload_rows_max },
      () => `${uuidv7()},EUR,21,Umut Aydin,${address()}`,
    )
    return { body: { csv: ['name,currency,lead_time_days,contact_name,contact_email', ...rows].join('\n') } }
  },
}
