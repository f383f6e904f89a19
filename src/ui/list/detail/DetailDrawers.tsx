import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined'
import LeftOutlined from '@ant-design/icons-svg/es/asn/LeftOutlined'
import UpOutlined from '@ant-design/icons-svg/es/asn/UpOutlined'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { resourceNamed } from '../../../declared/declared.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useFocusReturn } from '../../hooks/useFocusReturn.ts'
import { Icon } from '../../look/Icon.tsx'
import { useIsShown } from '../../tab/Located.tsx'
import { PlaceContext, pageOf, type RecordKey, recordsOver, withRecords } from '../../tab/recordAddress.ts'
import { placeOf } from '../../tab/screens.ts'
import type { Neighbours } from '../Records.tsx'
import { InnerListContext } from './innerList.ts'
import { useDetail } from './useDetail.tsx'

interface Stack {
  at: string
  /** The record that the page's own address opens, beneath those over it. */
  first: RecordKey | null
  /** All that lie over one another, the topmost last. */
  records: readonly RecordKey[]
}

/** How much of a record is seen beside the one that lies over it, in px. */
const EDGE = 48

/** Gives the address with no more than so many of the records. */
const addressOf = ({ at, first, records }: Stack, count: number): string => {
  if (count === 0) return pageOf(at)
  return withRecords(at, records.slice(first ? 1 : 0, count))
}

/** Gives the address with another record of the same resource on top. */
const addressBeside = ({ at, first, records }: Stack, id: number): string => {
  if (records.length === 1 && first) {
    const [pathname = '', search] = pageOf(at).split('?')
    return `${placeOf(pathname).path}/show/${id}${search === undefined ? '' : `?${search}`}`
  }
  return withRecords(at, [...records.slice(first ? 1 : 0, -1), ...records.slice(-1).map(({ resource }) => ({ resource, id }))])
}

const idBeside = (behind: Neighbours | null, { resource, id }: RecordKey, way: 1 | -1): number | undefined => {
  const place = behind?.resource === resource ? behind.ids.indexOf(id) : -1
  return place < 0 ? undefined : behind?.ids[place + way]
}

const WAYS = { ArrowUp: -1, ArrowDown: 1 } as const

/** 上一条 and 下一条 of the list behind the topmost record; at the ends of its page there is none. */
const Walk = ({ stack, record, behind, hasKeys }: { stack: Stack; record: RecordKey; behind: Neighbours | null; hasKeys: boolean }) => {
  const navigate = useNavigate()
  const [before, after] = [idBeside(behind, record, -1), idBeside(behind, record, 1)]
  // One goes back to where one was before the first of them, not through all that one has passed.
  const walk = (id: number | undefined): void => {
    if (id !== undefined) navigate(addressBeside(stack, id), { replace: true })
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key, altKey } = event
      const isHere = target === document.body || (target instanceof Element && target.closest('.ant-drawer') !== null)
      if (!hasKeys || !altKey || !isHere || !(key in WAYS)) return
      event.preventDefault()
      walk(WAYS[key as keyof typeof WAYS] === 1 ? after : before)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  if (before === undefined && after === undefined) return null
  const button = (label: string, key: string, icon: typeof UpOutlined, id: number | undefined) => (
    <Button
      type="text"
      aria-label={label}
      title={t`${label}（Alt+${key === 'ArrowUp' ? '↑' : '↓'}）`}
      aria-keyshortcuts={`Alt+${key}`}
      icon={<Icon of={icon} />}
      disabled={id === undefined}
      onClick={() => walk(id)}
    />
  )
  return (
    <span className="detail-walk">
      {button(t`上一条`, 'ArrowUp', UpOutlined, before)}
      {button(t`下一条`, 'ArrowDown', DownOutlined, after)}
    </span>
  )
}

/**
 * All lie in the layer of the dialogs, and what came last in front. The library would lift each above the one that it lies over, and above the dialogs that are
 * opened from it.
 */
const LAYER = 1000

/** One record of the stack, with those that lie over it. */
const Level = ({ stack, depth, behind }: { stack: Stack; depth: number; behind: Neighbours | null }) => {
  useFocusReturn()
  const navigate = useNavigate()
  // Of a page that is not shown nothing may lie over the one that is.
  const isShown = useIsShown()
  const record = stack.records[depth] as RecordKey
  const over = stack.records[depth + 1]
  const isTop = over === undefined
  const [inner, setInner] = useState<Neighbours | null>(null)
  const { head, actions, body } = useDetail(resourceNamed(record.resource), record.id, isTop && isShown)
  const at = addressOf(stack, depth + 1)
  const place = useMemo(() => ({ at, first: stack.first }), [at, stack.first])
  const back = (): void => void navigate(addressOf(stack, depth))
  // What had the focus may be gone with the deed that it did: then the drawer does not hear the key.
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent): void => {
      if (key === 'Escape' && isTop && isShown && target === document.body) back()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return (
    <Drawer
      open={isShown}
      width={720}
      zIndex={LAYER}
      push={{ distance: EDGE }}
      classNames={{ header: 'detail-header', mask: depth > 0 ? 'detail-mask' : '' }}
      closable={{ 'aria-label': t`关闭` }}
      // Its button closes all of them; Esc and a click beside it go back to the one beneath.
      onClose={(event) => (event.currentTarget.matches('button') ? void navigate(addressOf(stack, 0)) : back())}
      title={
        <span className="detail-title">
          {depth > 0 && (
            <Button type="text" size="small" icon={<Icon of={LeftOutlined} />} onClick={back}>
              {t`返回`}
            </Button>
          )}
          {head}
        </span>
      }
      extra={
        <span className="detail-extra">
          {actions}
          {isTop && <Walk stack={stack} record={record} behind={behind} hasKeys={isShown} />}
        </span>
      }
    >
      <PlaceContext value={place}>
        <InnerListContext value={setInner}>{body}</InnerListContext>
      </PlaceContext>
      {over && <Level key={over.resource} stack={stack} depth={depth + 1} behind={inner} />}
    </Drawer>
  )
}

/** The records that an address opens over its page, each over the one that led to it. The address can be sent. */
export default function DetailDrawers({ at, first, behind }: { at: string; first: RecordKey | null; behind: Neighbours | null }) {
  const records = [...(first ? [first] : []), ...recordsOver(at)]
  const [lowest] = records
  return lowest ? <Level key={lowest.resource} stack={{ at, first, records }} depth={0} behind={behind} /> : null
}
