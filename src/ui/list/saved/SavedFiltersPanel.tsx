import MoreOutlined from '@ant-design/icons-svg/es/asn/MoreOutlined'
import Button from 'antd/es/button'
import Dropdown from 'antd/es/dropdown'
import Input from 'antd/es/input'
import { type FormEvent, useState } from 'react'
import { MAX_SAVED_NAME, type SavedFilter } from '../../../protocol/savedFilters.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import './saved.css'
import { Icon } from '../../look/Icon.tsx'
import type { ListController } from '../useListController.ts'
import { useSavedFilters } from './useSavedFilters.ts'

type Saved = ReturnType<typeof useSavedFilters>

const SHARE = '/api/saved_filter/share'

/** A name to type, and the button that takes it. */
const NameForm = ({
  label,
  start,
  button,
  isBusy,
  onName,
}: {
  label: string
  start: string
  button: string
  isBusy: boolean
  onName: (name: string) => Promise<boolean>
}) => {
  const [name, setName] = useState(start)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (await onName(name.trim())) setName('')
  }
  return (
    <form className="saved-name" onSubmit={(event) => void submit(event)}>
      <Input
        aria-label={label}
        placeholder={label}
        size="small"
        maxLength={MAX_SAVED_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button htmlType="submit" size="small" type="primary" disabled={name.trim() === ''} loading={isBusy}>
        {button}
      </Button>
    </form>
  )
}

const More = ({ filter, its, onRename }: { filter: SavedFilter; its: Saved; onRename: () => void }) => {
  const isOpening = its.opens?.saved_id === filter.saved_id
  const canShare = mayCall(SHARE) && (filter.is_mine || filter.is_shared)
  const items = [
    { key: 'opens', label: isOpening ? t`打开时不再使用` : t`设为打开时使用` },
    ...(filter.is_mine ? [{ key: 'rename', label: t`重命名` }] : []),
    ...(canShare ? [{ key: 'share', label: filter.is_shared ? t`取消共享` : t`共享给所有人` }] : []),
    ...(filter.is_mine ? [{ key: 'remove', label: t`删除`, danger: true }] : []),
  ]
  const run = (key: string): void => {
    if (key === 'opens') isOpening ? its.openPlain() : its.openWith(filter)
    else if (key === 'rename') onRename()
    else if (key === 'share') void its.share(filter.saved_id, !filter.is_shared)
    else void its.remove(filter.saved_id)
  }
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => run(key) }}>
      <Button type="text" size="small" aria-label={t`${filter.name}：更多操作`} icon={<Icon of={MoreOutlined} />} />
    </Dropdown>
  )
}

const marksOf = (filter: SavedFilter, its: Saved): string =>
  [
    ...(its.opens?.saved_id === filter.saved_id ? [t`打开时使用`] : []),
    ...(filter.is_shared ? [filter.is_mine ? t`已共享` : t`${filter.by}共享`] : []),
  ].join(' · ')

/** The saved filters of a list: apply, save the present one, and what can be done with one's own. */
export default function SavedFiltersPanel({ list, onClose }: { list: ListController; onClose: () => void }) {
  const its = useSavedFilters(list)
  const [renamed, setRenamed] = useState(0)
  const { opens } = its
  const isLost = !its.isLoading && !its.error && opens !== null && !its.saved.some(({ saved_id }) => saved_id === opens.saved_id)
  return (
    <div className="saved-panel" role="dialog" aria-label={t`已存筛选`}>
      {its.error && <p role="alert">{its.error.message}</p>}
      {!its.isLoading && !its.error && its.saved.length === 0 && <p className="list-hint">{t`还没有存过筛选，选好条件后在下面起个名称`}</p>}
      <ul>
        {its.saved.map((filter) =>
          renamed === filter.saved_id ? (
            <li key={filter.saved_id}>
              <NameForm
                label={t`新名称`}
                start={filter.name}
                button={t`确定`}
                isBusy={its.isBusy}
                onName={async (name) => {
                  const isDone = await its.rename(filter.saved_id, name)
                  if (isDone) setRenamed(0)
                  return isDone
                }}
              />
            </li>
          ) : (
            <li key={filter.saved_id}>
              <button
                type="button"
                className="link saved-apply"
                title={filter.name}
                onClick={() => {
                  its.apply(filter)
                  onClose()
                }}
              >
                {filter.name}
              </button>
              <span className="list-hint">{marksOf(filter, its)}</span>
              <More filter={filter} its={its} onRename={() => setRenamed(filter.saved_id)} />
            </li>
          ),
        )}
        {isLost && (
          <li>
            <span className="saved-apply">{opens.name}</span>
            <span className="list-hint">{t`打开时使用 · 已被删除或不再共享`}</span>
            <Button type="link" size="small" onClick={its.openPlain}>
              {t`不再使用`}
            </Button>
          </li>
        )}
      </ul>
      <NameForm label={t`把现在的筛选存为`} start="" button={t`保存`} isBusy={its.isBusy} onName={its.save} />
    </div>
  )
}
