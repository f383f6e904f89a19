import { useEffect, useRef } from 'react'
import { codeOf } from '../../../core/states.ts'
import type { RowOf } from '../../../core/typed.ts'
import { resourceNamed } from '../../../declared/declared.ts'
import type { Page } from '../../../protocol/envelope.ts'
import { failureText } from '../../../providers/call.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import declared from '../../../resources/message/message.ts'
import { mayRead } from '../../action/allowed.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { useRead } from '../../hooks/useRead.ts'
import { useReadAnew } from '../../hooks/useReadAnew.ts'
import { shortInstantText } from '../../look/dates.ts'
import { openable, type RecordKey } from '../../tab/recordAddress.ts'
import { addressFromAnywhere, MESSAGE_CENTER } from '../../tab/shownPlace.ts'
import { NEWEST } from '../useMessages.ts'

type Message = RowOf<typeof declared>

const [UNREAD, READ] = [codeOf(declared, 'unread'), codeOf(declared, 'read')]
/** So many of the newest, those in the trash left out. */
const FIRST = { status: [UNREAD, READ], page: 1, page_rows: 8 }

/** Gives what a message is about, where this person may read that; else the message itself, in which he reads the rest. */
const subjectOf = ({ msg_id, resource, record_id }: Message): RecordKey => {
  const about = openable(resource)
  return about && record_id !== null && mayRead(about) ? { resource: about.name, id: record_id } : { resource: declared.name, id: msg_id }
}

interface OneMessage {
  message: Message
  onFollow: (message: Message) => void
}

const Entry = ({ message, onFollow }: OneMessage) => (
  <li>
    <a href={`#${addressFromAnywhere(subjectOf(message))}`} onClick={() => onFollow(message)}>
      <span className="messages-title" data-unread={message.status === UNREAD}>
        {message.status === UNREAD && <span className="visually-hidden">{t`未读`} </span>}
        {said(message.title)}
      </span>
      <time>{shortInstantText(message.create_time)}</time>
      <span className="messages-text" title={said(message.content)}>
        {said(message.content)}
      </span>
    </a>
  </li>
)

/** The newest messages under the bell. Each leads to what it is about, and is read then. */
export default function MessagesPanel({ isView, onClose }: { isView: boolean; onClose: () => void }) {
  const panel = useRef<HTMLElement>(null)
  const { deed } = useDeed()
  const readAnew = useReadAnew()
  const { data, error } = useRead<Page<Message>>(NEWEST, FIRST, { isView: true })
  useEffect(() => panel.current?.focus(), [])
  const follow = (message: Message): void => {
    const { msg_id, status } = message
    onClose()
    // It tells that something has changed: what was read of the record before is not what stands now.
    readAnew.records(resourceNamed(subjectOf(message).resource))
    if (isView || status !== UNREAD) return
    void deed('/message/has_read', { msg_id }).then(() => readAnew.records(resourceNamed(declared.name)))
  }
  return (
    <section ref={panel} tabIndex={-1} className="messages-panel" aria-label={t`最新消息`} aria-busy={!data && !error}>
      <header>
        <strong>{t`消息`}</strong>
        <a href={`#${MESSAGE_CENTER}`} onClick={onClose}>
          {t`消息中心`}
        </a>
      </header>
      {error && <p role="alert">{failureText(error)}</p>}
      {data?.list.length === 0 && <p>{t`没有消息`}</p>}
      <ul>
        {data?.list.map((message) => (
          <Entry key={message.msg_id} message={message} onFollow={follow} />
        ))}
      </ul>
    </section>
  )
}
