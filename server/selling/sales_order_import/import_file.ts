/** The file of a request that imports orders: recognised or mapped, and read into records. */
import type { Files } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import { fileHeaders } from '../../imports/mapping/file_headers.ts'
import { profileMapping } from '../../imports/mapping/profile_mapping.ts'
import { recogniseProfile } from '../../imports/mapping/recognise.ts'
import type { Mapping } from '../../imports/profile.ts'
import { statedColumns } from '../../imports/mapping/stated.ts'
import { readUpload, type WholeFile } from '../../imports/reading/whole_file.ts'
import { twoReadings } from '../../imports/look_through.ts'
import { type FileRecords, readRecords } from '../../imports/read_records.ts'
import type { ReadingContext } from '../../imports/values/read_value.ts'
import type { OrdersImport } from './import.model.ts'
import { orderFields } from './reading/order_fields.ts'
import { orderProfiles } from './order_profiles.ts'
import { ordersImport } from './orders_import.ts'

/** Fields without which no order is complete. */
const needed = ['order_number', 'ordered_at', 'quantity'] as const
/** Fields of which one names the variant. */
const names = ['sku', 'variant_id', 'barcode', 'product_name'] as const

function statedMapping(mappings: Readonly<Record<string, string>>, { headers }: WholeFile): Mapping {
  const unknown = Object.keys(mappings).find((field) => !(field in orderFields))
  if (unknown !== undefined) refuseField(`mappings.${unknown}`, 'is no field of an order', Object.keys(orderFields))
  const columns = statedColumns(mappings, fileHeaders(headers))
  if (!('product_details' in mappings)) {
    const missing = needed.find((field) => !(field in mappings))
    if (missing !== undefined) refuseField(`mappings.${missing}`, 'is required')
    if (!names.some((field) => field in mappings))
      refuseField('mappings.sku', 'is required unless variant_id, barcode or product_name is mapped')
  }
  return { columns }
}

function mappingOf({ mappings, source_system }: OrdersImport, file: WholeFile): Mapping {
  const recognised = recogniseProfile(orderProfiles, file.headers)
  if (mappings === undefined && recognised === null)
    refuseField(
      'mappings',
      'is required, since the headers of the file are none of a known order export',
      orderProfiles.map(({ title }) => title),
    )
  const mapping = mappings === undefined ? profileMapping(recognised!, file.headers) : statedMapping(mappings, file)
  const source = source_system?.trim()
  return source === undefined
    ? mapping
    : { ...mapping, fixed_values: { ...mapping.fixed_values, source_system: source } }
}

export async function readOrdersFile(
  files: Files,
  organization_id: string,
  body: OrdersImport,
  context: ReadingContext,
): Promise<FileRecords> {
  const file = await readUpload(files, organization_id, body.s3_key, limits.order_import_rows_max)
  const read = await readRecords(ordersImport, file, mappingOf(body, file), context)
  const [question] = read.questions
  if (question !== undefined)
    refuseField(
      `mappings.${question.field}`,
      `is the column ${question.header}, which ${twoReadings(question)}`,
      question.choices,
    )
  return read
}
