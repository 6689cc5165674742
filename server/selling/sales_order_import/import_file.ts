/** The file of a request that imports orders: recognised or mapped, and read into records. */
import type { Files } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import { normalHeader } from '../../imports/mapping/headers.rules.ts'
import { profileMapping } from '../../imports/mapping/profile_mapping.ts'
import { recogniseProfile } from '../../imports/mapping/recognise.ts'
import type { Mapping } from '../../imports/profile.ts'
import { FileFault } from '../../imports/reading/file_fault.ts'
import { readWholeFile, type WholeFile } from '../../imports/reading/whole_file.ts'
import { type FileRecords, readRecords } from '../../imports/read_records.ts'
import type { ReadingContext } from '../../imports/values/read_value.ts'
import type { OrdersImport } from './import.model.ts'
import { orderFields } from './reading/order_fields.ts'
import { orderProfiles } from './order_profiles.ts'
import { ordersImport } from './orders_import.ts'

/** Fields without which no order is complete. */
const needed = ['order_number', 'ordered_at', 'quantity'] as const

function statedMapping(mappings: Readonly<Record<string, string>>, headers: readonly string[]): Mapping {
  const seen = new Map<string, string>()
  const columns = Object.entries(mappings).map(([field, header]) => {
    const at = `mappings.${field}`
    if (!(field in orderFields)) refuseField(at, 'is no field of an order', Object.keys(orderFields))
    const normal = normalHeader(header)
    const places = headers.filter((one) => one === normal).length
    if (places === 0) refuseField(at, `is "${header.slice(0, 100)}", which is not a header in the file`)
    if (places > 1) refuseField(at, `is "${header.slice(0, 100)}", which ${places} columns of the file have`)
    if (seen.has(normal)) refuseField(at, `maps to the same column as mappings.${seen.get(normal)}`)
    seen.set(normal, field)
    return { header, field }
  })
  if (!('product_details' in mappings)) {
    const missing = needed.find((field) => !(field in mappings))
    if (missing !== undefined) refuseField(`mappings.${missing}`, 'is required')
    if (!('sku' in mappings) && !('variant_id' in mappings))
      refuseField('mappings.sku', 'is required unless variant_id is mapped')
  }
  return { columns }
}

function mappingOf({ mappings, source_system }: OrdersImport, { headers }: WholeFile): Mapping {
  const recognised = recogniseProfile(orderProfiles, headers)
  if (mappings === undefined && recognised === null)
    refuseField(
      'mappings',
      'is required, since the headers of the file are none of a known order export',
      orderProfiles.map(({ title }) => title),
    )
  const mapping =
    mappings === undefined
      ? profileMapping(recognised!, headers)
      : statedMapping(
          mappings,
          headers.map((header) => normalHeader(header ?? '')),
        )
  const source = source_system?.trim()
  return source === undefined
    ? mapping
    : { ...mapping, fixed_values: { ...mapping.fixed_values, source_system: source } }
}

async function readFile(files: Files, organization_id: string, s3_key: string): Promise<WholeFile> {
  try {
    const file = await readWholeFile(files, organization_id, s3_key, limits.order_import_rows_max)
    return file ?? refuseField('s3_key', 'must be an uploaded file of this organisation')
  } catch (error) {
    if (error instanceof FileFault) return refuseField('s3_key', `names a file that ${error.facts.rule}`)
    throw error
  }
}

export async function readOrdersFile(
  files: Files,
  organization_id: string,
  body: OrdersImport,
  context: ReadingContext,
): Promise<FileRecords> {
  const file = await readFile(files, organization_id, body.s3_key)
  const read = readRecords(ordersImport, file, mappingOf(body, file), context)
  const [question] = read.questions
  if (question !== undefined)
    refuseField(
      `mappings.${question.field}`,
      `is the column ${question.header}, whose values have two readings, such as ${question.samples[0]?.value ?? ''} in row ${question.samples[0]?.row_number ?? ''}`,
      question.choices,
    )
  return read
}
