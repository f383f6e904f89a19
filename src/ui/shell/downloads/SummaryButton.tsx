import { ROOM_STATE_SUMMARY } from '../../../core/exportType.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { Button } from '../../later/libraryParts.ts'
import { openDownloads } from './downloads.ts'

const SUMMARY = '/api/project/exportSummaryOfRoomState'
/** Where the header offers it (spec.md section 2). */
const WORKBENCH = '/workbench/workbench'

/** 房态汇总导出: begins the export and opens the downloads of its type. */
export const SummaryButton = ({ active }: { active: string }) => {
  const { deed, isBusy } = useDeed()
  const begin = async (): Promise<void> => {
    if (await deed(SUMMARY, {})) openDownloads(ROOM_STATE_SUMMARY)
  }
  if (active !== WORKBENCH || !mayCall(SUMMARY)) return null
  return (
    <Button loading={isBusy} onClick={() => void begin()}>
      {t`房态汇总导出`}
    </Button>
  )
}
