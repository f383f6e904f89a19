import type { ReactNode } from 'react'

export function NoRooms({ isFiltered, onClear, action }: { isFiltered: boolean; onClear: () => void; action: ReactNode }) {
  return (
    <div className="rm-empty" role="status">
      <b>{isFiltered ? '没有这些房态的房间' : '这里还没有房间'}</b>
      <p>{isFiltered ? '换一个房态，或显示全部房间。' : '先登记楼栋并按层生成房间；也可以换一个项目或小区。'}</p>
      {isFiltered ? (
        <button type="button" className="rm-clear" onClick={onClear}>
          显示全部
        </button>
      ) : (
        action
      )}
    </div>
  )
}
