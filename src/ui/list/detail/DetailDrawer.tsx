import Drawer from 'antd/es/drawer'
import type { CompleteResource } from '../../../derive/complete.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useFocusReturn } from '../../hooks/useFocusReturn.ts'
import { useIsShown } from '../../tab/Located.tsx'
import { useDetail } from './useDetail.tsx'

/** One record beside its list. It has a link of its own. */
export default function DetailDrawer({ resource, id, onClose }: { resource: CompleteResource; id: number; onClose: () => void }) {
  useFocusReturn()
  const { head, actions, body } = useDetail(resource, id)
  // Of a page that is not shown nothing may lie over the one that is.
  const isShown = useIsShown()
  return (
    <Drawer
      open={isShown}
      width={720}
      classNames={{ header: 'detail-header' }}
      closable={{ 'aria-label': t`关闭` }}
      onClose={onClose}
      title={head}
      extra={actions}
    >
      {body}
    </Drawer>
  )
}
