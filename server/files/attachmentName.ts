import type { attachmentKinds } from '../../src/core/attachments.ts'

/** Letters at most take three bytes each: with its ending a name stays within what file systems take (255 bytes). */
const MAX_BYTES = 200
/** What Windows calls devices. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

const cut = (stem: string, most: number): string => {
  let short = ''
  for (const letter of stem) {
    if (Buffer.byteLength(short + letter) > most) break
    short += letter
  }
  return short.trim()
}

/** What a name may not have: letters that are not seen or turn others round, and those that some file system or shell reads as more than a letter. */
const plain = (name: string): string =>
  (name.normalize('NFC').split(/[/\\]/).at(-1) ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/[\p{Z}\s]+/gu, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')

/**
 * Gives the name under which an upload is kept and handed out: as it was called, without what deceives (paths, letters that are not seen or run
 * backwards), and with an ending that says what it is, whatever it ended with: 报价.exe that is a PDF becomes 报价.exe.pdf.
 */
export const attachmentName = (given: string, { extensions }: Pick<(typeof attachmentKinds)[number], 'extensions'>): string => {
  const name = plain(given)
  const ending = extensions.find((extension) => name.toLowerCase().endsWith(`.${extension}`))
  const stem = cut(ending === undefined ? name : name.slice(0, -ending.length - 1), MAX_BYTES).replaceAll(/[. ]+$/g, '') || '附件'
  return `${DEVICES.test(stem) ? '_' : ''}${stem}.${ending ?? extensions[0]}`
}
