import { type Desk, type DeskDeed, type DeskSide, otherSide } from '../../../core/desk.ts'
import type { CompleteAction } from '../../../derive/actions.ts'
import { said } from '../../../providers/i18nProvider.ts'
import { rowActions } from '../../action/allowed.ts'
import type { Beginning, Row } from '../../action/begun.ts'
import type { Run } from '../../action/useRunAction.ts'
import { labelOf } from '../../lookup/useLookup.ts'
import type { Shown } from './useDeskList.ts'

type Sides<T> = Readonly<Record<DeskSide, T>>

/** A deed as it stands with what is chosen now. */
export interface DeskDeedNow {
  key: string
  on: DeskSide
  label: string
  /** Begins it; null where what is chosen does not allow it. */
  begin: ((run: Run, told: Pick<Beginning, 'onDone' | 'onEnd'>) => void) | null
  /** It asks nothing more. */
  isAtOnce: boolean
}

/** What its dialog holds at first, and how what it refers to is called. Of rows that can be marked it is a list. */
const givenOf = ({ with: values = {} }: DeskDeed, other: Shown, besides: readonly Row[]) => {
  const [beside] = besides
  const columnIn = (value: string | number): string | null => (typeof value === 'string' && value.startsWith('$') ? value.slice(1) : null)
  const besideOf = (column: string): unknown => (other.list.marks === undefined ? beside?.[column] : besides.map((row) => row[column]))
  const given = Object.entries(values).map(([name, value]) => {
    const column = columnIn(value)
    return [name, column === null ? (typeof value === 'string' ? said(value) : value) : besideOf(column)] as const
  })
  const named = Object.entries(values).flatMap(([name, value]) =>
    beside && other.list.marks === undefined && columnIn(value) === other.resource.key
      ? [[name, { value: beside[other.resource.key], label: labelOf(other.resource.choiceLabel, beside) }] as const]
      : [],
  )
  return { given: Object.fromEntries(given), named: Object.fromEntries(named) }
}

/** The same action without its dialog: all that it asks is given. */
export const atOnce = (action: CompleteAction): CompleteAction => ({ ...action, form: null, confirm: false })

const asksBeside = ({ with: values = {} }: DeskDeed): boolean =>
  Object.values(values).some((value) => typeof value === 'string' && value.startsWith('$'))

/** Gives a desk's deeds as they can be done to what is chosen in its lists, by this person. */
export const deedsNow = (desk: Desk, shown: Sides<Shown>, rows: Sides<readonly Row[]>): DeskDeedNow[] =>
  desk.deeds.map((deed) => {
    const { resource } = shown[deed.on]
    const [those, besides] = [rows[deed.on], rows[otherSide(deed.on)]]
    const [row] = those
    const declared = resource.actions.find(({ name }) => name === deed.action)
    const label = deed.label ? said(deed.label) : (declared?.label ?? '')
    const action = row && rowActions(resource, row).find(({ name }) => name === deed.action)
    const can = action && (besides.length > 0 || !asksBeside(deed))
    return {
      key: deed.key,
      on: deed.on,
      label,
      begin: can
        ? (run, told) =>
            run(resource, deed.atOnce ? atOnce(action) : action, those, { ...givenOf(deed, shown[otherSide(deed.on)], besides), ...told })
        : null,
      isAtOnce: deed.atOnce === true,
    }
  })
