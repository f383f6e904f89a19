import { execFileSync } from 'node:child_process'
import { storeFolder } from './storeFolder.ts'

/** Copies a stopped server's data directory, owners and all: as root PostgreSQL runs as another user. */
export const copyStore = (from: string, name: string): string => {
  const folder = storeFolder(name)
  execFileSync('cp', ['-a', `${from}/.`, folder])
  return folder
}
