/** What 交接单 says: both sides sign it when the room is given back. A paper is Chinese in every language of the screens. */
export const listText = [
  '承租方 {custom_name}，合同 {contract_id}，房间 {region_name} {org_id}。',
  '搬离日期 {left_on}，收回钥匙 {keys} 把。',
  '## 查验',
  '{checklist}',
  '## 最后读数',
  '{readings}',
  '{handover_note}',
  '## 照片',
  '{imgs}',
  '承租方（签字）：　　　　　　　　　　　　出租方（签字）：',
].join('\n')

/** What 结算单 says: what was held, paid and owed, line by line, and what goes back. */
export const sheetText = [
  '承租方 {custom_name}，合同 {contract_id}，房间 {region_name} {org_id}，退租事由 {ground}，搬离日期 {left_on}。',
  '{settle_line.surrender_id:kind,words,price}',
  '应退 {refund} 元，大写：{refund:capitals}。',
  '应补缴 {due} 元。退款方式 {way}，收款人 {payee}。',
  '',
  '承租方（签字）：　　　　　　　　　　　　出租方（盖章）：',
].join('\n')
