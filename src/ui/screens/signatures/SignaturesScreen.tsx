import { useOne, useParsed } from '@refinedev/core'
import { useMemo } from 'react'
import type { Strip } from '../../../core/strip.ts'
import { resourceNamed } from '../../../declared/declared.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useOwnMeta } from '../../hooks/useOwnMeta.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import { Refused } from '../../tab/Refused.tsx'

/** Whose signatures there can be, by the word in the address: the column that names the holder, and its code. */
const HOLDERS: Readonly<Record<string, { column: string; holder: number }>> = {
  company: { column: 'company_id', holder: 1 },
  lessee: { column: 'custom_id', holder: 2 },
}

const Signatures = ({ of, id, column, holder }: { of: string; id: number; column: string; holder: number }) => {
  const { query, result: row } = useOne<Record<string, unknown> & { id?: number }>({
    resource: of,
    id,
    meta: useOwnMeta(),
    errorNotification: false,
  })
  const name = String(row?.[resourceNamed(of).title] ?? '')
  const strip = useMemo<Strip>(
    () => ({ label: name ? t`${name}的签章` : t`签章`, resource: 'signature', where: { [column]: [id] } }),
    [name, column, id],
  )
  const given = useMemo(() => ({ holder, [column]: id }), [holder, column, id])
  if (query.error) return <Refused code={404} />
  return <ListScreen resource={resourceNamed('signature')} strip={strip} given={given} />
}

/** 签章管理: the seals of the company, or the signatures of the tenant, that the address names. */
export default function SignaturesScreen() {
  const { name = '', holder_id: id = '' } = useParsed<{ name?: string; holder_id?: string }>().params ?? {}
  const of = Object.hasOwn(HOLDERS, name) ? HOLDERS[name] : undefined
  if (!of || !/^[1-9]\d{0,8}$/.test(id)) return <Refused code={404} />
  return <Signatures key={`${name} ${id}`} of={name} id={Number(id)} {...of} />
}
