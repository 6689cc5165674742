/** The pages of objects: fields, states, relations, operations and events of each, from the document. */
import glossary from '~/data/glossary.json'
import { isPublic, type Listed, openapi, operations, type Schema, schemaOf } from './document.ts'
import { type ShownEvent, shown_events } from './events.ts'
import { type ObjectDeclaration, object_list } from './object_list.ts'
import { type Field, fieldsOf } from './schema.ts'

export interface ObjectState {
  state: string
  meaning: string
}
/** Fields of one object that hold the id of another. */
export interface Reference {
  title: string
  href: string
  fields: string[]
}
export interface ShownObject {
  slug: string
  title: string
  href: string
  /** What the object is, from the glossary. */
  meaning: string
  fields: Field[]
  state_field: string | null
  states: ObjectState[]
  /** Fields that other schemas of the object have beyond `fields`, by schema. */
  other_fields: { schema: string; description: string; fields: Field[] }[]
  refers_to: Reference[]
  referred_to_by: Reference[]
  with_key: Listed[]
  with_session: Listed[]
  /** Events whose body is the object, and events whose body names it. */
  events: ShownEvent[]
  named_by: ShownEvent[]
}

const terms = new Map(glossary.flatMap(({ terms }) => terms.map((one) => [one.term, one.meaning] as const)))
const component = (name: string): Schema => {
  const found = openapi.components.schemas[name]
  if (found === undefined) throw new Error(`the document has no schema ${name}: correct lib/object_list.ts`)
  return found
}
const titleOf = ({ slug }: ObjectDeclaration) => `The ${slug.replaceAll('-', ' ')}`
const hrefOf = ({ slug }: ObjectDeclaration) => `/model/${slug}`
const schemasOf = ({ schema, other_schemas }: ObjectDeclaration) => [schema, ...other_schemas]

/** The names of the schemas that an answer's `data` is, or that it lists. */
function schemasIn(schema: Schema | undefined): string[] {
  if (schema === undefined) return []
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1)!
    return [name, ...(name.endsWith('Page') ? schemasIn(component(name).properties?.rows?.items) : [])]
  }
  if (schema.items) return schemasIn(schema.items)
  return (schema.anyOf ?? []).flatMap(schemasIn)
}

function answersWith({ operation }: Listed): string[] {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => schemasIn(content?.['application/json']?.schema.properties?.data))
}

function operationsOf(declared: ObjectDeclaration): Listed[] {
  // Every path of purchase orders has the organisation's id, which is not about the organisation.
  const ids = declared.slug === 'organisation' ? [] : declared.id_fields.map((field) => `{${field}}`)
  const names = schemasOf(declared)
  // A webhook delivery is another thing than a delivery of a supplier.
  const namesIt = ({ path }: Listed) => !path.includes('/webhooks/') && ids.some((id) => path.includes(id))
  return operations.filter((one) => namesIt(one) || answersWith(one).some((name) => names.includes(name)))
}

function statesOf({ slug, schema, states }: ObjectDeclaration): ObjectState[] {
  if (states === undefined) return []
  const field = schemaOf(component(schema).properties?.[states.field] ?? {})
  const values = (field['x-extensible-enum'] ?? field.enum ?? []) as string[]
  return values.map((state) => {
    const meaning = states.meanings[state]
    if (meaning === undefined) throw new Error(`lib/object_list.ts does not say what ${state} of ${slug} means`)
    return { state, meaning }
  })
}

/** The paths of all fields, those of lists and of nested objects with the names of their parents. */
const pathsOf = (fields: Field[], within = ''): string[] =>
  fields.flatMap(({ name, fields: inner }) => [within + name, ...pathsOf(inner, `${within}${name}.`)])

const endsWith = (path: string, field: string) => path === field || path.endsWith(`.${field}`)

const paths = new Map(object_list.map((one) => [one.slug, pathsOf(fieldsOf(component(one.schema)))]))

function reference(from: ObjectDeclaration, to: ObjectDeclaration): string[] {
  if (from === to) return []
  return paths.get(from.slug)!.filter((path) => to.id_fields.some((field) => endsWith(path, field)))
}

const references = (pairs: [shown: ObjectDeclaration, fields: string[]][]): Reference[] =>
  pairs.flatMap(([one, fields]) => (fields.length === 0 ? [] : [{ title: titleOf(one), href: hrefOf(one), fields }]))

function otherFields({ schema, other_schemas }: ObjectDeclaration) {
  const own = new Set(Object.keys(component(schema).properties ?? {}))
  return other_schemas
    .map((name) => ({
      schema: name,
      description: component(name).description ?? '',
      fields: fieldsOf(component(name)).filter((field) => !own.has(field.name)),
    }))
    .filter(({ fields }) => fields.length > 0)
}

function shown(declared: ObjectDeclaration): ShownObject {
  const own = operationsOf(declared)
  const names = schemasOf(declared)
  const events = shown_events.filter(({ record_name }) => names.includes(record_name))
  const namesIt = ({ schema }: ShownEvent) =>
    pathsOf(fieldsOf(schema)).some((path) => declared.id_fields.some((field) => endsWith(path, field)))
  return {
    slug: declared.slug,
    title: titleOf(declared),
    href: hrefOf(declared),
    meaning: terms.get(declared.term) ?? '',
    fields: fieldsOf(component(declared.schema)),
    state_field: declared.states?.field ?? null,
    states: statesOf(declared),
    other_fields: otherFields(declared),
    refers_to: references(object_list.map((one) => [one, reference(declared, one)])),
    referred_to_by: references(object_list.map((one) => [one, reference(one, declared)])),
    with_key: own.filter(isPublic),
    with_session: own.filter((one) => !isPublic(one)),
    events,
    named_by: shown_events.filter((one) => !events.includes(one) && namesIt(one)),
  }
}

export const shown_objects: ShownObject[] = object_list.map(shown)
