/** Layout of the plain pages that the service renders itself: one column, responsive, with a dark mode. */
import { escapeHtml, pageStyle } from '../pipeline/html.ts'

export { escapeHtml }

export const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.ico">
<style>${pageStyle}</style>
</head>
<body><main>
${body}
</main></body>
</html>
`
