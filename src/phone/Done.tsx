import { minuteOf } from '../protocol/dates.ts'
import type { SigningView } from '../protocol/signing.ts'

/** It is signed: the file is there for as long as the link is good. */
export const Done = ({ view, code }: { view: SigningView; code: string }) => (
  <main className="phone phone-stopped">
    <h1>签署完成</h1>
    <p role="status">
      合同 {view.sn}（{view.room}）已生效。请保存电子合同，{minuteOf(view.until)} 前都可以从这个链接下载。
    </p>
    <a className="phone-main" href={`${code}/contract.pdf`} target="_blank" rel="noreferrer">
      下载电子合同
    </a>
  </main>
)
