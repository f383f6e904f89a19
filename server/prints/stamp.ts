import { makeThread } from '../load/thread.ts'
import { drawPreview } from './draw.ts'
import type { StampTask } from './stampThread.ts'
import stampThread from './stampThread.ts?thread'

const stamped = makeThread<StampTask, Uint8Array>({
  file: stampThread,
  waiting: 40,
  patience: 60,
  full: '正在打印的太多，请稍后再试',
  seconds: 30,
  late: '标注补打超过 30 秒没有完成，已停止，请稍后再试',
})

const TEMPLATE = `#set page(width: 64mm, height: 9mm, margin: 0mm, fill: none)
#align(center + horizon, box(stroke: 0.8pt + red, inset: (x: 3mm, y: 1.4mm), text(fill: red, size: 9pt, weight: "bold", data.mark)))`

/** Draws what is laid on a paper that has been handed out so many times; null of the first, on which nothing is. */
export const stampOf = async (copies: number): Promise<Uint8Array | null> => {
  const mark = `补打 · 第 ${copies} 次打印`
  return copies > 1 ? drawPreview(TEMPLATE, { title: mark, mark }) : null
}

/** Gives a kept paper as it is handed out for the so manyeth time; null where that is as it is kept. */
export const stampedPaper = async (path: string, copies: number): Promise<Uint8Array | null> => {
  const stamp = await stampOf(copies)
  return stamp && stamped({ path, stamp })
}
