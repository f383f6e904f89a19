/** What the rest of the server may use of 下载记录: which jobs' files they are, and who may not have one any more. */
export { DOWNLOADS, type Download, refusalOf } from './refusalOf.ts'
