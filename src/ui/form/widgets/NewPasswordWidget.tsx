import type { WidgetProps } from '@rjsf/utils'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { t } from '../../../providers/i18nProvider.ts'
import { useInputAria } from '../fieldAria.ts'

const LENGTH = 12
/** Without those that are mistaken for one another when read out. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Gives a password of digits and letters; bytes above the last whole round of letters are thrown away, so that each is as likely. */
const madeUp = (): string => {
  const bytes = [...crypto.getRandomValues(new Uint8Array(4 * LENGTH))].filter((byte) => byte < 256 - (256 % LETTERS.length))
  const text = bytes
    .slice(0, LENGTH)
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join('')
  return text.length === LENGTH && /\d/.test(text) && /[a-z]/.test(text) ? text : madeUp()
}

/** A password for someone else: typed or made up, and read here for the only time, since nobody can ask for it later. */
export const NewPasswordWidget = (props: WidgetProps) => (
  <div className="new-password">
    <Input
      id={props.id}
      {...useInputAria(props)}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.target.value)}
      autoComplete="off"
      spellCheck={false}
    />
    <Button onClick={() => props.onChange(madeUp())}>{t`生成`}</Button>
  </div>
)
