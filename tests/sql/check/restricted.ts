/**
 * Reads in a statement's text which tenant tables it names and whether each is restricted to one organisation: its
 * organization_id must equal a parameter, directly or through the other tables of the join.
 */

interface Token {
  kind: 'word' | 'parameter' | 'sign'
  text: string
}

const pattern = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$\d+|"[^"]+"|[A-Za-z_]\w*|\d[\w.]*|::|<>|<=|>=|\S/g

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(pattern), ([found]): Token[] => {
    if (found.startsWith('--') || found.startsWith('/*')) return []
    if (/^[$'\d]/.test(found)) return [{ kind: 'parameter', text: found }]
    if (found.startsWith('"')) return [{ kind: 'word', text: found.slice(1, -1) }]
    return /^\w/.test(found) ? [{ kind: 'word', text: found.toLowerCase() }] : [{ kind: 'sign', text: found }]
  }).flat()
}

/** One select, insert, update or delete with the tables that it names; those within it are blocks of their own. */
interface Block {
  outer: Block | null
  tokens: Token[]
  tables: Named[]
}

interface Named {
  table: string
  alias: string
  /** How it is restricted: to a parameter, or as another of the block or around it. */
  isRestricted: boolean
  same: Named[]
}

const beginsBlock = /^(select|with|insert|update|delete|values)$/
const splitsBlock = /^(union|intersect|except)$/
/** Words that follow a table where it has no alias. */
const afterTable =
  /^(as|on|using|where|join|left|right|full|inner|cross|natural|set|order|group|having|limit|offset|for|union|intersect|except|returning|values|select|default|window|tablesample|and|or)$/
const introducesTable = /^(from|join|update|into|using)$/

/** Splits a statement at its parentheses and set operations; parentheses around mere expressions are left in place. */
function blocksOf(tokens: readonly Token[]): Block[] {
  const blocks: Block[] = []
  const open = (outer: Block | null) => {
    const block: Block = { outer, tokens: [], tables: [] }
    blocks.push(block)
    return block
  }
  let block = open(null)
  const closers: ('block' | 'expression')[] = []
  tokens.forEach((token, i) => {
    if (token.text === '(' && token.kind === 'sign') {
      const next = tokens[i + 1]
      const isBlock = next?.kind === 'word' && beginsBlock.test(next.text) && tokens[i + 2]?.text !== '.'
      closers.push(isBlock ? 'block' : 'expression')
      block.tokens.push(token)
      if (isBlock) block = open(block)
    } else if (token.text === ')' && token.kind === 'sign') {
      if (closers.pop() === 'block') block = block.outer!
      block.tokens.push(token)
    } else if (token.kind === 'word' && splitsBlock.test(token.text)) {
      block = open(block.outer)
    } else block.tokens.push(token)
  })
  return blocks
}

const isWord = (token: Token | undefined, text?: string): token is Token =>
  token?.kind === 'word' && (text === undefined || token.text === text)

/** `variants v`, `variants as v` or `variants`, where a table may be named; null where it is none of ours. */
function namedAt(tokens: readonly Token[], at: number, tenantTables: ReadonlySet<string>): Named | null {
  const token = tokens[at]
  if (!isWord(token) || !tenantTables.has(token.text) || tokens[at + 1]?.text === '.') return null
  const isAs = isWord(tokens[at + 1], 'as')
  const next = tokens[at + (isAs ? 2 : 1)]
  const hasAlias = isWord(next) && (isAs || !afterTable.test(next.text))
  return { table: token.text, alias: hasAlias ? next.text : token.text, isRestricted: false, same: [] }
}

/** Tables of the block; an insert's target is restricted by listing the column. */
function findTables(block: Block, tenantTables: ReadonlySet<string>): void {
  const { tokens } = block
  let inList = false
  let depth = 0
  tokens.forEach((token, i) => {
    if (token.text === '(') depth++
    if (token.text === ')') depth--
    const isIntroduced = isWord(token) && introducesTable.test(token.text)
    if (isWord(token) && depth === 0)
      inList = token.text === 'from' || (inList && !/^(where|set|group|order|limit|for|returning)$/.test(token.text))
    if (!isIntroduced && !(inList && depth === 0 && token.text === ',')) return
    let at = i + 1
    while (tokens[at]?.text === '(' || isWord(tokens[at], 'lateral')) at++
    const named = namedAt(tokens, at, tenantTables)
    if (named === null) return
    if (isWord(token, 'into')) named.isRestricted = listsOrganization(tokens.slice(at + 1))
    block.tables.push(named)
  })
}

function listsOrganization(after: readonly Token[]): boolean {
  const list = after.slice(after.findIndex(({ text }) => text === '('))
  return list
    .slice(
      0,
      list.findIndex(({ text }) => text === ')'),
    )
    .some((token) => isWord(token, 'organization_id'))
}

type Side = Named | 'value' | null

/** What an operand is the organisation of. A name that is no tenant table is a result, checked where it is made. */
function sideOf(operand: readonly Token[], block: Block): Side {
  const [first, , column] = operand
  if (operand.length < 2) {
    if (first?.text === 'organization_id') return block.tables[0] ?? null
    return first?.kind === 'parameter' || first?.text === 'any' ? 'value' : null
  }
  return isWord(column, 'organization_id') ? (tableOf(first!.text, block) ?? 'value') : null
}

function tableOf(alias: string, block: Block | null): Named | undefined {
  return block?.tables.find((named) => named.alias === alias) ?? (block ? tableOf(alias, block.outer) : undefined)
}

interface Operands {
  all: Token[][]
  end: number
}

/** `$1`, `column` or `alias.column` and its casts, or a row of them. */
function operandsAt(tokens: readonly Token[], at: number): Operands {
  if (tokens[at]?.text !== '(') {
    const length = tokens[at + 1]?.text === '.' ? 3 : 1
    let end = at + length
    while (tokens[end]?.text === '::') {
      end += 2
      while (tokens[end]?.text === '[' || tokens[end]?.text === ']') end++
    }
    return { all: [tokens.slice(at, at + length)], end }
  }
  const all: Token[][] = []
  let end = at
  do {
    const one = operandsAt(tokens, end + 1)
    if (tokens[end + 1]?.text !== '(') all.push(...one.all)
    end = one.end
  } while (tokens[end]?.text === ',')
  return { all, end: end + 1 }
}

/** An alternative or a case restricts nothing. */
const isOptional = (tokens: readonly Token[], at: number, end: number): boolean =>
  /^(or|when|not)$/.test(tokens[at - 1]?.text ?? '') || isWord(tokens[end], 'or')

function equate({ tables }: Block, one: Side, other: Side): void {
  const pairs = [
    [one, other],
    [other, one],
  ] as const
  for (const [named, value] of pairs) {
    if (named === null || named === 'value' || !tables.includes(named)) continue
    if (value === 'value') named.isRestricted = true
    else if (value !== null) named.same.push(value)
  }
}

/** Reads `a.organization_id = …`, `(a.organization_id, …) = (…)`, `… in (…)` and `using (organization_id, …)`. */
function readConditions(block: Block): void {
  const { tokens, tables } = block
  tokens.forEach(({ text, kind }, i) => {
    if (text === 'using' && tokens[i + 1]?.text === '(') {
      const isJoined = operandsAt(tokens, i + 1).all.some(([name]) => isWord(name, 'organization_id'))
      if (isJoined) for (const named of tables.slice(1)) equate(block, tables[0]!, named)
    }
    if (tokens[i - 1]?.text === '.' || (kind === 'sign' && text !== '(')) return
    const left = operandsAt(tokens, i)
    const sign = tokens[left.end]
    if (isWord(sign, 'in') && !isOptional(tokens, i, left.end))
      for (const operand of left.all) equate(block, sideOf(operand, block), 'value')
    if (sign?.text !== '=') return
    const right = operandsAt(tokens, left.end + 1)
    if (isOptional(tokens, i, right.end)) return
    left.all.forEach((operand, n) => equate(block, sideOf(operand, block), sideOf(right.all[n] ?? [], block)))
  })
}

function isRestricted(named: Named, seen = new Set<Named>()): boolean {
  if (named.isRestricted) return true
  if (seen.has(named)) return false
  seen.add(named)
  return named.same.some((one) => isRestricted(one, seen))
}

/** Tenant tables that the statement reads or writes across organisations, each once. */
export function unrestrictedTables(statement: string, tenantTables: ReadonlySet<string>): string[] {
  const blocks = blocksOf(tokensOf(statement))
  for (const block of blocks) findTables(block, tenantTables)
  for (const block of blocks) readConditions(block)
  const named = blocks.flatMap(({ tables }) => tables)
  return [...new Set(named.filter((one) => !isRestricted(one)).map(({ table }) => table))]
}
