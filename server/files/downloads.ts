import { join } from 'node:path'
import { type FolderFiles, filesIn } from './folder.ts'

/** Where the files lie that jobs make for whoever asked: exports, several papers in one. In the folder of files, which the nodes share. */
export const downloadFolder = (dataDir: string): string => join(dataDir, 'files', 'exports')

/** Gives the files of 下载记录. One is named `<job>-<attempt>.<extension>`. */
export const downloadFilesIn = (dataDir: string): FolderFiles => filesIn(dataDir, 'exports')
