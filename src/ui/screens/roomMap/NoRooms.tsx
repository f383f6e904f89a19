import type { ReactNode } from 'react'
import { t } from '../../../providers/i18nProvider.ts'

export function NoRooms({ isFiltered, onClear, action }: { isFiltered: boolean; onClear: () => void; action: ReactNode }) {
  return (
    <div className="rm-empty" role="status">
      <b>{isFiltered ? t`没有这些房态的房间` : t`这里还没有房间`}</b>
      <p>{isFiltered ? t`换一个房态，或显示全部房间。` : t`先登记楼栋并按层生成房间；也可以换一个项目或小区。`}</p>
      {isFiltered ? (
        <button type="button" className="rm-clear" onClick={onClear}>
          {t`显示全部`}
        </button>
      ) : (
        action
      )}
    </div>
  )
}
