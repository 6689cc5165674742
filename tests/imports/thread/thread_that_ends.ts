/** A thread of imports that ends as soon as it is asked to work. */
import process from 'node:process'
import { parentPort } from 'node:worker_threads'

parentPort!.on('message', () => process.exit(1))
