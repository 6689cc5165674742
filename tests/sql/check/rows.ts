/** The row type that a statement declares, held against the columns that PostgreSQL describes. */
import ts from 'typescript'
import type { DescribedColumn, Kind } from './database.ts'

export interface Fault {
  rule: 'not_prepared' | 'missing_column' | 'undeclared_column' | 'repeated_column' | 'wrong_type' | 'null_undeclared'
  column: string
  declared: string
  database: string
}

interface Field {
  is_optional: boolean
  /** As it is written. */
  text: string
  kinds: Set<string>
}

type Fields = Map<string, Field>

/** The fields of the rows; of a union, those of every member. null where no row type is declared. */
export function declaredFields(checker: ts.TypeChecker, node: ts.TaggedTemplateExpression): Fields | null {
  const pending = checker.getTypeAtLocation(node) as ts.TypeReference
  const rows = checker.getTypeArguments(pending)[0]
  const row = rows && checker.isArrayType(rows) ? checker.getTypeArguments(rows as ts.TypeReference)[0] : undefined
  if (row === undefined || row.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return null
  if (row.getStringIndexType()) return null
  const members = row.isUnion() ? row.types : [row]
  const fields: Fields = new Map()
  for (const property of members.flatMap((member) => checker.getPropertiesOfType(member))) {
    const { name } = property
    const field = fieldOf(checker, property, node)
    const isEverywhere = members.every((member) => checker.getPropertyOfType(member, name))
    const kinds = new Set([...field.kinds, ...(fields.get(name)?.kinds ?? [])])
    fields.set(name, { ...field, kinds, is_optional: field.is_optional || !isEverywhere })
  }
  return fields
}

function fieldOf(checker: ts.TypeChecker, property: ts.Symbol, node: ts.Node): Field {
  const type = checker.getTypeOfSymbolAtLocation(property, node)
  return {
    is_optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
    text: checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation).slice(0, 120),
    kinds: new Set(kindsOf(checker, type)),
  }
}

function kindsOf(checker: ts.TypeChecker, type: ts.Type): string[] {
  if (type.isUnion()) return type.types.flatMap((one) => kindsOf(checker, one))
  const { flags } = type
  if (flags & ts.TypeFlags.StringLike) return ['string']
  if (flags & ts.TypeFlags.NumberLike) return ['number']
  if (flags & ts.TypeFlags.BooleanLike) return ['boolean']
  if (flags & ts.TypeFlags.Null) return ['null']
  if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return ['undefined']
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return ['any']
  const constraint = flags & ts.TypeFlags.Instantiable ? checker.getBaseConstraintOfType(type) : undefined
  if (flags & ts.TypeFlags.Instantiable) return constraint ? kindsOf(checker, constraint) : ['any']
  const name = type.symbol?.name
  if (name === 'Uint8Array' || name === 'Buffer') return ['bytes']
  if (name === 'Date') return ['Date']
  if (checker.isArrayType(type)) {
    const element = checker.getTypeArguments(type as ts.TypeReference)[0]!
    const kinds = kindsOf(checker, element).filter((kind) => kind !== 'null')
    return kinds.map((kind) => `${kind}[]`)
  }
  // An intersection of a primitive, as in `string & {}`, is that primitive.
  if (type.isIntersection()) {
    const primitive = type.types.flatMap((one) => kindsOf(checker, one)).find((kind) => kind !== 'object')
    return [primitive ?? 'object']
  }
  return ['object']
}

export function compareRows(fields: Fields, columns: readonly DescribedColumn[], text: string): Fault[] {
  const faults: Fault[] = []
  const add = (rule: Fault['rule'], column: string, declared: string, database: string) =>
    faults.push({ rule, column, declared, database })
  const described = new Set<string>()
  for (const column of columns) {
    const { name, sql_type } = column
    if (described.has(name)) add('repeated_column', name, name, `${name} twice, of which the driver keeps the last`)
    described.add(name)
    const field = fields.get(name)
    if (field === undefined) {
      add('undeclared_column', name, 'nothing', `${name} ${sql_type}`)
      continue
    }
    const declared = `${name}: ${field.text}`
    if (!fits(field.kinds, column.kind))
      add('wrong_type', name, declared, `${name} ${sql_type}, which arrives as ${column.kind}`)
    else if (isNeverNull(field.kinds) && mayBeNull(column, text))
      add('null_undeclared', name, declared, `${name} ${sql_type}, which may be null`)
  }
  for (const [name, { is_optional, text: declared }] of fields)
    if (!described.has(name) && !is_optional) add('missing_column', name, `${name}: ${declared}`, 'no such column')
  return faults
}

const isNeverNull = (kinds: ReadonlySet<string>) => !['null', 'undefined', 'any'].some((kind) => kinds.has(kind))

/**
 * Whether a column of a table may be null: it is nullable and nothing in the statement is asked of it that null would
 * fail, or the statement names its table on the far side of outer joins alone. Computed columns are not judged.
 */
function mayBeNull({ origin }: DescribedColumn, text: string): boolean {
  if (origin === undefined) return false
  const { table, column, is_nullable } = origin
  const filterPattern = new RegExp(`\\b${column}( is not null| (<>|<|>|<=|>=) | in \\(| between )`)
  if (is_nullable) return !filterPattern.test(text)
  const named = text.match(new RegExp(`\\b(from|join|update|into|using)\\s+"?${table}\\b`, 'g')) ?? []
  const outer = text.match(new RegExp(`\\b(left|full)\\s+join\\s+"?${table}\\b`, 'g')) ?? []
  return outer.length > 0 && outer.length === named.length && !filterPattern.test(text)
}

/** Whether what arrives is among what is declared. */
function fits(kinds: ReadonlySet<string>, kind: Kind): boolean {
  const values = [...kinds].filter((one) => one !== 'null' && one !== 'undefined')
  if (kind === 'json' || values.includes('any')) return true
  return values.some((one) => one === kind || (kind.endsWith('[]') && one === 'any[]'))
}
