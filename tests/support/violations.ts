/** What a page tried against its Content-Security-Policy: Chromium reports each on the console. */
interface Listened {
  on(event: 'console', listen: (message: { text(): string }) => void): void
}

export function violationsOf(page: Listened): string[] {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text())
  })
  return violations
}
