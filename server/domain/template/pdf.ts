import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fontkit from '@pdf-lib/fontkit'
import { PDFDocument, type PDFFont, type PDFPage } from 'pdf-lib'
import subsetFont from 'subset-font'
import { linesOf, type TemplateLine } from '../../../src/derive/template.ts'

const FONT = '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'

/** A4 in points, and what stays white around. */
const PAGE = { width: 595.28, height: 841.89, margin: 62 }
const LOOKS = {
  title: { size: 17, leading: 34, indent: 0 },
  head: { size: 11.5, leading: 24, indent: 0 },
  text: { size: 10.5, leading: 19, indent: 21 },
} as const
const FOOT = { size: 9, bottom: 34 }
/** No line begins with these. */
const NOT_FIRST = '，。、；：？！）》」』”’%'

let font: Buffer | null = null
const fontBytes = (): Buffer => {
  font ??= readFileSync(createRequire(import.meta.url).resolve(FONT))
  return font
}

/** Gives a text in lines that fit the width. Letters and digits of one word stay together where they can. */
const wrapped = (text: string, widthOf: (text: string) => number, width: number, indent: number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const piece of text.match(/[\x21-\x7e]{1,30}|[\s\S]/gu) ?? []) {
    const room = width - (lines.length === 0 ? indent : 0)
    if (line !== '' && widthOf(line + piece) > room && !NOT_FIRST.includes(piece)) {
      lines.push(line)
      line = piece === ' ' ? '' : piece
    } else line += piece
  }
  return [...lines, line]
}

/** Writes lines down the pages, beginning a new one where the last is full. */
class Writer {
  private page: PDFPage | null = null
  private y = 0
  private readonly document: PDFDocument
  private readonly font: PDFFont

  constructor(document: PDFDocument, font: PDFFont) {
    this.document = document
    this.font = font
  }

  write({ is, text }: TemplateLine): void {
    const { size, leading, indent: first } = LOOKS[is]
    const width = PAGE.width - 2 * PAGE.margin
    const widthOf = (some: string): number => this.font.widthOfTextAtSize(some, size)
    const isShort = !text.includes('。')
    const indent = isShort ? 0 : first
    for (const [index, line] of wrapped(text, widthOf, width, indent).entries()) {
      const x = is === 'title' ? (PAGE.width - widthOf(line)) / 2 : PAGE.margin + (index === 0 ? indent : 0)
      this.place(line, x, size, leading)
    }
  }

  private place(line: string, x: number, size: number, leading: number): void {
    if (!this.page || this.y - leading < PAGE.margin) {
      this.page = this.document.addPage([PAGE.width, PAGE.height])
      this.y = PAGE.height - PAGE.margin
    }
    this.y -= leading
    if (line !== '') this.page.drawText(line, { x, y: this.y, size, font: this.font })
  }
}

/** What stands at the foot of each page, and what stands for a sign that the font lacks. */
const EVERY_PAGE = '第页，共0123456789 □'

/** Gives the font with the signs of a text and no others. pdf-lib's own way loses glyphs of this font, so it is given one that is cut already. */
const fontFor = (text: string): Promise<Buffer> => subsetFont(fontBytes(), text + EVERY_PAGE, { targetFormat: 'truetype' })

/** Controls, and signs that the font has not. */
const printable = (text: string, font: PDFFont): string => {
  const known = new Set(font.getCharacterSet())
  return [...text].map((sign) => (sign === '\n' || known.has(sign.codePointAt(0) ?? 0) ? sign : sign === '\t' ? ' ' : '□')).join('')
}

/** Gives a contract's text, with its values filled in, as a PDF whose font has the signs that it uses and no others. A sign that the font lacks is □. */
export const contractPdf = async (text: string, title: string): Promise<Buffer> => {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit)
  document.setTitle(title)
  document.setLanguage('zh-CN')
  const embedded = await document.embedFont(await fontFor(text), { subset: false })
  const writer = new Writer(document, embedded)
  for (const line of linesOf(printable(text, embedded))) writer.write(line)
  const pages = document.getPages()
  for (const [index, page] of pages.entries()) {
    const words = `第 ${index + 1} 页，共 ${pages.length} 页`
    const x = (PAGE.width - embedded.widthOfTextAtSize(words, FOOT.size)) / 2
    page.drawText(words, { x, y: FOOT.bottom, size: FOOT.size, font: embedded })
  }
  return Buffer.from(await document.save())
}
