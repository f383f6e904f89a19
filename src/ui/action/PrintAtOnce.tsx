import { useEffect } from 'react'
import type { PrintBegun, Printed } from '../../protocol/prints.ts'
import { t } from '../../providers/i18nProvider.ts'
import { useDeed } from '../hooks/useDeed.ts'
import { useReadAnew } from '../hooks/useReadAnew.ts'
import { openDownloads } from '../shell/downloads/downloads.ts'
import { type Begun, keyParams } from './begun.ts'

const isOne = (answer: Printed | PrintBegun): answer is Printed => 'handle' in answer

/** Opens a paper in a browser tab of its own; where the browser lets no tab be opened, it is saved. */
const openPaper = ({ handle, number }: Printed): void => {
  if (window.open(handle, '_blank')) return
  const link = document.createElement('a')
  link.href = handle
  link.download = `${number}.pdf`
  link.click()
}

const saying = (answer: Printed | PrintBegun): string => {
  if (!isOne(answer)) return t`已开始打印，文件在下载记录里`
  const { number, missing, is_again, is_marked } = answer
  if (missing !== '') return t`${number} 里有字库没有的字：${missing}，请在纸上手写补上`
  if (is_marked) return t`补打 ${number}，纸上已标明第几次打印`
  return is_again ? t`补打 ${number}，与上次的文件相同` : t`已打印 ${number}`
}

/** Prints what was chosen, once: of one record the paper opens, of several 下载记录 with the file that is being made. */
export default function PrintAtOnce({ begun }: { begun: Begun }) {
  const { deed } = useDeed()
  const readAnew = useReadAnew()
  const print = async (): Promise<void> => {
    const { resource, action, requestId, onDone } = begun
    const given = await deed<Printed | PrintBegun>(action.can, { ...keyParams(begun), request_id: requestId }, saying)
    if (!given) return readAnew.records(resource)
    onDone?.()
    if (!isOne(given.data)) return openDownloads(given.data.type)
    openPaper(given.data)
    readAnew.records(resource)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: one deed, however often this is drawn
  useEffect(() => void print(), [])
  return null
}
