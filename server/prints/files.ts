import { join } from 'node:path'
import { diskAt, type FileDisk } from '../files/disk.ts'

/** Gives the papers that were drawn, by the SHA-256 of their content. Nothing removes them. */
export const printDisk = (dataDir: string): FileDisk => diskAt(join(dataDir, 'files', 'prints'))
