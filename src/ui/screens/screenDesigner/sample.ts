import { attachmentKinds, type HeldAttachment } from '../../../core/attachments.ts'
import type { CompleteColumn, CompleteResource } from '../../../derive/complete.ts'
import type { Row } from '../../action/begun.ts'

const ROWS = 4
const DAY = 86_400
/** An instant that every preview shows alike. */
const START = 1_767_225_600

const sampleOf = (column: CompleteColumn, place: number): unknown => {
  const { spec } = column
  if (spec.numbered) return `${spec.numbered.letters ?? ''}${String(place).padStart(spec.numbered.digits, '0')}`
  switch (column.is) {
    case 'int':
      return 12 * place
    case 'decimal':
      return 36.5 + place
    case 'fen':
      return 120_000 * place
    case 'date':
      return `2026-0${place}-15`
    case 'datetime':
      return START + place * 40 * DAY
    case 'phone':
      return `138****000${place}`
    case 'card':
      return `310***********000${place}`
    case 'bank':
      return `622*********000${place}`
    case 'enum': {
      const values = spec.is === 'enum' ? Object.keys(spec.of) : []
      return Number(values[(place - 1) % Math.max(1, values.length)])
    }
    case 'enums':
      return spec.is === 'enums' ? Object.keys(spec.of).slice(0, place).map(Number) : []
    case 'ref':
      return place
    case 'refs':
    case 'images':
    case 'files':
    case 'rows':
      return []
    default:
      return place === ROWS && !spec.required ? '' : `${column.label}${place}`
  }
}

/** Attachments that are none: they are shown, and lead nowhere. */
const sampleFiles = (label: string): readonly HeldAttachment[] =>
  ['pdf', 'docx'].map((extension, place) => ({
    file_id: place + 1,
    name: `${label}.${extension}`,
    mime: attachmentKinds.find(({ extensions }) => (extensions as readonly string[]).includes(extension))?.mime ?? '',
    bytes: 120_000 * (place + 1),
    url: '',
  }))

/** Gives a few rows of values by kind, so that a screen shows what it will look like before there is any record. */
export const sampleRows = (resource: CompleteResource): Row[] =>
  Array.from({ length: ROWS }, (_, index) => ({
    ...Object.fromEntries(
      resource.columns.flatMap((column) => [
        [column.name, column.name === resource.key ? index + 1 : sampleOf(column, index + 1)],
        ...(column.is === 'files' && index % 2 === 0 ? [[`${column.name}_files`, sampleFiles(column.label)]] : []),
        ...(column.is === 'ref' ? [[`${column.name}_title`, `${column.label}${index + 1}`]] : []),
      ]),
    ),
  }))
