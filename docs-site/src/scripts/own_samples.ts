/**
 * Samples with the ids and the address of a reader who is signed in to the app on the same address, which left them in
 * `localStorage` (app/own.ts). Nothing is asked of the service, and keys and tokens stay placeholders.
 */
interface Own {
  base_url: string
  organization_id: string
  ids: Record<string, string>
}

const isText = (value: unknown): value is string => typeof value === 'string' && /^[\w:./-]{1,200}$/.test(value)

function readOwn(): Own | null {
  try {
    const own = JSON.parse(localStorage.getItem('own') ?? 'null') as Own | null
    return own !== null && isText(own.base_url) && isText(own.organization_id) && typeof own.ids === 'object' ? own : null
  } catch {
    return null
  }
}

/** How each language reads a variable: within a text, and alone, where a text takes its place. */
const within = (variable: string) => [`$${variable}`, `\${process.env.${variable}}`, `{os.environ['${variable}']}`, `#{ENV.fetch('${variable}')}`]
const alone = (variable: string) => [`process.env.${variable}!`, `os.Getenv("${variable}")`, `getenv('${variable}')`, `ENV.fetch('${variable}')`]

/** Puts a text in place of another in highlighted code, whose parts are elements of their own. */
function replace(code: Element, from: string, to: string): boolean {
  const at = (code.textContent ?? '').indexOf(from)
  if (at < 0) return false
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  let passed = 0
  let isFirst = true
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    const [start, end] = [Math.max(0, at - passed), Math.min(text.length, at + from.length - passed)]
    passed += text.length
    if (start >= end) continue
    node.textContent = text.slice(0, start) + (isFirst ? to : '') + text.slice(end)
    isFirst = false
  }
  return true
}

function replaceAll(code: Element, from: string, to: string): number {
  let times = 0
  // What is put in may not contain what is looked for, or this would not end.
  if (!to.includes(from)) while (replace(code, from, to)) times++
  return times
}

function show(own: Own, samples: HTMLElement): void {
  const examples = Object.entries(JSON.parse(samples.dataset.examples ?? '{}') as Record<string, string>)
  let times = 0
  for (const code of samples.querySelectorAll('code[data-lang]')) {
    const quote = code.getAttribute('data-lang') === 'Go' ? '"' : "'"
    for (const [variable, value] of [
      ['BASE_URL', own.base_url],
      ['ORGANIZATION_ID', own.organization_id],
    ] as const) {
      for (const text of within(variable)) times += replaceAll(code, text, value)
      for (const text of alone(variable)) times += replaceAll(code, text, `${quote}${value}${quote}`)
    }
    for (const [example, parameter] of examples) {
      const id = own.ids[parameter]
      if (isText(id)) times += replaceAll(code, example, id)
    }
  }
  if (times === 0) return
  const note = document.createElement('p')
  note.className = 'own'
  note.textContent = 'With the address and ids of your organisation, as you left them in the app.'
  samples.append(note)
}

const own = readOwn()
if (own !== null) for (const samples of document.querySelectorAll<HTMLElement>('[data-samples]')) show(own, samples)
