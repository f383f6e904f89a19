import ArrowDownOutlined from '@ant-design/icons-svg/es/asn/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons-svg/es/asn/ArrowUpOutlined'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import type { CompleteResource } from '../../../derive/complete.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { Icon } from '../../look/Icon.tsx'
import { isShown, orderedColumns, useColumnChoice } from './columnSettings.ts'

/** Which columns a list shows, and in which order. */
export default function ColumnSettingsPanel({ resource }: { resource: CompleteResource }) {
  const [settings, choose] = useColumnChoice(resource)
  const columns = orderedColumns(resource, settings)
  const names = columns.map((column) => column.name)
  const shown = columns.filter((column) => isShown(column, settings)).map((column) => column.name)
  const move = (index: number, by: 1 | -1) => () => {
    const order = [...names]
    const [name] = order.splice(index, 1)
    if (name) order.splice(index + by, 0, name)
    choose({ shown, order })
  }
  const toggle = (name: string, isOn: boolean): void =>
    choose({ order: names, shown: isOn ? [...shown, name] : shown.filter((other) => other !== name) })
  return (
    <div className="columns-panel" role="dialog" aria-label={t`列设置`}>
      <ul>
        {columns.map((column, index) => (
          <li key={column.name}>
            <Checkbox
              checked={isShown(column, settings)}
              disabled={column.name === resource.title}
              onChange={(event) => toggle(column.name, event.target.checked)}
            >
              {column.label}
            </Checkbox>
            <Button
              type="text"
              size="small"
              aria-label={t`${column.label}上移`}
              disabled={index === 0}
              icon={<Icon of={ArrowUpOutlined} />}
              onClick={move(index, -1)}
            />
            <Button
              type="text"
              size="small"
              aria-label={t`${column.label}下移`}
              disabled={index === columns.length - 1}
              icon={<Icon of={ArrowDownOutlined} />}
              onClick={move(index, 1)}
            />
          </li>
        ))}
      </ul>
      <Button type="link" size="small" onClick={() => choose(null)}>
        {t`恢复默认`}
      </Button>
    </div>
  )
}
