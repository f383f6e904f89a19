import Button from 'antd/es/button'
import { useRef } from 'react'
import { t } from '../../providers/i18nProvider.ts'
import './fieldText.css'

interface Props {
  label: string
  /** What stands between the braces of each field, and what its button says. */
  fields: readonly { word: string; said: string }[]
  text: string
  maxLength: number
  isWrong: boolean
  isReadOnly?: boolean
  onType: (text: string) => void
}

/** A text with fields in braces, and a button for each that puts it in where the cursor stands. */
export const FieldText = ({ label, fields, text, maxLength, isWrong, isReadOnly = false, onType }: Props) => {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (field: string): void => {
    const at = area.current?.selectionStart ?? text.length
    const word = `{${field}}`
    onType(text.slice(0, at) + word + text.slice(area.current?.selectionEnd ?? at))
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(at + word.length, at + word.length)
    })
  }
  return (
    <>
      <fieldset className="text-fields" aria-label={t`字段`} disabled={isReadOnly}>
        {fields.map(({ word, said }) => (
          <Button key={word} size="small" title={`{${word}}`} onClick={() => insert(word)}>
            {said}
          </Button>
        ))}
      </fieldset>
      <textarea
        ref={area}
        className="field-text"
        aria-label={label}
        aria-invalid={isWrong}
        maxLength={maxLength}
        spellCheck={false}
        readOnly={isReadOnly}
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
    </>
  )
}
