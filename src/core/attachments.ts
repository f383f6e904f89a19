/** What an attachment can be, by its content: the MIME type, the extensions that its name may end with (the first is given to one with none of them), and what it is called. */
export const attachmentKinds = [
  { is: 'pdf', mime: 'application/pdf', extensions: ['pdf'], label: 'PDF' },
  { is: 'word', mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extensions: ['docx'], label: 'Word' },
  { is: 'word', mime: 'application/msword', extensions: ['doc'], label: 'Word' },
  { is: 'excel', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extensions: ['xlsx'], label: 'Excel' },
  { is: 'excel', mime: 'application/vnd.ms-excel', extensions: ['xls'], label: 'Excel' },
  { is: 'picture', mime: 'image/jpeg', extensions: ['jpg', 'jpeg'], label: '图片' },
  { is: 'picture', mime: 'image/png', extensions: ['png'], label: '图片' },
  { is: 'picture', mime: 'image/webp', extensions: ['webp'], label: '图片' },
  { is: 'text', mime: 'text/plain', extensions: ['txt', 'csv'], label: '文本' },
] as const

export type AttachmentMime = (typeof attachmentKinds)[number]['mime']

/** What icons tell apart. */
export type AttachmentKind = (typeof attachmentKinds)[number]['is']

/** How many attachments a column holds where it names no fewer, and what each may come to. */
export const MAX_ATTACHMENTS = 9
export const MAX_ATTACHMENT_MB = 20

/** What may be attached, in words: of the field's hint and of refusals. */
export const ATTACHABLE = 'PDF、Word、Excel、图片、文本'

/** An attachment as a record names it: `<column>_files` beside the numbers in `<column>`. */
export interface Attachment {
  file_id: number
  name: string
  mime: string
  bytes: number
}

/** One that can be fetched: at its record's address. */
export interface HeldAttachment extends Attachment {
  url: string
}

/** Gives the attachments that a record's column names, in its order; one whose file is gone is left out. */
export const filesIn = (row: Readonly<Record<string, unknown>>, name: string): readonly HeldAttachment[] =>
  (row[`${name}_files`] ?? []) as readonly HeldAttachment[]

/** Gives what an attachment of this MIME type is; a text where the type is none of them. */
export const kindOfMime = (mime: string): (typeof attachmentKinds)[number] =>
  attachmentKinds.find((kind) => kind.mime === mime) ?? attachmentKinds[8]

const KB = 1024

/** Gives a size as people read it: 640 B, 12 KB, 3.4 MB. */
export const sizeText = (bytes: number): string => {
  if (bytes < KB) return `${bytes} B`
  if (bytes < KB * KB) return `${Math.round(bytes / KB)} KB`
  return `${(bytes / KB / KB).toFixed(1)} MB`
}

/** Letters at the end of a name that stay in view: its extension, and what tells 终稿 from 初稿. */
const TAIL = 8

/** Gives a name in two, of which the first gives way where there is no room: a long name shows its beginning and its end. */
export const nameParts = (name: string): [head: string, tail: string] => {
  const letters = [...name]
  return letters.length <= 2 * TAIL ? [name, ''] : [letters.slice(0, -TAIL).join(''), letters.slice(-TAIL).join('')]
}
