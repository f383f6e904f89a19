/** What 限期搬离通知书 says. A paper is Chinese in every language of the screens. */
export const noticeText = [
  '{custom_name}：',
  '',
  '您承租的 {region_name} {org_id}（合同 {contract_id}）租期已于 {since} 前届满，至今没有搬离。',
  '请在 {deadline} 前腾退房屋、结清费用、交还钥匙。逾期不搬离的，我方将依法处理，占用期间的费用照收。',
  '',
  '送达方式：{served}',
  '',
  '出租方（盖章）：',
].join('\n')
