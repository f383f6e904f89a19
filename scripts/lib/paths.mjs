import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))
export const at = (...parts) => join(root, ...parts)

/** Scratch that git and biome already ignore, on the same disk as dist, so that a rename into place stays one step. */
export const cache = (...parts) => {
  mkdirSync(at('.cache'), { recursive: true })
  return at('.cache', ...parts)
}
