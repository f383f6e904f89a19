import sharp from 'sharp'

/** A small picture as a file that a browser or a call can send; `seed` makes it another. */
export const picture = async (
  name: string,
  format: 'jpeg' | 'png' | 'webp',
  seed = 1,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> => ({
  name,
  mimeType: `image/${format}`,
  buffer: await sharp({
    create: { width: 40, height: 30, channels: 3, background: { r: (seed * 37) % 256, g: 120, b: (seed * 91) % 256 } },
  })
    .composite([{ input: { create: { width: 20, height: 4, channels: 3, background: 'white' } }, left: 10, top: 12 }])
    .toFormat(format)
    .toBuffer(),
})
