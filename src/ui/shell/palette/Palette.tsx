import { useGo } from '@refinedev/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { resourceNamed, resources } from '../../../declared/declared.ts'
import { isInMenu } from '../../../derive/menu.ts'
import { FOUND_EACH, type FoundRecords, isShortSearch } from '../../../protocol/search.ts'
import type { UserInfo } from '../../../protocol/types.ts'
import { failureText } from '../../../providers/call.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { mayRead } from '../../action/allowed.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { usePaused } from '../../hooks/usePaused.ts'
import { useRead } from '../../hooks/useRead.ts'
import { Dialog } from '../../later/Dialog.tsx'
import { screens } from '../../tab/screens.ts'
import { addressFromAnywhere } from '../../tab/shownPlace.ts'
import { PALETTE_ABOUT, PALETTE_LABEL } from './paletteTexts.ts'

interface Entry {
  id: string
  kind: string
  label: string
  go: () => void
}

/** What is found is a record of which resource. */
const RESOURCE = { person: 'lessee', owner: 'owner', room: 'org', contract: 'contract', bill: 'bill' } as const
const KIND = { person: '租客', owner: '业主', room: '房间', contract: '合同', bill: '账单' } as const
type Found = keyof typeof RESOURCE
type Go = ReturnType<typeof useGo>

const SHOWN = FOUND_EACH

const entriesOf = (go: Go, { person, owner, room, contract, bill }: FoundRecords): Entry[] => {
  const entries = (found: Found, rows: readonly { id: number; texts: readonly string[] }[]): Entry[] => {
    const resource = RESOURCE[found]
    // Whom the role lets read rows may still lack the record whole: then it would open a refusal.
    if (!mayRead(resourceNamed(resource))) return []
    return rows.map(({ id, texts }) => ({
      id: `${found}${id}`,
      kind: KIND[found],
      label: texts.join(' '),
      go: () => void go({ to: addressFromAnywhere({ resource, id }) }),
    }))
  }
  return [
    ...entries(
      'room',
      room.map(({ id, name }) => ({ id, texts: [name] })),
    ),
    ...entries(
      'person',
      person.map(({ id, name, phone }) => ({ id, texts: [name, phone] })),
    ),
    ...entries(
      'owner',
      owner.map(({ id, name, phone }) => ({ id, texts: [name, phone] })),
    ),
    ...entries(
      'contract',
      contract.map(({ id, sn, name }) => ({ id, texts: [sn, name] })),
    ),
    ...entries(
      'bill',
      bill.map(({ id, sn, name }) => ({ id, texts: [sn, name] })),
    ),
  ]
}

interface Offered {
  entries: Entry[]
  isLoading: boolean
  /** What is said beneath: why less was looked for than could be, or that nothing was found. */
  hint: string | null
}

const useEntries = (typed: string, user: UserInfo): Offered => {
  const run = useRunAction()
  const go = useGo()
  const wanted = typed.trim()
  const asked = usePaused(wanted, 200)
  const { data, error, isFetching } = useRead<FoundRecords>(
    asked === '' ? null : '/api/search/find',
    { keyword: asked },
    { isFollowed: true },
  )
  const opened = screens()
    .filter((screen) => isInMenu(screen, user.access, user.sidebar))
    .map((screen) => ({ id: screen.path, kind: t`页面`, label: said(screen.label), go: () => void go({ to: screen.path }) }))
  const deeds = resources.flatMap((resource) =>
    resource.actions
      .filter((action) => action.on === 'page' && mayCall(action.can))
      .map((action) => ({ id: action.can, kind: t`操作`, label: action.label, go: () => run(resource, action) })),
  )
  const named = [...opened, ...deeds].filter(({ label }) => label.includes(wanted))
  const entries = [...named.slice(0, wanted === '' ? 8 : SHOWN), ...(asked && data ? entriesOf(go, data) : [])]
  const isLoading = isFetching || asked !== wanted
  const note = error ? failureText(error) : data?.note ? said(data.note) : null
  const nothing = isLoading ? t`查找中…` : t`没有找到`
  const shortOf = wanted !== '' && isShortSearch(wanted) ? t`按姓名的开头查找；输入两个字以上，可查找房间、合同、账单` : null
  return { entries, isLoading, hint: note ?? shortOf ?? (entries.length === 0 ? nothing : null) }
}

interface Props {
  user: UserInfo
  /** What is in its box: the letters that came before it was there, too. */
  typed: string
  onType: (typed: string) => void
  /** Hears that its box takes what is typed. */
  onReady: () => void
  onClose: () => void
}

/** Ctrl K: screens, deeds, rooms, tenants, owners, contracts and bills by what one types. */
export default function Palette({ user, typed, onType, onReady, onClose }: Props) {
  const [chosen, setChosen] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const { entries, isLoading, hint } = useEntries(typed, user)
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
      title={t`查找与前往`}
      transitionName=""
      maskTransitionName=""
      onCancel={onClose}
      afterOpenChange={(isOpen) => {
        if (!isOpen) return
        input.current?.focus()
        onReady()
      }}
      className="palette"
    >
      <input
        ref={input}
        role="combobox"
        aria-label={said(PALETTE_LABEL)}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={entries[at] ? `palette-${at}` : undefined}
        placeholder={said(PALETTE_ABOUT)}
        value={typed}
        onChange={(event) => {
          onType(event.target.value)
          setChosen(0)
        }}
        onKeyDown={onKey}
      />
      <div id="palette-list" role="listbox" aria-label={t`结果`} aria-busy={isLoading}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
          <div key={entry.id} id={`palette-${index}`} role="option" tabIndex={-1} aria-selected={index === at} onClick={() => go(entry)}>
            <span>{said(entry.kind)}</span>
            {entry.label}
          </div>
        ))}
      </div>
      <p className="palette-hint" role="status">
        {hint}
      </p>
    </Dialog>
  )
}
