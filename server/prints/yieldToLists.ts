import { setPriority } from 'node:os'

/** Of nice(1): who asks for a list waits for it, who prints a thousand receipts does not. */
const LATER = 10

/** Puts the thread that calls it behind those that answer calls. Only on Linux, where a thread has a priority of its own: elsewhere it would be the process's. */
export const yieldToLists = (): void => {
  if (process.platform === 'linux') setPriority(LATER)
}
