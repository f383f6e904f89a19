import { useParsed } from '@refinedev/core'
import type { Desk } from '../../../core/desk.ts'
import { pages, resourceNamed } from '../../../declared/declared.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { useRights } from '../../hooks/useRights.ts'
import { Button } from '../../later/libraryParts.ts'
import '../../list/list.css'
import { Records } from '../../list/Records.tsx'
import { Refused } from '../../tab/Refused.tsx'
import { DeskTable } from './DeskTable.tsx'
import type { DeskDeedNow } from './deeds.ts'
import './desk.css'
import { Offers } from './Offers.tsx'
import { QueueChoice } from './QueueChoice.tsx'
import { Sums } from './Sums.tsx'
import { useDesk } from './useDesk.ts'

const KEYS: Readonly<Record<string, string>> = { Enter: '↵' }

const DeedButton = ({ deed, onBegin }: { deed: DeskDeedNow; onBegin: () => void }) => (
  <Button
    size="small"
    disabled={!deed.begin}
    title={deed.begin ? undefined : t`所选的现在不能办这件事`}
    aria-label={deed.label}
    aria-keyshortcuts={deed.key}
    onClick={onBegin}
  >
    {deed.label} <kbd>{KEYS[deed.key] ?? deed.key.toUpperCase()}</kbd>
  </Button>
)

const DeskAt = ({ label, desk }: { label: string; desk: Desk }) => {
  useRights()
  const now = useDesk(desk)
  const { column } = resourceNamed(desk.right.resource)
  return (
    <div className="list desk" aria-busy={now.isSettling}>
      <div className="list-head">
        <h1>{label}</h1>
        {(desk.queue ?? []).map((both, place) => {
          const by = column[both.right]
          return (
            by && (
              <QueueChoice key={both.right} place={place} label={both.label} column={by} value={now.chosen[place]} onChoose={now.narrow} />
            )
          )
        })}
        <span className="head-gap" />
        <output className="desk-told" aria-live="polite">
          {now.told}
        </output>
      </div>
      <div className="desk-deeds" role="toolbar" aria-label={t`操作`}>
        {now.deeds.map((deed) => (
          <DeedButton key={deed.key} deed={deed} onBegin={() => now.begin(deed)} />
        ))}
        {now.undo.key && (
          <Button
            size="small"
            disabled={!now.undo.begin}
            title={now.undo.begin ? undefined : t`还没有可以撤销的`}
            aria-keyshortcuts={now.undo.key}
            onClick={() => now.undo.begin?.()}
          >
            {now.undo.label} <kbd>{now.undo.key.toUpperCase()}</kbd>
          </Button>
        )}
        <span className="desk-keys" aria-hidden="true">
          <kbd>J</kbd> <kbd>K</kbd> {t`上下移动`} <kbd>←</kbd> <kbd>→</kbd> {t`换列表`}
          {desk.right.marks !== undefined && (
            <>
              {' '}
              <kbd>{t`空格`}</kbd> {t`标记`}
            </>
          )}
        </span>
        <Sums desk={desk} rows={now.meant} />
      </div>
      <Offers desk={desk} offered={now.offered} isLooking={now.isLooking} marked={now.marks.right} onTake={now.take} />
      <div className="desk-lists" data-offers={desk.right.offers && ''}>
        {now.sides.map((side) => (
          <DeskTable
            key={side}
            ref={now.boxes[side]}
            shown={now.shown[side]}
            chosen={now.rows[side]?.[now.shown[side].resource.key]}
            marked={now.marks[side]}
            finding={desk[side].offers ? now.finding : null}
            onMark={(row) => now.mark(side, row)}
            onChoose={(row) => now.choose(side, row)}
            onFocus={() => now.turnTo(side)}
          />
        ))}
      </div>
    </div>
  )
}

/** Two lists worked by keyboard (`desk`): which, the address says. */
export default function DeskScreen() {
  const { resource } = useParsed()
  const page = pages.find(({ name }) => name === resource?.meta?.screen)
  const desk = page && 'desk' in page ? page.desk : undefined
  if (!page || !desk) return <Refused code={404} />
  return (
    <Records first={null} behind={null}>
      <DeskAt label={said(page.label)} desk={desk} />
    </Records>
  )
}
