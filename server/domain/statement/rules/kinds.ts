/** What a line says of itself: `type` 1 is money that came in. */
interface Told {
  type: number
  kind: number
  party: string
  note: string
  /** The other side's account is one of the operator's own. */
  isFromOwn?: boolean
}

/** What stands for whom a line does not name. */
export const NO_PARTY = '未写户名'

/** The words of those through whom the operator's own money comes, and of moves between its accounts: nobody pays rent so. */
const ON_ITS_WAY = /财付通|微信支付|支付宝|银联|拉卡拉|POS|收单|清算|结算款|提现|备付金|内部转账|资金归集|调拨/iu
/** What a bank takes or gives for itself; only where it names nobody else. */
const FEE = /手续费|工本费|管理费|服务费|短信费|年费|回单费/u
const INTEREST = /结息|利息/u
const OF_BANK = /银行|财付通|支付宝/u

/** What a bank writes of money that it sends back, or takes back. */
export const SENT_BACK = /退汇|退票|退回|冲正|冲销|冲账|抹账|拒付/u

/**
 * Gives what a line is (src/schemas/statement/statement.ts, `lineKinds`) where its file did not say more than that money moved: by the account that it names, or its words, which of a
 * payment say nothing of the kind.
 */
export const kindOf = ({ type, kind, party, note, isFromOwn = false }: Told): number => {
  if (kind !== 1) return kind
  if (isFromOwn) return 4
  const isOwn = party === '' || party === NO_PARTY || OF_BANK.test(party)
  if (isOwn && type === 2 && FEE.test(note)) return 2
  if (isOwn && type === 1 && INTEREST.test(note)) return 5
  return ON_ITS_WAY.test(`${party} ${note}`) ? 4 : 1
}
