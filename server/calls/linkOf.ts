import { LINK_CODE, type Link } from '../caller/links/link.ts'
import type { Context } from './defineCall.ts'

/** The param by which a call names the link that permits it. `missing`: what is told where it is not there. */
export const linkCode = (missing: string) =>
  ({ type: 'string', title: '链接', maxLength: 43, pattern: LINK_CODE, 'x-msg': { required: missing } }) as const

/** Gives the link by which a call comes that a link permits (`can: 'link'`). */
export const linkOf = ({ link }: Pick<Context, 'link'>): Link => {
  if (!link) throw new Error('a call by a link has come without one')
  return link
}
