import { join } from 'node:path'
import { type FolderFiles, filesIn } from '../exports/files.ts'

/**
 * Gives the files of imports, in the folder of files, which the nodes share: what was sent is `<import>.<extension>`, what is sent back
 * with its mistakes marked `<import>-errors.xlsx`.
 */
export const importFilesIn = (dataDir: string): FolderFiles => filesIn(join(dataDir, 'files', 'imports'))

export const sentFile = (importId: number, kind: string): string => `${importId}.${kind}`
export const errorFile = (importId: number): string => `${importId}-errors.xlsx`
