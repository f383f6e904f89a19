/** A file as a call answers it: a text, or bytes in base64 where another body wants another encoding. */
export interface SavedFile {
  name: string
  text?: string
  base64?: string
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** Gives the browser a file to save. */
export const saveFile = ({ name, text = '', base64 }: SavedFile): void => {
  const content = base64 === undefined ? new Blob([text], { type: 'text/plain;charset=utf-8' }) : new Blob([bytesOf(base64)])
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
