declare module 'subset-font' {
  /** Gives a font with the signs of a text and no others. */
  export default function subsetFont(font: Buffer, text: string, options: { targetFormat: 'truetype' }): Promise<Buffer>
}
