import { useList, useOne, useParsed } from '@refinedev/core'
import Button from 'antd/es/button'
import { isEqual } from 'es-toolkit'
import { useMemo, useState } from 'react'
import { pages, resourceNamed, resources } from '../../../declared/declared.ts'
import { type CodeGroup, codesInRow, type Held, heldByNobody, roleMatrix, withGroupKeys } from '../../../derive/roleMatrix.ts'
import { CallFailure } from '../../../providers/call.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { Overtaken } from '../../form/Overtaken.tsx'
import { useGuard } from '../../form/useForm.ts'
import { useKeptWriting, useWritten } from '../../hooks/interrupted.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { useOwnMeta } from '../../hooks/useOwnMeta.ts'
import { useRead } from '../../hooks/useRead.ts'
import { useReadAnew } from '../../hooks/useReadAnew.ts'
import { Question } from '../../later/Question.tsx'
import { useToast } from '../../later/toast.tsx'
import { Waiting } from '../../look/Waiting.tsx'
import { Refused } from '../../tab/Refused.tsx'
import { Check } from './Check.tsx'
import { ALL, changed, type Draft, differenceOf } from './draft.ts'
import { MatrixTable } from './MatrixTable.tsx'
import './roleRights.css'
import { Changes, MenuPreview } from './SideParts.tsx'

interface Role extends Draft {
  role_id: number
  name: string
  version: number
  id?: number
}

interface KeyGroup {
  keys: readonly { key: string; label: string }[]
}

const role = resourceNamed('role')
/** What a role holds. What stands there twice is one right: sent twice it would be refused. */
const heldBy = ({ permission, access, sidebar }: Draft): Draft => ({
  permission: [...new Set(permission)],
  access: [...new Set(access)],
  sidebar: [...new Set(sidebar)],
})
const EDIT = '/api/role/edit'

interface Props {
  row: Role
  codes: readonly CodeGroup[]
  keys: readonly KeyGroup[]
  /** What roles have; null where that is not known. */
  held: Held | null
}

const Rights = ({ row, codes, keys, held }: Props) => {
  /** What the draft stands on; another's later one takes its place only when one says so. */
  const place = `role ${row.role_id}`
  const before = useWritten<{ base: Role; draft: Draft }>(place)
  const [base, setBase] = useState(before?.base ?? row)
  const { role_id, name, version } = base
  const { permission, access, sidebar } = heldBy(base)
  const [draft, setDraft] = useState<Draft>(() => before?.draft ?? heldBy(row))
  const [isAsking, setAsking] = useState(false)
  const [isFreeOnly, setFreeOnly] = useState(false)
  const { attempt } = useDeed()
  const { failed } = useToast()
  const readAnew = useReadAnew()
  const rows = useMemo(() => roleMatrix(codes, resources, pages), [codes])
  const free = useMemo(() => (held ? heldByNobody(rows, held) : []), [rows, held])
  const freeCodes = new Set(free.flatMap((one) => [...codesInRow(one), ...one.keys.map((key) => `key ${key}`)])).size
  const words = useMemo(() => {
    const called = new Map(
      codes.flatMap(({ group, calls }) =>
        calls.map(({ path, label }) => [path, path === ALL ? said(label) : `${said(group)} ${said(label)}`]),
      ),
    )
    for (const { key, label } of keys.flatMap((one) => one.keys)) called.set(`key ${key}`, t`打开 ${said(label)}`)
    return called
  }, [codes, keys])
  // Whoever may open a screen sees it: its group comes and goes with it.
  const change = (next: Draft): void =>
    setDraft(next.access === draft.access ? next : { ...next, access: withGroupKeys(next.access, rows) })
  const isTouched = !isEqual(draft, heldBy(base))
  const take = (): void => {
    setBase(row)
    setDraft(heldBy(row))
  }
  const isOvertaken = row.version !== version && isTouched && !isEqual(draft, heldBy(row))
  if (row.version !== version && !isOvertaken) take()
  const untouched = isTouched ? undefined : t`还没有改动`
  useGuard(isTouched)
  useKeptWriting(place, isTouched ? { base, draft } : null)
  const [some, opens, hides] = [
    differenceOf(permission, draft.permission),
    differenceOf(access, draft.access),
    differenceOf(sidebar, draft.sidebar),
  ]
  const wordOf = (code: string): string => words.get(code) ?? code
  const inMenu = (id: string): string => t`菜单 ${said(rows.find((one) => one.id === id)?.label ?? id)}`
  const inWords = (codes: readonly string[], keys: readonly string[], shown: readonly string[]): string[] => [
    ...codes.map(wordOf),
    ...keys.map((key) => wordOf(`key ${key}`)),
    ...shown.map(inMenu),
  ]
  const save = (): Promise<void> =>
    attempt(EDIT, { role_id, name, version, ...draft }, t`已保存`).then(
      () => readAnew.records(role),
      (failure: unknown) => {
        failed(failure)
        // What another has saved since is read, and shown beside what stands here.
        if (failure instanceof CallFailure && failure.code === 409) readAnew.records(role)
      },
    )
  return (
    <div className="list rights">
      <div className="list-head">
        <h1>{t`${name}的权限`}</h1>
        {words.has(ALL) && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the box is Check's
          <label className="rights-all">
            <Check
              label={wordOf(ALL)}
              on={draft.permission.includes(ALL) ? 1 : 0}
              of={1}
              onTurn={(isOn) => setDraft({ ...draft, permission: changed(draft.permission, [ALL], isOn) })}
            />
            {wordOf(ALL)}
          </label>
        )}
        {freeCodes > 0 && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the box is Check's
          <label className="rights-all">
            <Check label={t`只看还没有给任何角色的`} on={isFreeOnly ? 1 : 0} of={1} onTurn={setFreeOnly} />
            {t`只看还没有给任何角色的（${freeCodes} 项）`}
          </label>
        )}
        <span className="head-gap" />
        <Button disabled={!isTouched} title={untouched} onClick={() => setDraft({ permission, access, sidebar })}>
          {t`还原`}
        </Button>
        <Button type="primary" disabled={!isTouched || !mayCall(EDIT)} title={untouched} onClick={() => setAsking(true)}>
          {t`保存`}
        </Button>
      </div>
      {isOvertaken && (
        <Overtaken
          what={t`其他人刚保存过这个角色的权限。您改的内容还在。`}
          take={t`放弃所填，载入他的`}
          onTake={take}
          onKeep={() => setBase(row)}
        />
      )}
      <div className="rights-body">
        <div className="rights-scroll">
          <MatrixTable
            rows={isFreeOnly && freeCodes > 0 ? free : rows}
            keys={keys.flatMap((one) => one.keys.map(({ key }) => key))}
            draft={draft}
            onChange={change}
          />
        </div>
        <MenuPreview draft={draft} />
      </div>
      {isAsking && (
        <Question title={t`保存${name}的权限`} okText={t`保存`} onConfirm={save} onClose={() => setAsking(false)}>
          <Changes
            role_id={role_id}
            gained={inWords(some.gained, opens.gained, hides.lost)}
            lost={inWords(some.lost, opens.lost, hides.gained)}
          />
        </Question>
      )}
    </div>
  )
}

/** More roles than anybody has; of more it is not told what none of them has. */
const ROLES = 500

/** What the saved roles have; null while that is not known, or may not be. */
const useHeld = (): Held | null => {
  const { query, result } = useList<Role>({
    resource: role.name,
    pagination: { currentPage: 1, pageSize: ROLES, mode: 'server' },
    meta: useOwnMeta(),
    errorNotification: false,
  })
  return useMemo(() => {
    if (!query.isSuccess || result.data.length === ROLES) return null
    return { codes: new Set(result.data.flatMap((one) => one.permission)), keys: new Set(result.data.flatMap((one) => one.access)) }
  }, [query.isSuccess, result.data])
}

const Of = ({ id }: { id: number }) => {
  const held = useHeld()
  const { query, result: row } = useOne<Role>({ resource: role.name, id, meta: useOwnMeta(), errorNotification: false })
  const codes = useRead<CodeGroup[]>('/api/role/tree')
  const keys = useRead<KeyGroup[]>('/api/role/access')
  if (query.error || codes.error || keys.error) return <Refused code={404} />
  if (!row || !codes.data || !keys.data) return <Waiting />
  return <Rights row={row} codes={codes.data} keys={keys.data} held={held} />
}

/** 角色权限: what the role that the address names may open and do, the menu that results, and what saving changes for whom. */
export default function RoleRightsScreen() {
  const { role_id = '' } = useParsed<{ role_id?: string }>().params ?? {}
  return /^[1-9]\d{0,8}$/.test(role_id) ? <Of key={role_id} id={Number(role_id)} /> : <Refused code={404} />
}
