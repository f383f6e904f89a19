import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { sheetName, workbookOf } from '../files/sheetXml.ts'

/** A sheet of a file that is made: its name and its XML, piece by piece. */
export interface MadeSheet {
  name: string
  xml: Iterable<string> | AsyncIterable<string>
}

const LEVEL = 1

/** Gives a workbook as the stream of its bytes; sheets are made while it is read. */
export const workbookStream = (sheets: readonly MadeSheet[]): Readable => {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: Error): void => void output.destroy(error)
  zip.on('error', fail)
  for (const [path, text] of Object.entries(workbookOf(sheets.map(({ name }) => sheetName(name))))) zip.addBuffer(Buffer.from(text), path)
  for (const [index, { xml }] of sheets.entries())
    zip.addReadStreamLazy(`xl/worksheets/sheet${index + 1}.xml`, { compressionLevel: LEVEL, forceZip64Format: false }, (use) =>
      use(null, Readable.from(xml, { objectMode: false }).on('error', fail)),
    )
  zip.end()
  return output
}
