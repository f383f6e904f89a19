import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { setImmediate as turn } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { brokenFile } from '../../files/openZip.ts'

export type Attributes = Readonly<Record<string, string>>

/** What is wanted of an XML part, told as it is read. Names come without their namespace's prefix. */
export interface Listener {
  open?(name: string, attributes: Attributes): void
  /** The text within the element that was opened last and stands open. */
  text?(text: string): void
  close?(name: string): void
}

/** No part of a workbook nests deeper; each level that stands open takes memory. */
const MAX_DEPTH = 64

const local = (name: string): string => {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

/**
 * Reads an XML part piece by piece, so that it never stands in memory whole, and leaves the thread to others after each. A document
 * type, which could name entities that multiply, is refused. Throws 400 where the part is no XML.
 */
export const readXml = async (stream: Readable, listener: Listener): Promise<void> => {
  const parser = new SaxesParser()
  const decoder = new StringDecoder('utf8')
  const refuse = (error: unknown): never => {
    throw brokenFile(error)
  }
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  let depth = 0
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAX_DEPTH) refuse(null)
    listener.open?.(local(name), attributes as Attributes)
  })
  if (listener.text) {
    parser.on('text', (text) => listener.text?.(text))
    parser.on('cdata', (text) => listener.text?.(text))
  }
  parser.on('closetag', ({ name }) => {
    depth--
    listener.close?.(local(name))
  })
  try {
    for await (const chunk of stream) {
      parser.write(decoder.write(chunk as Buffer))
      await turn()
    }
    parser.write(decoder.end()).close()
  } catch (error) {
    stream.destroy()
    throw brokenFile(error)
  }
}
