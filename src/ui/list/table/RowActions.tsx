import MoreOutlined from '@ant-design/icons-svg/es/asn/MoreOutlined'
import { useRef, useState } from 'react'
import type { CompleteAction } from '../../../derive/actions.ts'
import type { CompleteResource } from '../../../derive/complete.ts'
import { t } from '../../../providers/i18nProvider.ts'
import type { Row } from '../../action/begun.ts'
import { type RecordDeed, recordDeeds } from '../../action/recordDeeds.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { useRights } from '../../hooks/useRights.ts'
import { Dropdown } from '../../later/libraryParts.ts'
import { Icon } from '../../look/Icon.tsx'

/** Tells of the key that begins an action. */
export const shortcutOf = ({ shortcut }: CompleteAction) =>
  shortcut ? { 'aria-keyshortcuts': shortcut, title: t`按 ${shortcut.toUpperCase()} 键` } : {}

/** At most this many actions stand in the row itself (look.md). */
const IN_ROW = 2

/** Gives what stands in a row itself, of all that may be done from it. */
export const inRowOf = (deeds: readonly RecordDeed[]): readonly RecordDeed[] =>
  deeds.slice(0, deeds.length > IN_ROW + 1 ? IN_ROW : IN_ROW + 1)

/** What does not fit. The menu is made when it is opened: one in every row would keep the rows waiting. */
const More = ({ deeds, onRun }: { deeds: RecordDeed[]; onRun: (deed: RecordDeed) => void }) => {
  const [isOpen, setOpen] = useState(false)
  // A press outside the menu has closed it before the click that it begins arrives here.
  const wasOpen = useRef(false)
  const notePress = (): void => {
    wasOpen.current = isOpen
  }
  const turn = (): void => {
    setOpen(!wasOpen.current)
    wasOpen.current = false
  }
  return (
    <span className="row-more">
      <button type="button" className="link" aria-label={t`更多操作`} aria-expanded={isOpen} onPointerDown={notePress} onClick={turn}>
        <Icon of={MoreOutlined} />
      </button>
      {isOpen && (
        <Dropdown
          open
          trigger={['click']}
          onOpenChange={setOpen}
          menu={{
            items: deeds.map(({ key, label, action }) => ({ key, label, danger: action.tone === 'danger' })),
            onClick: ({ key }) => {
              setOpen(false)
              const deed = deeds.find((other) => other.key === key)
              if (deed) onRun(deed)
            },
          }}
        >
          <span className="row-more-place" />
        </Dropdown>
      )}
    </span>
  )
}

export const RowActions = ({ resource, row }: { resource: CompleteResource; row: Row }) => {
  useRights()
  const run = useRunAction()
  const deeds = recordDeeds(resource, row)
  const inRow = inRowOf(deeds)
  const rest = deeds.slice(inRow.length)
  return (
    <span className="row-actions">
      {inRow.map(({ key, label, action, begin }) => (
        <button
          key={key}
          type="button"
          className={action.tone === 'danger' ? 'link link-danger' : 'link'}
          {...shortcutOf(action)}
          onClick={() => begin(run)}
        >
          {label}
        </button>
      ))}
      {rest.length > 0 && <More deeds={rest} onRun={(deed) => deed.begin(run)} />}
    </span>
  )
}
