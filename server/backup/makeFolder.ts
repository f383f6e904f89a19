import { mkdir } from 'node:fs/promises'

/** Makes a folder of backups that nobody else may look into, with those above it. */
export const makeFolder = async (folder: string): Promise<void> => void (await mkdir(folder, { recursive: true, mode: 0o700 }))
