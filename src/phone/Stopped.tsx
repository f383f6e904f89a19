import { mayTryAgain, type Refused } from './call.ts'

const HEADS: Readonly<Record<string, string>> = {
  wrong: '链接不对',
  lapsed: '链接已过期',
  used: '已经签过了',
  replaced: '链接已更换',
  withdrawn: '不用签了',
  device: '已在另一部手机上打开',
}

const headOf = ({ code, why }: Refused): string => HEADS[why] ?? (code === 0 ? '网络不通' : code === 429 ? '请稍后再试' : '打不开')

/** Why the page does not go on, and what to do. */
export const Stopped = ({ refused, onAgain }: { refused: Refused; onAgain: () => void }) => (
  <main className="phone phone-stopped">
    <h1>{headOf(refused)}</h1>
    <p role="alert">{refused.message}</p>
    {mayTryAgain(refused) && (
      <button type="button" className="phone-main" onClick={onAgain}>
        再试一次
      </button>
    )}
  </main>
)
