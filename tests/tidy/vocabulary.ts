/**
 * Words that are used against the glossary (`server/contract/glossary/`): names of declarations and phrases in comments.
 * A rule forbids little, in the folders where the word cannot mean anything else, so that every finding is right.
 */
import ts from 'typescript'
import { parse, type Source, walk } from './sources.ts'

/** `say` is a term of the glossary. */
interface WordRule {
  say: string
  /** Paths to which the rule applies. */
  in: RegExp
  /** Words of a camelCase or snake_case name that is declared there. */
  words: readonly string[]
}

export const wordRules: readonly WordRule[] = [
  {
    say: 'pipeline',
    in: /^(server\/(pipeline|queue|outbox|tables)|db\/(client|embedded))\//,
    words: ['door', 'doors'],
  },
  {
    say: 'diff',
    in: /^server\/(records|catalogue|stock|selling|imports|ledger)\//,
    words: ['plan', 'plans', 'planned', 'planner'],
  },
  { say: 'stock', in: /^server\/(ledger|selling|purchasing|partners|insight)\//, words: ['stocks', 'inventories'] },
  { say: 'user', in: /^server\/platform\/(sign_in|organizations|keys)\//, words: ['accounts'] },
]

interface NameRule {
  say: string
  in: RegExp
  /** Whole names of functions and types. */
  name: RegExp
}

const bareDocument =
  /^((read|claim|finish|lock|select|count|queue|list|get|send|write|hold|file|take|plan)Documents?|(New|Queued|Claimed|Held|Received|Ended|Whole)Document)$/

export const nameRules: readonly NameRule[] = [
  { say: 'outbound document', in: /^server\/(documents|platform\/documents|purchasing)\//, name: bareDocument },
  { say: 'EDI document', in: /^server\/(edi|interchanges|partners\/edi|selling\/edi_orders)\//, name: bareDocument },
  { say: 'order paper', in: /^server\/selling\/order_documents\//, name: bareDocument },
]

/** Participles that say what happened to a value, not what it is. Fields of such a name are published or stored, and pass. */
const emptyNames: ReadonlySet<string> = new Set(['standing', 'noted', 'heard', 'told', 'kept', 'taken', 'asked'])
const emptyNamesOutsideTests: ReadonlySet<string> = new Set(['found'])

interface PhraseRule {
  phrase: RegExp
  /** What a colleague would say. */
  rather: string
}

const phraseRules: readonly PhraseRule[] = [
  { phrase: /\bwhat became of\b/i, rather: 'the outcome of' },
  { phrase: /\bwhoever\b/i, rather: 'name who it is' },
  { phrase: /\banew\b/i, rather: 'again' },
  { phrase: /\bat fault\b/i, rather: 'invalid' },
  { phrase: /\bstands? for no\b/i, rather: 'without' },
  { phrase: /\bstand(s|ing)? apart\b/i, rather: 'not adjacent' },
  { phrase: /^\s*\/\*\* Of [^:,]*\. \*\/$/, rather: 'name the thing that it is of' },
  { phrase: /\bdb\.(direct|door)\b/, rather: 'db.autocommit' },
]

type Declared = ts.NamedDeclaration & { name: ts.Identifier }

const isDeclaration = (node: ts.Node): node is Declared => {
  const { name } = node as ts.NamedDeclaration
  return (
    name !== undefined &&
    ts.isIdentifier(name) &&
    (ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      (ts.isBindingElement(node) && node.propertyName !== undefined))
  )
}

const wordsOf = (name: string): string[] => name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase())

const isValue = (node: ts.Node): boolean =>
  ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)

function faultOf(path: string, node: Declared): string | null {
  const name = node.name.text
  const isTest = path.startsWith('tests/')
  if (isValue(node) && (emptyNames.has(name) || (!isTest && emptyNamesOutsideTests.has(name))))
    return 'say what the value is'
  const words = wordsOf(name)
  const rule =
    wordRules.find((one) => one.in.test(path) && one.words.some((word) => words.includes(word))) ??
    nameRules.find((one) => one.in.test(path) && one.name.test(name))
  return rule === undefined ? null : `say ${rule.say}`
}

const comment = /^\s*(\/\*|\*|\/\/)/

/** `path: name (what to say)` of each declaration, and `path:line: phrase (what to say)` of each comment. */
export function misused(sources: readonly Source[]): string[] {
  const found = new Set<string>()
  for (const source of sources) {
    walk(parse(source), (node) => {
      const fault = isDeclaration(node) ? faultOf(source.path, node) : null
      if (fault !== null) found.add(`${source.path}: ${(node as Declared).name.text} (${fault})`)
    })
    for (const [at, line] of source.text.split('\n').entries())
      for (const { phrase, rather } of comment.test(line) ? phraseRules : [])
        if (phrase.test(line)) found.add(`${source.path}:${at + 1}: ${phrase.exec(line)![0]} (${rather})`)
  }
  return [...found].sort()
}
