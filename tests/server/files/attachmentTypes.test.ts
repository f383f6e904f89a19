import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attachmentName } from '../../../server/files/attachmentName.ts'
import { readAttachment } from '../../../server/files/attachments.ts'
import { attachmentKinds, MAX_ATTACHMENT_MB, nameParts, sizeText } from '../../../src/core/attachments.ts'
import { compound, docx, pdf, xlsx, zipOf } from '../../help/attachments.ts'
import { picture } from '../../help/pictures.ts'

const MACRO = 'application/vnd.ms-word.document.macroEnabled.main+xml'
const read = async (name: string, bytes: Buffer) => readAttachment({ name, bytes })

describe('told by content, whatever the name says', () => {
  test.each<[string, string, () => Buffer | Promise<Buffer>, string, string]>([
    ['a PDF', '合同.pdf', () => pdf(), 'application/pdf', '合同.pdf'],
    ['a PDF that pretends to be a program', '报价.exe', () => pdf(), 'application/pdf', '报价.exe.pdf'],
    ['a PDF under a name of Word', '合同.docx', () => pdf(), 'application/pdf', '合同.docx.pdf'],
    ['Word', 'a.DOCX', () => docx(), attachmentKinds[1].mime, 'a.docx'],
    ['old Word', 'a.doc', () => compound('WordDocument', '1Table'), 'application/msword', 'a.doc'],
    ['Excel', '清单.xlsx', () => xlsx(), attachmentKinds[3].mime, '清单.xlsx'],
    ['old Excel', '清单.xls', () => compound('Workbook'), 'application/vnd.ms-excel', '清单.xls'],
    ['very old Excel', '清单', () => compound('Book'), 'application/vnd.ms-excel', '清单.xls'],
    ['old Excel with a text put in', 'b.xls', () => compound('Workbook', 'WordDocument'), 'application/vnd.ms-excel', 'b.xls'],
    ['old Word with a sheet put in', 'b.doc', () => compound('WordDocument', 'Workbook'), 'application/msword', 'b.doc'],
    ['a picture', '照.jpeg', async () => (await picture('a', 'jpeg')).buffer, 'image/jpeg', '照.jpeg'],
    ['a picture', '照.png', async () => (await picture('a', 'png')).buffer, 'image/png', '照.png'],
    ['a picture', '照.txt', async () => (await picture('a', 'webp')).buffer, 'image/webp', '照.txt.webp'],
    ['a text', '说明.txt', () => Buffer.from('房屋说明\r\n第二行\t完'), 'text/plain', '说明.txt'],
    ['a table as the bank writes it', '回盘.csv', () => Buffer.from('d5cbbac52cbdf0b6ee0d0a', 'hex'), 'text/plain', '回盘.csv'],
    ['a text as Excel writes it', 'u.txt', () => Buffer.from('\ufeff账号\t金额', 'utf16le'), 'text/plain', 'u.txt'],
    ['a script is a text, and called so', 'run.bat', () => Buffer.from('del *.*'), 'text/plain', 'run.bat.txt'],
  ])('%s: %s', async (_what, name, bytes, mime, kept) => {
    expect(await read(name, await bytes())).toMatchObject({ mime, name: kept, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })
})

const UNKNOWN = '只能上传 PDF、Word、Excel、图片、文本'
const MACROS = '文件里有宏，不能上传：请另存为不带宏的 .docx 或 .xlsx'

describe('refused, with why', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['nothing', () => Buffer.alloc(0), '文件是空的，没有上传'],
    ['blanks', () => Buffer.from(' \n '), UNKNOWN],
    ['a page', () => Buffer.from('\n <!doctype html><script>1</script>'), UNKNOWN],
    ['an SVG', () => Buffer.from('\ufeff<svg xmlns="http://www.w3.org/2000/svg"/>'), UNKNOWN],
    ['a program', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(80)]), UNKNOWN],
    ['a zip', () => zipOf({ 'a.txt': 'a' }), UNKNOWN],
    ['a zip that breaks off', async () => (await docx()).subarray(0, 60), UNKNOWN],
    ['slides', () => docx({}, 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml'), UNKNOWN],
    ['Word with macros under the name of one without', () => docx({}, MACRO), MACROS],
    ['Word that has macros and does not say so', () => docx({ 'word/vbaProject.bin': 'x' }), MACROS],
    ['Excel with macros', () => xlsx({ 'xl/vbaProject.bin': 'x' }), MACROS],
    ['old Word with macros', () => compound('WordDocument', 'Macros', '_VBA_PROJECT'), MACROS],
    ['Word with a password', () => compound('EncryptionInfo', 'EncryptedPackage'), '文件加了密码，别人打不开：请去掉密码再上传'],
    ['an old file that is neither', () => compound('PowerPoint Document'), UNKNOWN],
    ['one byte too many', () => Buffer.concat([pdf(), Buffer.alloc(MAX_ATTACHMENT_MB * 1024 * 1024)]), '文件超过 20 MB，没有上传'],
  ])('%s', async (_what, bytes, message) => {
    await expect(read('a.docx', await bytes())).rejects.toMatchObject({ code: 400, message, data: { field: 'file' } })
  })

  test('no bytes at all make it fail otherwise, and what is taken is one of the kinds', async () => {
    const heads = ['%PDF-', 'PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', 'RIFF', ''].map((head) =>
      Buffer.from(head, 'latin1'),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 400 }), async (head, rest) => {
        const answer = await read('a', Buffer.concat([head, rest])).catch((error: { code?: number }) => error)
        if ('mime' in answer) expect(attachmentKinds.map(({ mime }) => mime)).toContain(answer.mime)
        else expect(answer).toMatchObject({ code: 400 })
      }),
    )
  })
})

describe('a name', () => {
  const [kind] = attachmentKinds
  test.each([
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\temp\\合同.PDF', '合同.pdf'],
    ['合同\u202efdp.exe', '合同fdp.exe.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie_ x=1.pdf'],
    ['  .htaccess', 'htaccess.pdf'],
    ['CON.pdf', '_CON.pdf'],
    ['a"b<c>|?*.pdf', 'a_b_c____.pdf'],
    ['', '附件.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['\ud800', '附件.pdf'],
    ['e\u0301te\u0301.pdf', 'été.pdf'],
  ])('%j is kept as %s', (given, kept) => {
    expect(attachmentName(given, kind)).toBe(kept)
  })

  test('is never a path, never hidden, never longer than a file system takes, and stays what it became', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
        const name = attachmentName(given, kind)
        expect(name).toMatch(/^[^./\\\p{Cc}\p{Cf}\p{Cs}<>:"|?*][^/\\\p{Cc}\p{Cf}\p{Cs}<>:"|?*]*\.pdf$/u)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
        expect(attachmentName(name, kind)).toBe(name)
        expect(() => encodeURIComponent(name)).not.toThrow()
      }),
    )
  })
})

test('a long name shows its beginning and its end; a size is read at a glance', () => {
  expect(nameParts('租赁合同.pdf')).toEqual(['租赁合同.pdf', ''])
  expect(nameParts('公共租赁住房租赁合同补充协议终稿.pdf')).toEqual(['公共租赁住房租赁合同补充', '协议终稿.pdf'])
  expect([0, 1023, 1024, 200_000, 3_565_158].map(sizeText)).toEqual(['0 B', '1023 B', '1 KB', '195 KB', '3.4 MB'])
})
