import { said, t } from '../../../providers/i18nProvider.ts'
import { roomStates } from '../../../schemas/property/roomState.ts'
import type { RoomMapBuilding } from './types.ts'

const byCode = new Map<number, (typeof roomStates)[number]>(roomStates.map((s) => [s.code, s]))

export const stateOf = (code: number) => byCode.get(code)

/** The cell's second line: who holds the room and how long for, or how long nobody has. */
export function secondLine(b: RoomMapBuilding, i: number): string {
  const days = b.days[i] ?? 0
  const tenant = b.tenant[i] ?? ''
  const key = stateOf(b.state[i] ?? 0)?.key
  const span = days > 0 && (key === 'ends_soon' || key === 'vacant') ? t`${days}天` : ''
  return tenant && span ? `${tenant} ${span}` : tenant || span
}

/** '3-502 空置 12天': what a screen reader says and what a search by visible words finds. */
export function roomLabel(b: RoomMapBuilding, i: number): string {
  const number = b.number[i] ?? ''
  const full = number.includes('-') ? number : `${b.name.replace(/(号楼|号|幢|栋|座|楼)$/, '')}-${number}`
  const rest = secondLine(b, i)
  return `${full} ${said(stateOf(b.state[i] ?? 0)?.label ?? '')}${rest ? ` ${rest}` : ''}`
}

const grouped = new Intl.NumberFormat('zh-CN')
export const countText = (n: number) => grouped.format(n)
