import type { ReactNode } from 'react'
import { parsePath } from 'react-router'
import { isOpenTo } from '../../derive/menu.ts'
import { currentUser } from '../../providers/session.ts'
import { useRights } from '../hooks/useRights.ts'
import { placeOf } from './screens.ts'

/** Whether an address of this client, with its # or without, leads this person to a page that they may open and read something of. */
export const mayLead = (address: string): boolean => {
  const user = currentUser()
  const { pathname = '' } = parsePath(address.replace(/^#/, ''))
  const { screen } = placeOf(pathname)
  return user !== null && screen !== null && isOpenTo(screen, user)
}

interface Props {
  to: string
  /** What stands there where it leads nowhere: in a drawing a group, elsewhere text. */
  otherwise?: 'span' | 'g'
  className?: string
  'aria-label'?: string
  children: ReactNode
}

/** A link to a page; where that would be refused it is no more than what it says. */
export const LeadLink = ({ to, otherwise: Plain = 'span', ...rest }: Props) => {
  useRights()
  return mayLead(to) ? <a href={to} {...rest} /> : <Plain {...rest} />
}
