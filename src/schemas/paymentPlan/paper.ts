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

/** Words of an agreement that stand for a table. */
export const agreementTables = ['欠款明细', '各期'] as const

/** What an agreement has to say, in whatever words: by this a plan is kept or broken. */
export const agreementNeeds = [...agreementTables, '违约金', '违约'] as const

/** What the text of an agreement may name in braces. */
export const agreementWords = [
  ...['单位', '付款方', '项目', '截至', '合同数', '账单数', '欠款', '欠款大写', '期数', '生效'],
  ...agreementNeeds,
] as const

/** What the two agree on, until the operator's lawyer writes it otherwise; who they are stands above it, where they sign beneath. */
export const agreementText = [
  '在{项目}房屋的租赁中，乙方有应付而未付的款项。经甲乙双方协商一致，订立本协议。',
  '## 一、欠款',
  '截至 {截至}，乙方逾期未付 {合同数} 份合同的 {账单数} 张账单，合计人民币 {欠款大写}（¥{欠款}），如下：',
  '{欠款明细}',
  '## 二、还款',
  '乙方分 {期数} 期还清，每期于应付日以前付足，所付的先抵最早的一期：',
  '{各期}',
  '## 三、违约金',
  '{违约金}',
  '## 四、违约',
  '{违约}',
  '## 五、生效',
  '本协议由甲乙双方签字或盖章，甲方登记后生效{生效}。履行期间，甲方对上列账单不作催缴。本协议一式两份，甲乙双方各执一份。',
].join('\n')

/** What stands in the place of {生效}: until a plan is in force nothing. */
export const begunWords = (begun_on: string | null): string => (begun_on === null ? '' : `（已于 ${begun_on} 生效）`)
