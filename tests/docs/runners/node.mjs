import { readFileSync } from 'node:fs'
import { verify } from './verify.mjs'

const text = (given) => Buffer.from(given.slice(1), 'base64').toString('utf8')
for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const [body, header, secrets, tolerance, now] = line.split(' ')
  const options = { toleranceSeconds: Number(tolerance), now: Number(now) }
  const list = secrets === '-' ? [] : secrets.split(',').map(text)
  console.log(verify(Buffer.from(body.slice(1), 'base64'), header === '-' ? undefined : text(header), list, options))
}
