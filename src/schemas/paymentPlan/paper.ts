/** What 还款协议 calls a part. A paper is Chinese in every language of the screens. */
export const partWords = (place: number): string => `第 ${place} 期`

/** Says what becomes of late fees while a plan is kept: 1 they go on, 2 they do not. */
export const feeWords = (fees: number): string =>
  fees === 2
    ? '自本协议生效之日起，履行期间上列欠款不计违约金。'
    : '履行期间，上列欠款的违约金照常计算，不在上列金额之内，由甲方另行出账单。'

/** Says when a plan is broken and what follows. `grace`: after how many days a part is late. */
export const breachWords = (grace: number, fees: number): string[] => [
  grace === 0 ? '任何一期在应付日没有付足的，即为违约。' : `任何一期逾期超过 ${grace} 天仍没有付足的，即为违约。`,
  `乙方违约的，本协议的分期即告终止，未还的全部欠款立即应付，甲方恢复催缴，并可依法追讨${fees === 2 ? '；履行期间未计的违约金一并补算' : ''}。`,
]
