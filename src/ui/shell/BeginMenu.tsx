import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined'
import Button from 'antd/es/button'
import Dropdown from 'antd/es/dropdown'
import { t } from '../../providers/i18nProvider.ts'
import { useRunAction } from '../action/useRunAction.ts'
import { Icon } from '../look/Icon.tsx'
import { begunAnywhere } from './everywhere.ts'

/** 新建: what may be begun whatever screen one is on, where it is anything. */
export const BeginMenu = () => {
  const run = useRunAction()
  const offered = begunAnywhere()
  if (offered.length === 0) return null
  const items = offered.map(({ key, action }) => ({ key, label: action.label }))
  const begin = ({ key }: { key: string }): void => {
    const chosen = offered.find((entry) => entry.key === key)
    if (chosen) run(chosen.resource, chosen.action)
  }
  return (
    <Dropdown menu={{ items, onClick: begin }} trigger={['click']}>
      <Button icon={<Icon of={PlusOutlined} />}>{t`新建`}</Button>
    </Dropdown>
  )
}
