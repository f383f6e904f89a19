import { nowSeconds } from '../../../protocol/clock.ts'
import { grouped } from '../../../protocol/fen.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { priorities, roomTypes } from '../../../schemas/common.ts'
import type { Row } from '../../action/begun.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { chosenProject } from '../../hooks/preferences.ts'
import { useRead } from '../../hooks/useRead.ts'
import { useStore } from '../../hooks/useStore.ts'
import { RecordLink } from '../../kinds/RecordLink.tsx'
import type { AboveProps } from '../ListScreen.tsx'
import './turns.css'

/** The first of a queue for whom a room of the type applied for is vacant, and some such rooms (/api/Waiting/next). */
interface Turn extends Row {
  wait_id: number
  custom_name: string
  p_id_title: string
  room_type: keyof typeof roomTypes
  priority: keyof typeof priorities
  qualified_at: number
  declines: number
  waiters: number
  vacant: number
  rooms: readonly { org_id: number; region_name: string; unit_floor: string; area: number | null }[]
}

const DAY = 86_400
const waited = (since: number): number => Math.max(0, Math.floor((nowSeconds() - since) / DAY))

/** Whose turn it is, beside the rooms that could be offered: a press on a room begins the call for it. */
export default function Turns({ list }: AboveProps) {
  const { resource } = list
  const run = useRunAction()
  const call = resource.actions.find(({ name }) => name === 'call')
  const project = useStore(chosenProject)
  const asked = project === null ? {} : { p_id: project }
  const { data = [], isLoading } = useRead<Turn[]>(call && mayCall(call.can) ? '/api/Waiting/next' : null, asked, {
    isQuiet: true,
    isView: true,
  })
  if (!call || data.length === 0) return <div data-awaited={isLoading || undefined} />
  return (
    <section className="turns" aria-label={t`轮到谁`}>
      {data.map((turn) => (
        <article key={turn.wait_id}>
          <h2>
            <span translate="no">
              <RecordLink of="waiting" id={turn.wait_id}>
                {turn.custom_name}
              </RecordLink>
            </span>
            <small>
              <span translate="no" title={turn.p_id_title}>
                {turn.p_id_title}
              </span>
              {t` · ${said(roomTypes[turn.room_type])}第 1 位`}
            </small>
          </h2>
          <p>
            {t`${said(priorities[turn.priority])}，已等候 ${grouped(waited(turn.qualified_at))} 天`}
            {turn.declines > 0 && t`，放弃过 ${turn.declines} 次`}
            {t`；本队 ${grouped(turn.waiters)} 人，空置 ${grouped(turn.vacant)} 间`}
          </p>
          <div className="turn-rooms">
            {turn.rooms.map(({ org_id, region_name, unit_floor, area }) => (
              <button
                key={org_id}
                type="button"
                translate="no"
                onClick={() =>
                  run(resource, call, [turn], {
                    given: { org_id },
                    named: { org_id: { value: org_id, label: `${region_name} ${unit_floor}` } },
                  })
                }
              >
                <span className="turn-community" title={region_name}>
                  {region_name}
                </span>
                <span>{unit_floor}</span>
                {area !== null && <small>{`${area} ㎡`}</small>}
              </button>
            ))}
          </div>
        </article>
      ))}
    </section>
  )
}
