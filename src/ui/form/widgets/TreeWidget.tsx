import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined'
import RightOutlined from '@ant-design/icons-svg/es/asn/RightOutlined'
import type { WidgetProps } from '@rjsf/utils'
import Checkbox from 'antd/es/checkbox'
import Input from 'antd/es/input'
import { type KeyboardEvent, useState } from 'react'
import type { Tree } from '../../../core/form.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { Icon } from '../../look/Icon.tsx'
import { useLookup } from '../../lookup/useLookup.ts'
import { fieldOfProps } from '../context.ts'
import { type Choice, type Group, groupsOf, matching, withAll } from './tree.ts'

interface BranchProps {
  group: Group
  chosen: ReadonlySet<string>
  isOpen: boolean
  onTurn: () => void
  onCheck: (choices: readonly Choice[], isOn: boolean) => void
}

const Branch = ({ group, chosen, isOpen, onTurn, onCheck }: BranchProps) => {
  const count = group.choices.filter(({ value }) => chosen.has(value)).length
  const isWhole = count === group.choices.length
  return (
    <li>
      <button
        type="button"
        className="tree-turn"
        aria-label={`${isOpen ? t`收起` : t`展开`}${group.label}`}
        aria-expanded={isOpen}
        onClick={onTurn}
      >
        {isOpen ? <Icon of={DownOutlined} /> : <Icon of={RightOutlined} />}
      </button>
      <Checkbox checked={isWhole} indeterminate={count > 0 && !isWhole} onChange={() => onCheck(group.choices, !isWhole)}>
        {group.label}
      </Checkbox>
      <span className="tree-count">{`${count}/${group.choices.length}`}</span>
      {isOpen && (
        <ul>
          {group.choices.map((choice) => (
            <li key={choice.value} title={choice.value}>
              <Checkbox checked={chosen.has(choice.value)} onChange={(event) => onCheck([choice], event.target.checked)}>
                {choice.label}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** The arrows go from one box to the next; on a group's, right opens it and left closes it. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const box = event.target as HTMLElement
  if (!box.matches('input[type=checkbox]')) return
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=checkbox]')]
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const turn = box.closest('li')?.querySelector<HTMLElement>(':scope > .tree-turn')
  const wanted = { ArrowRight: 'false', ArrowLeft: 'true' }[event.key]
  if (step) boxes[boxes.indexOf(box) + step]?.focus()
  else if (turn && turn.getAttribute('aria-expanded') === wanted) turn.click()
  else return
  event.preventDefault()
}

/** As they are read, so that they are searched by what stands there. */
const inWords = (groups: readonly Group[]): Group[] =>
  groups.map(({ label, choices }) => ({ label: said(label), choices: choices.map((choice) => ({ ...choice, label: said(choice.label) })) }))

/** Texts chosen from groups of choices: searched, checked one by one or a whole group at once. */
export const TreeWidget = (props: WidgetProps) => {
  const field = fieldOfProps(props)
  const { rows, isLoading } = useLookup((field['x-tree'] as Tree).call)
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const values = (props.value as string[] | undefined) ?? []
  const chosen = new Set(values)
  const groups = isLoading ? [] : inWords(groupsOf(field['x-tree'] as Tree, rows, values))
  const shown = matching(groups, typed)
  const turn = (label: string): void => {
    const next = new Set(opened)
    if (!next.delete(label)) next.add(label)
    setOpened(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend, and the label above is one
    <div className="tree" role="group" aria-labelledby={`${props.id}-label`} onKeyDown={walk}>
      <div className="tree-head">
        <Input
          id={props.id}
          value={typed}
          placeholder={t`搜索`}
          allowClear
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        <span aria-live="polite">{t`已选 ${values.length} 项`}</span>
      </div>
      <ul className="tree-groups">
        {shown.map((group) => (
          <Branch
            key={group.label}
            group={group}
            chosen={chosen}
            isOpen={typed.trim() !== '' || opened.has(group.label)}
            onTurn={() => turn(group.label)}
            onCheck={(choices, isOn) => props.onChange(withAll(values, choices, isOn))}
          />
        ))}
        {!isLoading && shown.length === 0 && <li className="tree-none">{t`没有符合的选项`}</li>}
      </ul>
    </div>
  )
}
