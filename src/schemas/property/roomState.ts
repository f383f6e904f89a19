export const roomStates = [
  { code: 1, key: 'vacant', label: '空置', mark: '空', tone: 'open' },
  { code: 2, key: 'reserved', label: '已预约', mark: '约', tone: 'info' },
  { code: 3, key: 'awaiting', label: '待签', mark: '签', tone: 'info' },
  { code: 4, key: 'let', label: '已出租', mark: '租', tone: 'settled' },
  { code: 5, key: 'ends_soon', label: '即将到期', mark: '期', tone: 'soon' },
  { code: 6, key: 'arrears', label: '欠租', mark: '欠', tone: 'harm' },
  { code: 7, key: 'surrendering', label: '退租中', mark: '退', tone: 'leaving' },
  { code: 8, key: 'repair', label: '维修', mark: '修', tone: 'halted' },
  { code: 9, key: 'disabled', label: '停用', mark: '停', tone: 'off' },
  { code: 10, key: 'overstayed', label: '超期占用', mark: '超', tone: 'harm' },
] as const

export type RoomState = (typeof roomStates)[number]
export type RoomStateCode = RoomState['code']

/** Gives the code of a room's state by its key: `roomStateCode('vacant')` is 1. */
export const roomStateCode = (key: RoomState['key']): RoomStateCode => (roomStates.find((s) => s.key === key) as RoomState).code

export const roomStateWords = Object.fromEntries(roomStates.map((s) => [s.code, s.label])) as Record<RoomStateCode, string>
