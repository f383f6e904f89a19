import Button from 'antd/es/button'
import { useState } from 'react'
import type { Resource } from '../../../core/resource.ts'
import { completedAmong, pages, resourceNamed, resources } from '../../../declared/declared.ts'
import { type CodeGroup, matrixColumns, roleMatrix, withGroupKeys } from '../../../derive/roleMatrix.ts'
import type { Page } from '../../../protocol/envelope.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { useBusily } from '../../hooks/useBusily.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { useRead } from '../../hooks/useRead.ts'
import { useReadAnew } from '../../hooks/useReadAnew.ts'
import { Dialog } from '../../later/Dialog.tsx'
import { Check } from '../roleRights/Check.tsx'
import { ALL, changed, type Draft } from '../roleRights/draft.ts'
import '../roleRights/roleRights.css'

interface Role extends Draft {
  role_id: number
  name: string
  version: number
}

/** What a role is to get: one thing that is done on the page, with every code that it takes. */
interface Deed {
  label: string
  codes: readonly string[]
}

/** What takes a right of its own beside the page's: to bring pictures and attachments, and to take them away again. */
const bringing = ['/api/upload/index', '/api/upload/del']

/** Gives the codes with those that filling in the page's pictures and attachments takes. */
const withUploads = (made: Resource, codes: readonly string[]): readonly string[] => {
  const { columns, calls } = completedAmong(made)
  const isBrought = columns.some(({ is }) => is === 'images' || is === 'files')
  return isBrought && codes.some((code) => code === calls.add || code === calls.edit) ? [...codes, ...bringing] : codes
}

/** What can be given of a page, as the table of a role has it: a column each, and each of its other deeds alone. */
const deedsOf = (made: Resource, codes: readonly CodeGroup[]): Deed[] => {
  const page = completedAmong(made)
  const cells = roleMatrix(codes, [page], []).find(({ id }) => id === page.name)?.cells
  if (!cells) return []
  const { other, ...columns } = cells
  return [
    ...Object.entries(columns).map(([column, some]) => ({
      label: matrixColumns[column as keyof typeof columns],
      codes: some.map(({ code }) => code),
    })),
    ...other.map(({ code, label }) => ({ label, codes: [code] })),
  ].filter((deed) => deed.codes.length > 0)
}

/** Gives the keys of a role that gets the page too. */
const keysWith = (made: Resource, codes: readonly CodeGroup[], access: readonly string[]): readonly string[] => {
  if (!made.access) return access
  const others = resources.filter(({ name }) => name !== made.name)
  return withGroupKeys([...access, made.access], roleMatrix(codes, [...others, completedAmong(made)], pages))
}

/** Asks, once a new page is published, which roles get it and what each may do on it. */
export const GiveRoles = ({ made, onClose }: { made: Resource; onClose: () => void }) => {
  const roles = useRead<Page<Role>>('/api/role/index', { page: 1, page_rows: 100 }, { staleTime: 0 })
  const codes = useRead<CodeGroup[]>('/api/role/tree', undefined, { staleTime: 0 })
  const [given, setGiven] = useState<Readonly<Record<number, readonly string[]>>>({})
  const { attempt } = useDeed()
  const { isBusy, busily } = useBusily()
  const readAnew = useReadAnew()
  const deeds = deedsOf(made, codes.data ?? [])
  const [read] = deeds
  // Whoever may do everything has the page already.
  const shown = (roles.data?.list ?? []).filter(({ permission }) => !permission.includes(ALL))
  const turn = (role_id: number, deed: Deed, isOn: boolean): void => {
    const before = given[role_id] ?? []
    // What is done on a page is done by who sees it.
    const some = isOn ? [...deed.codes, ...(read?.codes ?? [])] : deed === read ? deeds.flatMap((each) => each.codes) : deed.codes
    setGiven({ ...given, [role_id]: changed(before, some, isOn) })
  }
  const save = (): Promise<boolean> =>
    busily(async () => {
      for (const { role_id, name, version, permission, access, sidebar } of shown) {
        const some = given[role_id] ?? []
        if (some.length === 0) continue
        await attempt(
          '/api/role/edit',
          {
            role_id,
            name,
            version,
            permission: changed(permission, withUploads(made, some), true),
            access: keysWith(made, codes.data ?? [], access),
            sidebar,
          },
          t`已给 ${name}`,
        )
        // It has it: should the next one be refused, it is not asked for again.
        setGiven((now) => ({ ...now, [role_id]: [] }))
      }
      readAnew.records(resourceNamed('role'))
      onClose()
    })
  const isNothing = Object.values(given).every((some) => some.length === 0)
  return (
    <Dialog
      width={880}
      title={t`给哪些角色用“${made.label}”`}
      onCancel={onClose}
      loading={roles.isLoading || codes.isLoading}
      footer={[
        <Button key="skip" onClick={onClose}>
          {t`以后再给`}
        </Button>,
        <Button key="ok" type="primary" disabled={isNothing} loading={isBusy} onClick={() => void save()}>
          {t`保存`}
        </Button>,
      ]}
    >
      <p className="panel-lead">{t`勾选的角色马上在菜单里看到它。以后可在角色设置的权限表里改。`}</p>
      <div className="rights-scroll">
        <table className="rights-table">
          <thead>
            <tr>
              <th scope="col">{t`角色`}</th>
              {deeds.map(({ label, codes: [code] }) => (
                <th key={code} scope="col">
                  {said(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ role_id, name }) => (
              <tr key={role_id}>
                <th scope="row">{name}</th>
                {deeds.map((deed) => (
                  <td key={deed.codes[0]}>
                    <Check
                      label={t`${name}：${said(deed.label)}`}
                      on={deed.codes.filter((code) => given[role_id]?.includes(code)).length}
                      of={deed.codes.length}
                      onTurn={(isOn) => turn(role_id, deed, isOn)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
