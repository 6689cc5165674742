/** Copy buttons and language tabs. Every page shows the language that was selected last. */
const kept = 'sample-language'

async function copy(button: HTMLButtonElement): Promise<void> {
  const shown = button.closest('[data-samples]')?.querySelector('[role=tabpanel]:not([hidden]) code')
  const text = button.dataset.copy ?? shown?.textContent ?? ''
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Select and copy'
  }
  setTimeout(() => (button.textContent = 'Copy'), 1600)
}

function show(language: string): void {
  for (const group of document.querySelectorAll('[data-samples]')) {
    const tabs = [...group.querySelectorAll<HTMLElement>('[role=tab]')]
    if (!tabs.some((tab) => tab.dataset.language === language)) continue
    for (const tab of tabs) {
      const is_chosen = tab.dataset.language === language
      tab.setAttribute('aria-selected', String(is_chosen))
      tab.tabIndex = is_chosen ? 0 : -1
    }
    for (const panel of group.querySelectorAll<HTMLElement>('[role=tabpanel]'))
      panel.hidden = panel.dataset.language !== language
  }
}

function choose(tab: HTMLElement): void {
  const top = tab.getBoundingClientRect().top
  show(tab.dataset.language!)
  // Other samples on the page change height too: keep the selected tab under the pointer.
  window.scrollBy(0, tab.getBoundingClientRect().top - top)
  try {
    localStorage.setItem(kept, tab.dataset.language!)
  } catch {
    // Without storage, the choice applies to this page only.
  }
}

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  const button = target?.closest<HTMLButtonElement>('button[data-copy], button[data-copy-shown]')
  if (button) void copy(button)
  const tab = target?.closest<HTMLElement>('[data-samples] [role=tab]')
  if (tab) choose(tab)
})

document.addEventListener('keydown', (event) => {
  const tab = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-samples] [role=tab]') : null
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!tab || step === undefined) return
  const tabs = [...tab.parentElement!.querySelectorAll<HTMLElement>('[role=tab]')]
  const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]!
  choose(next)
  next.focus()
  event.preventDefault()
})

try {
  const language = localStorage.getItem(kept)
  if (language !== null) show(language)
} catch {
  // Without storage, show the first language.
}
