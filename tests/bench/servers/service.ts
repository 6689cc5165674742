/** The service in a separate process, without the periodic jobs, which would disturb the measurement. */
import process from 'node:process'
import { listen } from '../../../server/boot/listen.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { startApp } from '../../../server/boot/start.ts'

const settings = readSettings(process.env)
const running = startApp(settings, settings.DATABASE_URL!)
const listener = listen(running, '127.0.0.1', settings.PORT)
process.on('SIGTERM', () => {
  void listener
    .stop()
    .then(() => running.stop())
    .then(() => process.exit(0))
})
