/** The row type that a statement declares, held against the columns that PostgreSQL describes. */
import ts from 'typescript'
import type { DescribedColumn, Kind } from './database.ts'

export interface Fault {
  rule: 'not_prepared' | 'missing_column' | 'undeclared_column' | 'repeated_column' | 'wrong_type' | 'null_undeclared'
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

/** The fields of the rows; null where no row type is declared. */
export function declaredFields(checker: ts.TypeChecker, node: ts.TaggedTemplateExpression): Fields | null {
  const pending = checker.getTypeAtLocation(node) as ts.TypeReference
  const rows = checker.getTypeArguments(pending)[0]
  const row = rows && checker.isArrayType(rows) ? checker.getTypeArguments(rows as ts.TypeReference)[0] : undefined
  if (row === undefined || row.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return null
  if (row.getStringIndexType()) return null
  return new Map(checker.getPropertiesOfType(row).map((property) => [property.name, fieldOf(checker, property, node)]))
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
  const described = new Set<string>()
  for (const column of columns) {
    const { name, sql_type } = column
    if (described.has(name))
      faults.push({ rule: 'repeated_column', declared: name, database: `${name} twice; the driver keeps the last` })
    described.add(name)
    const field = fields.get(name)
    if (field === undefined) {
      faults.push({ rule: 'undeclared_column', declared: 'nothing', database: `${name} ${sql_type}` })
      continue
    }
    const declared = `${name}: ${field.text}`
    if (!fits(field.kinds, column.kind))
      faults.push({ rule: 'wrong_type', declared, database: `${name} ${sql_type}, which arrives as ${column.kind}` })
    else if (column.is_nullable === true && isNeverNull(field.kinds) && !text.includes(`${name} is not null`))
      faults.push({ rule: 'null_undeclared', declared, database: `${name} ${sql_type}, which may be null` })
  }
  for (const [name, { is_optional, text: declared }] of fields)
    if (!described.has(name) && !is_optional)
      faults.push({ rule: 'missing_column', declared: `${name}: ${declared}`, database: 'no such column' })
  return faults
}

const isNeverNull = (kinds: ReadonlySet<string>) => !['null', 'undefined', 'any'].some((kind) => kinds.has(kind))

/** Whether every kind that is declared is what arrives, null aside. */
function fits(kinds: ReadonlySet<string>, kind: Kind): boolean {
  const values = [...kinds].filter((one) => one !== 'null' && one !== 'undefined')
  if (kind === 'json' || values.includes('any')) return true
  if (kind === 'json[]') return values.every((one) => one.endsWith('[]'))
  return values.every((one) => one === kind || one === 'any[]' || one === 'never[]')
}
