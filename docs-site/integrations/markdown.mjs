/** Converts a built page to Markdown: the content of the text column, without buttons, scripts and tabs. */
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'

const parser = unified().use(rehypeParse, { fragment: true })
const printer = unified()
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', fences: true, rule: '-', listItemIndent: 'one' })

const classesOf = (node) => [node.properties?.className ?? []].flat()
const has = (node, name) => classesOf(node).includes(name)

const textOf = (node) => (node.type === 'text' ? node.value : (node.children ?? []).map(textOf).join(''))

export function find(node, is) {
  if (is(node)) return node
  for (const child of node.children ?? []) {
    const found = find(child, is)
    if (found) return found
  }
  return null
}
const findAll = (node, is) => (is(node) ? [node] : (node.children ?? []).flatMap((child) => findAll(child, is)))
const named = (name) => (node) => node.tagName === name

const code = (lang, value, extra) => ({ type: 'code', lang: lang || null, value: value.replace(/\n$/, ''), ...extra })
const caption = (words, extra) => ({ type: 'paragraph', children: [{ type: 'text', value: words }], ...extra })

const fence_names = { curl: 'sh', JavaScript: 'js', Python: 'python', Go: 'go', PHP: 'php', Ruby: 'ruby' }

/** Code blocks of the reference: with their captions, and each language under its name. */
function figure(state, node) {
  if (!has(node, 'code-block')) return state.all(node)
  const panels = findAll(node, (one) => one.properties?.role === 'tabpanel')
  if (panels.length === 0) {
    const label = textOf(find(node, named('span')) ?? { children: [] })
    const text = textOf(find(node, named('pre')))
    return [caption(`${label}:`), code(/^\s*[[{]/.test(text) ? 'json' : '', text)]
  }
  return panels.flatMap((panel, index) => {
    const label = String(panel.properties.dataLanguage ?? '')
    const extra = { data: { is_further_language: index > 0 } }
    return [caption(`${label}:`, extra), code(fence_names[label] ?? '', textOf(find(panel, named('pre'))), extra)]
  })
}

/** Fenced blocks of Markdown pages, where each line is an element. */
function pre(state, node) {
  const lines = findAll(node, (one) => has(one, 'ec-line'))
  const text = lines.length > 0 ? lines.map((line) => textOf(line).replace(/\n$/, '')).join('\n') : textOf(node)
  return code(String(node.properties?.dataLanguage ?? ''), text)
}

/** Name, type, description and rules of a field on one line; nested fields below. */
function field(state, node) {
  const parts = node.children.filter((child) => child.tagName === 'p')
  const [head, ...rest] = parts
  const words = head.children
    .filter((child) => child.type === 'element' && !has(child, 'name'))
    .map(textOf)
    .join(', ')
  const children = [{ type: 'inlineCode', value: textOf(find(head, named('code'))) }, { type: 'text', value: ` (${words})` }]
  for (const [index, one] of rest.entries())
    children.push({ type: 'text', value: index === 0 ? ': ' : ' ' }, ...state.all(one))
  const inner = node.children.filter((child) => child.tagName === 'details').flatMap((child) => find(child, named('ul')) ?? [])
  return { type: 'listItem', spread: false, children: [{ type: 'paragraph', children }, ...inner.map((one) => list(state, one))] }
}

const list = (state, node) => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: node.children.filter(named('li')).map((item) => field(state, item)),
})

function ul(state, node) {
  if (has(node, 'fields')) return list(state, node)
  if (has(node, 'operation-list'))
    return {
      type: 'list',
      spread: false,
      children: findAll(node, named('a')).map((link) => {
        const [method, title, path] = link.children.filter((child) => child.tagName === 'span').map(textOf)
        const text = [{ type: 'text', value: title.trim() }]
        const children = [
          { type: 'link', url: link.properties.href, children: text },
          { type: 'text', value: ': ' },
          { type: 'inlineCode', value: `${method.trim()} ${path.trim()}` },
        ]
        return { type: 'listItem', spread: false, children: [{ type: 'paragraph', children }] }
      }),
    }
  return plain_list(state, node)
}
const plain_list = (state, node) => ({
  type: 'list',
  ordered: node.tagName === 'ol',
  spread: false,
  children: state.toSpecificContent(state.all(node), () => ({ type: 'listItem', spread: false, children: [] })),
})

const isBlank = (node) => node === undefined || (node.type === 'text' && node.value.trim() === '')
const trimmed = (nodes) => {
  while (nodes.length > 0 && isBlank(nodes[0])) nodes = nodes.slice(1)
  while (nodes.length > 0 && isBlank(nodes.at(-1))) nodes = nodes.slice(0, -1)
  return nodes
}

/** Definition lists: term and description on one line. */
function dl(state, node) {
  const items = []
  for (const child of node.children) {
    if (child.tagName === 'dt') items.push({ term: trimmed(state.all(child)), meaning: [] })
    if (child.tagName === 'dd') items.at(-1)?.meaning.push(...state.all(child))
  }
  const isBlock = (one) => ['list', 'paragraph', 'code', 'table'].includes(one.type)
  const children = items.map(({ term, meaning }) => {
    const line = [...term, { type: 'text', value: ': ' }, ...meaning.filter((one) => !isBlock(one))]
    return { type: 'listItem', spread: false, children: [{ type: 'paragraph', children: line }, ...meaning.filter(isBlock)] }
  })
  return { type: 'list', ordered: false, spread: false, children }
}

const nothing = () => undefined

/** Adds spaces around text that only the layout separates. */
const spaced = (state, node) => [...state.all(node), { type: 'text', value: ' ' }]
const span = (state, node) => (has(node, 'method') || has(node, 'status') ? [{ type: 'text', value: ' ' }, ...spaced(state, node)] : state.all(node))

// A wbr marks a possible line break and adds no text.
const handlers = { figure, pre, ul, dl, span, wbr: nothing, button: nothing, script: nothing, style: nothing, svg: nothing, input: nothing }

/** Removes visual-only elements: links beside headings, labels of copy buttons, and parts marked data-twin="skip". */
function prune(node) {
  const leaves = (child) =>
    child.properties?.dataTwin === 'skip' || has(child, 'sl-anchor-link') || has(child, 'copy') || has(child, 'sr-only')
  if (node.children) node.children = node.children.filter((child) => child.type !== 'comment' && !leaves(child))
  node.children?.forEach(prune)
  return node
}

const withoutFurther = (node) => ({
  ...node,
  ...(node.children
    ? { children: node.children.filter((child) => !child.data?.is_further_language).map(withoutFurther) }
    : {}),
})

/** The main content without syntax highlighting: navigation and highlighting make up most of a page's elements. */
const readable = (html) =>
  html
    .slice(html.indexOf('<main'), html.lastIndexOf('</main>'))
    .replaceAll(/(<pre tabindex="0"[^>]*><code[^>]*>)([^]*?)(<\/code><\/pre>)/g, (_, start, code, end) =>
      start + code.replaceAll(/<\/?(?:i|span)\b[^>]*>/g, '') + end,
    )

/** Returns { title, description, whole, short }; `short` shows each request only in its first language. */
export async function pageToMarkdown(html, address) {
  const [title_element, meta_element] = [/<title>[^<]*<\/title>/, /<meta name="description"[^>]*>/].map((one) => one.exec(html)?.[0] ?? '')
  const tree = parser.parse(title_element + meta_element + readable(html))
  const title = textOf(find(tree, (node) => node.properties?.dataPageTitle !== undefined) ?? find(tree, named('title')))
  const description = String(find(tree, named('meta'))?.properties?.content ?? '')
  const body = find(tree, (node) => has(node, 'sl-markdown-content'))
  const head = `# ${title.trim()}\n\n${description ? `> ${description}\n\n` : ''}`
  if (!body) return { title: title.trim(), description, whole: head, short: head }
  const mdast = await unified().use(rehypeRemark, { handlers }).run(prune({ type: 'root', children: body.children }))
  const print = (root) => `${head}${printer.stringify(root)}`.replaceAll('](/', `](${address}/`)
  return { title: title.trim(), description, whole: print(mdast), short: print(withoutFurther(mdast)) }
}
