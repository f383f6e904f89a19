import './kinds.css'
import type { Kind } from '../../core/kinds.ts'
import { changes, resource } from './changes.tsx'
import { date, datetime } from './date.tsx'
import { enumeration } from './enum.tsx'
import { enums } from './enums.tsx'
import { files } from './files.tsx'
import { images } from './images.tsx'
import type { KindView } from './kindView.ts'
import { decimal, fen, int } from './number.tsx'
import { ref, refs } from './ref.tsx'
import { rows } from './rows.tsx'
import { text } from './text.tsx'
import { texts } from './texts.tsx'
import { url } from './url.tsx'

/** How each kind of column looks. */
export const kindViews: Readonly<Record<Kind, KindView>> = {
  text,
  note: text,
  code: text,
  url,
  phone: text,
  card: text,
  bank: text,
  int,
  decimal,
  fen,
  date,
  datetime,
  enum: enumeration,
  enums,
  ref,
  refs,
  texts,
  images,
  files,
  rows,
  resource,
  changes,
}
