/** Reads one file or interchange in a thread of its own. */
import { parentPort } from 'node:worker_threads'
import { doTask } from './do_task.ts'
import type { Task } from './task.ts'

parentPort!.once('message', (task: Task) => parentPort!.postMessage(doTask(task)))
