import { join } from 'node:path'
import { type FolderFiles, filesIn } from '../files/folder.ts'

/** Where exported files lie: in the folder of files, which the nodes share. */
export const exportFolder = (dataDir: string): string => join(dataDir, 'files', 'exports')

/** Gives the exported files. One is named `<job>-<attempt>.<extension>`. */
export const exportFilesIn = (dataDir: string): FolderFiles => filesIn(exportFolder(dataDir))
