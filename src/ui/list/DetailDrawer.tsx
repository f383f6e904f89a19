import Drawer from 'antd/es/drawer'
import type { CompleteResource } from '../../derive/complete.ts'
import { useDetail } from './useDetail.tsx'

/** One record beside its list. It has a link of its own. */
export default function DetailDrawer({ resource, id, onClose }: { resource: CompleteResource; id: number; onClose: () => void }) {
  const { head, actions, body } = useDetail(resource, id)
  return (
    <Drawer open width={720} closable={{ 'aria-label': '关闭' }} onClose={onClose} title={head} extra={actions}>
      {body}
    </Drawer>
  )
}
