/** Mutants of the conditions in hand-written SQL: a comparison turned, a condition dropped, a null test turned. */
import ts from 'typescript'

export interface Mutant {
  id: string
  line: number
  original: string
  replacement: string
  /** The whole file with this mutant; without one, the mutant is a switch in the instrumented file. */
  source?: string
}

const turned: [RegExp, (found: string) => string][] = [
  [/(?<=[\s)])(<=|>=|<|>)(?=\s)/g, (sign) => ({ '<=': '<', '>=': '>', '<': '<=', '>': '>=' })[sign]!],
  [/\bis not null\b/g, () => 'is null'],
  [/\bis null\b/g, () => 'is not null'],
  [/\band not exists\b/g, () => 'and exists'],
  [/\band (?!not exists)(?=[\w.]+ (?:=|<|>|is |in |not ))/g, () => 'or '],
]

/** Text of the templates of a file that are SQL. */
function sqlTexts(file: ts.SourceFile): ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText().startsWith('sql')) found.push(node.template)
    else ts.forEachChild(node, visit)
  }
  ts.forEachChild(file, visit)
  return found
}

export function sqlMutants(path: string, text: string): Mutant[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return sqlTexts(file).flatMap((node) =>
    turned.flatMap(([pattern, turn]) =>
      [...node.getText().matchAll(pattern)].map((match): Mutant => {
        const at = node.getStart() + match.index
        const replacement = turn(match[0])
        const line = file.getLineAndCharacterOfPosition(at).line + 1
        return {
          id: `sql ${at} ${replacement.trim()}`,
          line,
          original: match[0].trim(),
          replacement: replacement.trim(),
          source: text.slice(0, at) + replacement + text.slice(at + match[0].length),
        }
      }),
    ),
  )
}
