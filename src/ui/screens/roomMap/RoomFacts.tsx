import { resourceNamed } from '../../../declared/declared.ts'
import { fenToYuan } from '../../../protocol/fen.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { natures } from '../../../schemas/common.ts'
import { rowActions } from '../../action/allowed.ts'
import type { Row } from '../../action/begun.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { useRead } from '../../hooks/useRead.ts'

const rooms = resourceNamed('org')

interface Card extends Row {
  region_name: string
  unit_floor: string
  nature: 1 | 2 | 3
  area: number | null
  shi: number | null
  ting: number | null
  wei: number | null
  tenant: { name: string; phone: string } | null
  contract: { sn: string; start_date: string; end_date: string; rent: number } | null
  received: number
}

const layoutOf = ({ shi, ting, wei }: Card): string =>
  [shi && t`${shi}室`, ting && t`${ting}厅`, wei && t`${wei}卫`].filter(Boolean).join('')

/** What staff want to know of a room at a glance, and what they may do to it. */
export const RoomFacts = ({ id, onOpen }: { id: number; onOpen: (id: number) => void }) => {
  const run = useRunAction()
  const { data, error } = useRead<Card>('/api/org/card', { org_id: id }, { isView: true, staleTime: 10_000 })
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <div className="room-facts" role="status" aria-label={t`加载中`} />
  const facts: [string, string][] = [
    [t`小区`, data.region_name],
    [t`性质`, said(natures[data.nature] ?? '')],
    [t`户型`, [layoutOf(data), data.area ? `${data.area}㎡` : ''].filter(Boolean).join(' · ') || '—'],
    ...(data.tenant ? ([[t`租客`, `${data.tenant.name} ${data.tenant.phone}`]] as [string, string][]) : []),
    ...(data.contract
      ? ([
          [t`合同`, t`${data.contract.start_date} 至 ${data.contract.end_date}`],
          [t`月租金`, t`${fenToYuan(data.contract.rent)} 元`],
        ] as [string, string][])
      : []),
    [t`累计实收`, t`${fenToYuan(data.received)} 元`],
  ]
  return (
    <div className="room-facts">
      <dl>
        {facts.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="room-facts-actions">
        <button type="button" className="link" onClick={() => onOpen(id)}>
          {t`详情`}
        </button>
        {rowActions(rooms, data).map((action) => (
          <button
            key={action.name}
            type="button"
            className={action.tone === 'danger' ? 'link link-danger' : 'link'}
            onClick={() => run(rooms, action, [data])}
          >
            {action.label}
          </button>
        ))}
      </div>
    </div>
  )
}
