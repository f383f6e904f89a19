import iconv from 'iconv-lite'
import { CallError } from '../../../src/core/errors.ts'

const UTF8_MARK = [0xef, 0xbb, 0xbf]

const isText = (bytes: Uint8Array, encoding: string): boolean => {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** In which encoding bytes are, and where the text begins in them. Throws 400 where they are neither UTF-8 nor GBK. */
export const encodingOf = (bytes: Uint8Array): { encoding: 'utf-8' | 'gb18030'; from: number } => {
  if (UTF8_MARK.every((byte, index) => bytes[index] === byte)) return { encoding: 'utf-8', from: UTF8_MARK.length }
  for (const encoding of ['utf-8', 'gb18030'] as const) if (isText(bytes, encoding)) return { encoding, from: 0 }
  throw new CallError(400, '文件的编码须为 UTF-8 或 GBK，也可能是文件没有传完整', { field: 'file' })
}

/** Gives a text in an encoding. In GBK (with the four bytes of GB 18030 for rare signs), what has no place there is a question mark. */
export const encoded = (text: string, encoding: 'utf-8' | 'gbk'): Buffer => iconv.encode(text, encoding === 'gbk' ? 'gb18030' : encoding)
