import Pagination from 'antd/es/pagination'
import { grouped } from '../../protocol/fen.ts'
import { t } from '../../providers/i18nProvider.ts'
import { countText } from './countText.ts'
import { Totals } from './Totals.tsx'
import type { ListController } from './useListController.ts'

/** The pages of a list, how many rows stand on one, and what they come to. */
export const ListPages = ({ list }: { list: ListController }) => (
  <>
    <Pagination
      current={list.page}
      pageSize={list.pageRows}
      total={list.count}
      pageSizeOptions={[20, 50, 100]}
      showSizeChanger
      showQuickJumper={list.count > 20 * list.pageRows}
      size="small"
      showTotal={() => t`共 ${countText(list)}`}
      onChange={list.turn}
    />
    <Totals {...list} />
    {list.hasMore && <span className="list-hint">{t`只能翻到前 ${grouped(list.count)} 条，请用筛选缩小范围`}</span>}
  </>
)
