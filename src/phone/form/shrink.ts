/** Longer than this no side of a paper need be to be read. */
const LONGEST = 2000
const QUALITY = 0.85

/** Gives a photograph small enough for a weak network, upright; as it is where this browser cannot draw it, for the server to say what it thinks. */
export const shrink = async (file: File): Promise<Blob> => {
  try {
    const image = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.width * scale)
    canvas.height = Math.round(image.height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', QUALITY))
  } catch {
    return file
  }
}
