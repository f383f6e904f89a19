import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { resources } from '../../derive/declared.ts'
import { isInMenu } from '../../derive/menu.ts'
import type { UserInfo } from '../../protocol/types.ts'
import { mayCall } from '../../providers/accessControlProvider.ts'
import { call } from '../../providers/call.ts'
import { t } from '../../providers/i18nProvider.ts'
import { useRunAction } from '../action/ActionHost.tsx'
import { goTo } from '../goTo.ts'
import './palette.css'
import { Dialog } from '../Dialog.tsx'
import { usePaused } from '../usePaused.ts'
import { screens } from './screens.ts'

interface Entry {
  id: string
  kind: string
  label: string
  go: () => void
}

type Rows = Record<string, unknown>[]

/** Records that are found by what is typed: the call, its param, and how a row reads. Numbers come masked from the server. */
const FINDERS = [
  {
    kind: '房间',
    call: '/api/org/find',
    can: '/api/org/list',
    param: 'unit_number',
    key: 'org_id',
    path: '/homeList',
    label: ['region_name', 'unit_floor'],
  },
  {
    kind: '租客',
    call: '/api/lessee/find',
    can: '/api/lessee/index',
    param: 'keyword',
    key: 'custom_id',
    path: '/user/userList',
    label: ['name', 'phone'],
  },
  {
    kind: '合同',
    call: '/api/contract/index',
    can: '/api/contract/index',
    param: 'sn',
    key: 'contract_id',
    path: '/contract/contract',
    label: ['sn', 'custom_name'],
  },
  {
    kind: '账单',
    call: '/api/bill/index',
    can: '/api/bill/index',
    param: 'sn',
    key: 'bill_id',
    path: '/bill/billList',
    label: ['sn', 'custom_name'],
  },
] as const

const SHOWN = 6

const find = async (typed: string, signal: AbortSignal): Promise<Entry[]> => {
  const found = await Promise.all(
    FINDERS.filter(({ can }) => mayCall(can)).map(async (finder) => {
      const data = await call<Rows | { list: Rows }>(finder.call, { [finder.param]: typed, page: 1, page_rows: SHOWN }, { signal })
      return (Array.isArray(data) ? data : data.list).slice(0, SHOWN).map((row) => ({
        id: `${finder.kind}${row[finder.key]}`,
        kind: finder.kind,
        label: finder.label.map((name) => String(row[name] ?? '')).join(' '),
        go: () => goTo(`${finder.path}?detail=${row[finder.key]}`),
      }))
    }),
  )
  return found.flat()
}

const useEntries = (typed: string, user: UserInfo): { entries: Entry[]; isLoading: boolean } => {
  const run = useRunAction()
  const asked = usePaused(typed.trim(), 200)
  const { data = [], isFetching } = useQuery<Entry[]>({
    queryKey: ['palette', asked],
    enabled: asked.length > 1,
    queryFn: ({ signal }) => find(asked, signal),
  })
  const opened = screens()
    .filter((screen) => isInMenu(screen, user.access, user.sidebar))
    .map((screen) => ({ id: screen.path, kind: t('页面'), label: t(screen.label), go: () => goTo(screen.path) }))
  const deeds = resources.flatMap((resource) =>
    resource.actions
      .filter((action) => action.on === 'page' && mayCall(action.can))
      .map((action) => ({ id: action.can, kind: t('操作'), label: action.label, go: () => run(resource, action) })),
  )
  const named = [...opened, ...deeds].filter(({ label }) => label.includes(typed.trim()))
  return { entries: [...named.slice(0, typed.trim() === '' ? 8 : SHOWN), ...(asked.length > 1 ? data : [])], isLoading: isFetching }
}

/** Ctrl K: screens, deeds, rooms, tenants, contracts and bills by what one types. */
export default function Palette({ user, onClose }: { user: UserInfo; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const { entries, isLoading } = useEntries(typed, user)
  const at = Math.min(chosen, Math.max(0, entries.length - 1))
  const go = (entry: Entry | undefined): void => {
    if (!entry) return
    onClose()
    entry.go()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setChosen(Math.min(at + 1, entries.length - 1))
    else if (event.key === 'ArrowUp') setChosen(Math.max(at - 1, 0))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(entries[at])
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      footer={null}
      closable={false}
      width={640}
      title={t('查找与前往')}
      transitionName=""
      maskTransitionName=""
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
      className="palette"
    >
      <input
        ref={input}
        role="combobox"
        aria-label={t('查找页面、操作、房间、租客、合同、账单')}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={entries[at] ? `palette-${at}` : undefined}
        placeholder={t('页面、操作、房号、姓名、手机号、合同号、账单号')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setChosen(0)
        }}
        onKeyDown={onKey}
      />
      <div id="palette-list" role="listbox" aria-label={t('结果')} aria-busy={isLoading}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
          <div key={entry.id} id={`palette-${index}`} role="option" tabIndex={-1} aria-selected={index === at} onClick={() => go(entry)}>
            <span>{t(entry.kind)}</span>
            {entry.label}
          </div>
        ))}
        {entries.length === 0 && <p className="list-hint">{isLoading ? t('查找中…') : t('没有找到')}</p>}
      </div>
    </Dialog>
  )
}
