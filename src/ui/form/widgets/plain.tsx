import type { WidgetProps } from '@rjsf/utils'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import { useRef, useState } from 'react'
import { choicesIn } from '../../../core/form.ts'
import { plainDigits, withoutThousands } from '../../../protocol/fen.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { chooseFile, chosenFile } from '../chosenFile.ts'
import { fieldOfProps, useFormState } from '../context.ts'
import { useFieldAria, useInputAria } from '../fieldAria.ts'
import { selectWhole } from './selectWhole.ts'
import './secretFile.css'

const lengthOf = (props: WidgetProps): number | undefined => {
  const field = fieldOfProps(props)
  return field.type === 'string' ? field.maxLength : undefined
}

export const TextWidget = (props: WidgetProps) => (
  <Input
    id={props.id}
    {...useInputAria(props)}
    value={props.value ?? ''}
    onChange={(event) => props.onChange(event.target.value)}
    onBlur={() => props.onBlur(props.id, props.value)}
    autoComplete="off"
    count={{ max: lengthOf(props) }}
  />
)

/** A remark is a few lines; a text that fills a paper is read with the lines about it. */
const [REMARK_ROWS, PAPER_ROWS, PAPER_SIGNS] = [6, 16, 1000]

export const NoteWidget = (props: WidgetProps) => (
  <Input.TextArea
    id={props.id}
    {...useInputAria(props)}
    value={props.value ?? ''}
    autoSize={{ minRows: 2, maxRows: (lengthOf(props) ?? 0) > PAPER_SIGNS ? PAPER_ROWS : REMARK_ROWS }}
    showCount
    count={{ max: lengthOf(props) }}
    onChange={(event) => props.onChange(event.target.value)}
  />
)

export const PasswordWidget = (props: WidgetProps) => (
  <Input.Password
    id={props.id}
    {...useInputAria(props)}
    value={props.value ?? ''}
    onChange={(event) => props.onChange(event.target.value)}
    autoComplete="new-password"
  />
)

const base64Of = async (file: File): Promise<string> => {
  let binary = ''
  for (const byte of new Uint8Array(await file.arrayBuffer())) binary += String.fromCharCode(byte)
  return btoa(binary)
}

interface Picked {
  accept: string
  /** What stands beside the button. */
  says: string
  onPick: (file: File) => void
}

const FileButton = ({ accept, says, onPick, ...props }: WidgetProps & Picked) => {
  const picker = useRef<HTMLInputElement>(null)
  const take = (file: File | undefined): void => {
    if (file) onPick(file)
  }
  return (
    <span className="secret-file">
      <Button id={props.id} {...useInputAria(props)} onClick={() => picker.current?.click()}>
        {t`选择文件`}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept={accept}
        aria-label={t`选择文件`}
        onChange={(event) => {
          take(event.target.files?.[0])
          // The same file, mended after it was refused, is chosen again: otherwise the browser would hear of no change.
          event.target.value = ''
        }}
      />
      <span>{says}</span>
    </span>
  )
}

/** A file that is a key: read here, sent with the form. */
const SecretFile = ({ isHeld, ...props }: WidgetProps & { accept: string; isHeld: boolean }) => {
  const [name, setName] = useState('')
  const take = async (file: File): Promise<void> => {
    setName(file.name)
    props.onChange(await base64Of(file))
  }
  return <FileButton {...props} says={props.value ? name : isHeld ? t`已设置，不选则不变` : t`未设置`} onPick={(file) => void take(file)} />
}

/** A file that travels beside the form's values. */
export const UploadWidget = (props: WidgetProps) => {
  const field = fieldOfProps(props)
  const accept = 'x-file' in field ? (field['x-file'] ?? '') : ''
  const says = chosenFile(props.value)?.name ?? t`未选择`
  return <FileButton {...props} accept={accept} says={says} onPick={(file) => props.onChange(chooseFile(file))} />
}

const SecretText = ({ isHeld, ...props }: WidgetProps & { isHeld: boolean }) => (
  <Input.Password
    id={props.id}
    {...useInputAria(props)}
    value={props.value ?? ''}
    placeholder={isHeld ? t`已设置，留空则不变` : t`未设置`}
    onChange={(event) => props.onChange(event.target.value === '' ? undefined : event.target.value)}
    autoComplete="new-password"
  />
)

/** A key that the server has and never tells: left empty it stays. */
export const SecretWidget = (props: WidgetProps) => {
  const isHeld = useFormState().held.includes(props.name)
  const field = fieldOfProps(props)
  const accept = 'x-file' in field ? field['x-file'] : undefined
  return accept ? <SecretFile {...props} accept={accept} isHeld={isHeld} /> : <SecretText {...props} isHeld={isHeld} />
}

const INTEGER = /^-?\d+$/
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * A number as typed, kept as the number that it is from the first letter on: Enter sends it before the input is left. What is none stays as text, so that the rule's
 * message shows instead of the input changing what was typed.
 */
export const NumberWidget = (props: WidgetProps) => {
  const pattern = fieldOfProps(props).type === 'integer' ? INTEGER : NUMBER
  const read = (text: string): unknown => {
    // 1,234 is as it is pasted; 1,5 is none.
    const plain = withoutThousands(plainDigits(text))
    return pattern.test(plain) ? Number(plain) : text.trim()
  }
  const shown = String(props.value ?? '')
  const [typed, setTyped] = useState(shown)
  const [seen, setSeen] = useState<unknown>(props.value)
  if (seen !== props.value) {
    setSeen(props.value)
    // The form was emptied or filled from outside: show that; what one is typing ('1.50') already means this value.
    if (read(typed) !== (props.value ?? '')) setTyped(shown)
  }
  const take = (text: string): void => {
    setTyped(text)
    props.onChange(text.trim() === '' ? undefined : read(text))
  }
  return (
    <Input
      id={props.id}
      {...useInputAria(props)}
      inputMode="decimal"
      value={typed}
      onChange={(event) => take(event.target.value)}
      onFocus={selectWhole}
      onBlur={() => setTyped(shown)}
      autoComplete="off"
    />
  )
}

const choicesOf = (props: WidgetProps): { value: number; label: string }[] =>
  choicesIn(fieldOfProps(props)).map((choice) => ({ value: choice.const, label: choice.title }))

export const ChoiceWidget = (props: WidgetProps) => (
  <Select
    id={props.id}
    {...useFieldAria(props)}
    allowClear
    value={props.value}
    onChange={(value) => props.onChange(value)}
    options={choicesOf(props)}
    placeholder={t`请选择`}
  />
)

export const RadioWidget = (props: WidgetProps) => (
  <Radio.Group
    id={props.id}
    {...useFieldAria(props)}
    aria-labelledby={`${props.id}-label`}
    optionType="button"
    value={props.value}
    onChange={(event) => props.onChange(event.target.value)}
    options={choicesOf(props)}
  />
)

/** So many choices are seen at once and each takes one click; of more one types a part of the word. */
const SEEN_AT_ONCE = 8

/** Several choices, in the order in which they are declared. */
export const ChoicesWidget = (props: WidgetProps) => {
  const aria = useFieldAria(props)
  const options = choicesOf(props)
  const held = (props.value as number[] | undefined) ?? []
  // What a record holds of choices that are no more stays where it can be seen and taken off.
  const gone = held.filter((value) => !options.some((option) => option.value === value)).map((value) => ({ value, label: String(value) }))
  const offered = [...options, ...gone]
  const take = (values: readonly number[]): void => props.onChange(offered.flatMap(({ value }) => (values.includes(value) ? [value] : [])))
  if (offered.length <= SEEN_AT_ONCE)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend, and the label above is one
      <div
        className="choices"
        id={props.id}
        role="group"
        tabIndex={-1}
        aria-labelledby={`${props.id}-label`}
        aria-describedby={aria['aria-describedby']}
      >
        <Checkbox.Group value={held} onChange={take} options={offered} />
      </div>
    )
  return (
    <Select
      id={props.id}
      {...aria}
      mode="multiple"
      allowClear
      optionFilterProp="label"
      value={held}
      onChange={take}
      options={offered}
      placeholder={t`可多选`}
    />
  )
}

export const HiddenWidget = () => null
