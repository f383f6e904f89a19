import type { UserInfo } from '../../protocol/types.ts'
import { BeginMenu } from './BeginMenu.tsx'
import { MessageBell } from './messages/MessageBell.tsx'
import { UserMenu } from './UserMenu.tsx'
import { useUnread } from './useMessages.ts'

/** What the header has for the person: the news, what to begin, and the menu of his own. */
export const PersonTools = ({ user }: { user: UserInfo }) => {
  const unread = useUnread()
  return (
    <>
      <MessageBell unread={unread} isView={user.is_view} />
      <BeginMenu />
      <UserMenu user={user} unread={unread} />
    </>
  )
}
