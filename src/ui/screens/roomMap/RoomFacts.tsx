import { useQuery } from '@tanstack/react-query'
import { resourceNamed } from '../../../derive/declared.ts'
import { fenToYuan } from '../../../protocol/fen.ts'
import { call } from '../../../providers/call.ts'
import { natures } from '../../../schemas/common.ts'
import { type Row, useRunAction } from '../../action/ActionHost.tsx'
import { rowActions } from '../../action/allowed.ts'

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

const layoutOf = ({ shi, ting, wei }: Card): string => [shi && `${shi}室`, ting && `${ting}厅`, wei && `${wei}卫`].filter(Boolean).join('')

/** What staff want to know of a room at a glance, and what they may do to it. */
export const RoomFacts = ({ id, onOpen }: { id: number; onOpen: (id: number) => void }) => {
  const run = useRunAction()
  const { data, error } = useQuery({
    queryKey: ['view', 'roomCard', id],
    staleTime: 10_000,
    queryFn: () => call<Card>('/api/org/card', { org_id: id }),
  })
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <div className="room-facts" role="status" aria-label="加载中" />
  const facts: [string, string][] = [
    ['小区', data.region_name],
    ['性质', natures[data.nature]],
    ['户型', [layoutOf(data), data.area ? `${data.area}㎡` : ''].filter(Boolean).join(' · ') || '—'],
    ...(data.tenant ? ([['租客', `${data.tenant.name} ${data.tenant.phone}`]] as [string, string][]) : []),
    ...(data.contract
      ? ([
          ['合同', `${data.contract.start_date} 至 ${data.contract.end_date}`],
          ['月租金', `${fenToYuan(data.contract.rent)} 元`],
        ] as [string, string][])
      : []),
    ['累计实收', `${fenToYuan(data.received)} 元`],
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
          详情
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
