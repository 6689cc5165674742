/** A separate process that starts a cluster or claims a directory, prints that it has, and keeps running. */
import { claimDataDir, startEmbedded } from '../../../db/embedded/start.ts'

const [what, data_dir = ''] = process.argv.slice(2)
try {
  if (what === 'claim') {
    claimDataDir(data_dir)
    console.log(JSON.stringify({ pid: process.pid }))
  } else {
    const { url, attached } = await startEmbedded({ data_dir, durable: false })
    console.log(JSON.stringify({ pid: process.pid, url, attached }))
  }
  setInterval(() => undefined, 60_000)
} catch (error) {
  console.log(JSON.stringify({ refused: String(error) }))
}
