/** The service as a separate process: started like main.ts does, with the tests' own operations added. */
import process from 'node:process'
import { listen } from '../../../server/boot/listen.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { startApp } from '../../../server/boot/start.ts'
import { testOperations } from './operations.ts'

const settings = readSettings(process.env)
const running = startApp(settings, settings.DATABASE_URL!, testOperations)
const listener = listen(running, '127.0.0.1', settings.PORT)
console.log(`listening on ${listener.port}`)
const stop = async () => {
  await listener.stop()
  await running.stop()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
// The pipe closes when the parent process ends for any reason.
process.stdin.on('end', () => void stop())
process.stdin.resume()
